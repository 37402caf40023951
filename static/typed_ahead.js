"use strict";
/* A fast scorer types the next name before the page that asks for it is there. From the moment a form with `data-typed-ahead` is sent until the next page
   has read this file and stands, keys are kept, and then typed into it. Enter finds, and goes on where one person alone fits or has that very number;
   a choice among several waits for the eyes: what was typed blindly is dropped until there is a pause. In the head and not deferred: a page that is still being read hears keys already. */
(function () {
  var KEPT = "typed ahead";
  var keys = kept();
  var PAUSE = 800;
  var isCatching = true;
  var dropping = 0;
  function keep() { try { sessionStorage.setItem(KEPT, JSON.stringify(keys)); } catch (refused) { /* a browser that keeps nothing */ } }
  function kept() {
    try {
      var told = JSON.parse(sessionStorage.getItem(KEPT) || "[]");
      sessionStorage.removeItem(KEPT);
      return told;
    } catch (refused) { return []; }
  }
  function stop() { isCatching = false; keys = []; keep(); }
  function drop() {
    clearTimeout(dropping);
    dropping = setTimeout(function () { dropping = 0; }, PAUSE);
  }
  function go(form) {
    isCatching = true;
    keep();
    if (form.requestSubmit) form.requestSubmit(); else form.submit();
  }
  function typeOn() {
    var told = keys;
    var first = document.querySelector("[autofocus]");
    var one = document.querySelector("form[data-typed-ahead='one']");
    var find = document.querySelector("form[data-typed-ahead='find']");
    stop();
    if (first) first.focus();
    if (told.length && document.querySelector("form[data-typed-ahead='choose']")) return drop();
    if (!told.length || !find) return;
    if (!one) {
      var enter = told.indexOf("Enter");
      var field = find.querySelector("input[type=search]");
      field.value += told.splice(0, enter < 0 ? told.length : enter).join("");
      field.focus();
    }
    if (told.shift() !== "Enter") return;
    keys = told;
    go(one || find);
  }
  document.addEventListener("submit", function (event) {
    if (event.target.hasAttribute("data-typed-ahead") && !event.defaultPrevented) isCatching = true;
  });
  document.addEventListener("keydown", function (event) {
    if (dropping) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return drop();
    }
    if (!isCatching || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") return stop();
    if (event.key === "Backspace") keys.pop();
    else if (event.key.length === 1 || event.key === "Enter") keys.push(event.key);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
    keep();
  }, true);
  document.addEventListener("DOMContentLoaded", typeOn);
  window.addEventListener("pageshow", function (event) { if (event.persisted) stop(); });
})();
