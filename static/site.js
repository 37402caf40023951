"use strict";
/* Keys for those who sit at the desk: an element with data-key="P" (or "Shift+Enter", "Ctrl+Enter") is pressed by that key. */
(function () {
  function wanted(event) {
    var parts = [];
    if (event.ctrlKey || event.metaKey) parts.push("Ctrl");
    if (event.shiftKey && event.key.length > 1) parts.push("Shift");
    parts.push(event.key.length === 1 ? event.key.toUpperCase() : event.key);
    return parts.join("+");
  }
  function isTyping(target) {
    return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !/^(radio|checkbox)$/.test(target.type);
  }
  document.addEventListener("keydown", function (event) {
    var key = wanted(event);
    if (isTyping(event.target) && key.length === 1) return;
    var button = document.querySelector('[data-key="' + key.replace(/["\\]/g, "") + '"]');
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  });
  /* A tick that is a form of its own goes out at once. */
  document.addEventListener("change", function (event) {
    var form = event.target.form;
    if (event.target.type === "checkbox" && form && form.hasAttribute("data-at-once")) form.requestSubmit ? form.requestSubmit() : form.submit();
  });
})();
/* A clock that counts down between two answers of the server. */
(function () {
  function text(seconds) {
    var left = Math.abs(seconds);
    return (seconds < 0 ? "\u2212" : "") + Math.floor(left / 60) + ":" + ("0" + (left % 60)).slice(-2);
  }
  /* The round's end on a table's page; a clock hours away is another day's. */
  function tell(clock) {
    var now = Math.floor(Date.now() / 1000);
    var ends = Number(clock.getAttribute("data-ends"));
    var after = ends + 60 * Number(clock.getAttribute("data-break"));
    var isTea = now >= ends && now < after;
    var left = (isTea ? after : ends) - now;
    if (Math.abs(left) > 18000) return;
    clock.firstElementChild.textContent = (left < 0 ? "+" : "") + text(Math.abs(left));
    clock.lastElementChild.textContent = clock.getAttribute(isTea ? "data-tea" : left < 0 ? "data-over" : "data-left");
  }
  function tellAll() { document.querySelectorAll("[data-ends]").forEach(tell); }
  tellAll();
  setInterval(tellAll, 1000);
  setInterval(function () {
    document.querySelectorAll("[data-seconds]").forEach(function (clock) {
      if (clock.hasAttribute("data-paused")) return;
      var seconds = parseInt(clock.getAttribute("data-seconds"), 10) - 1;
      clock.setAttribute("data-seconds", seconds);
      clock.textContent = text(seconds);
    });
  }, 1000);
})();
/* A button that prints the page before it says so to the server. */
document.addEventListener("click", function (event) {
  if (event.target.closest && event.target.closest("[data-print]")) window.print();
});
/* A new club is most likely where this browser is: its zone is offered first where the site knows none. */
(function () {
  var zones = document.querySelector("select[data-own-zone]");
  var own = window.Intl && Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zones || zones.value !== "UTC" || !own) return;
  for (var at = 0; at < zones.options.length; at += 1) if (zones.options[at].value === own) zones.selectedIndex = at;
})();
/* A file that is let go of anywhere on a page with a place for one goes there; the browser would leave the page and show the file instead. */
(function () {
  function place(event) {
    var types = event.dataTransfer ? Array.prototype.slice.call(event.dataTransfer.types) : [];
    return types.indexOf("Files") < 0 ? null : document.querySelector("main input[type=file]");
  }
  function mark(event, isOver) {
    var input = place(event);
    if (!input) return;
    event.preventDefault();
    input.classList.toggle("over", isOver);
    if (event.type !== "drop") return;
    if (input.closest("details")) input.closest("details").open = true;
    input.files = event.dataTransfer.files;
    input.focus();
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
  document.addEventListener("dragover", function (event) { mark(event, true); });
  document.addEventListener("drop", function (event) { mark(event, false); });
  document.addEventListener("dragleave", function (event) { if (!event.relatedTarget) mark(event, false); });
})();
