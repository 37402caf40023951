/* What a director pressed and wrote on a page of a ruling, kept on the phone until it is sent: a page that is loaded again, or a phone that slept, shows it again.

   Each form with data-keep has an entry in localStorage, named by the page's address (which holds the answers before it) and the form. An entry is
   dropped when the page after it arrives, when the server shows something else to begin with than it did then, or after an evening. */
(function () {
  "use strict";
  const PREFIX = "desk ", AN_EVENING = 12 * 3600 * 1000, here = location.pathname + location.search;

  function each(visit) {
    try {
      Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).forEach((name) => visit(name, JSON.parse(localStorage.getItem(name))));
    } catch (refused) { /* a browser that keeps nothing: the page works as without this file */ }
  }
  function keep(name, entry) {
    try { localStorage.setItem(name, JSON.stringify(entry)); } catch (refused) { /* as above */ }
  }
  function drop(name) { localStorage.removeItem(name); }

  function controls(form) {
    return Array.from(form.elements).filter((one) => one.name && !/^(hidden|submit|button|fieldset)$/.test(one.type));
  }
  function begins(form) {  // what the server sent, with the hidden fields that hold what was pressed together before
    const hidden = Array.from(form.querySelectorAll("input[type=hidden]")).filter((one) => !/^(csrfmiddlewaretoken|key|seen)$/.test(one.name));
    return JSON.stringify([told(form, served), hidden.map((one) => one.name + "=" + one.value)]);
  }
  function isTick(one) { return one.type === "radio" || one.type === "checkbox"; }
  function served(one) {  // what the server sent, whatever the browser has put in its place since
    if (isTick(one)) return one.defaultChecked;
    if (one.tagName === "SELECT") return Array.from(one.options).filter((option) => option.defaultSelected).map((option) => option.value).join();
    return one.defaultValue;
  }
  function now(one) { return isTick(one) ? one.checked : one.value; }
  function label(one) { return isTick(one) ? one.name + "=" + one.value : one.name; }
  function told(form, read) {
    const found = {};
    controls(form).forEach((one) => { found[label(one)] = read(one); });
    return found;
  }

  function putBack(form, values) {
    controls(form).forEach((one) => {
      const value = values[label(one)];
      if (value === undefined || value === now(one)) return;
      if (isTick(one)) one.checked = value; else one.value = value;
      for (let around = one.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    });
  }

  each((name, entry) => {  // the page after it has come, or the evening is long over
    if (Date.now() - entry.at > AN_EVENING || (entry.sent && entry.page !== here)) drop(name);
  });
  document.querySelectorAll("form[data-keep]").forEach((form) => {
    const name = PREFIX + form.dataset.keep + " " + here, base = begins(form);
    const remember = (sent) => keep(name, { at: Date.now(), page: here, base: base, values: told(form, now), sent: sent });
    each((found, entry) => {
      if (found !== name) return;
      if (entry.base === base) putBack(form, entry.values); else drop(name);
    });
    form.addEventListener("input", () => remember(false));
    form.addEventListener("change", () => remember(false));
    form.addEventListener("submit", () => remember(true));
  });
})();
