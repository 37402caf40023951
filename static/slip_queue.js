/* What a table's phone keeps, and how it sends: entries wait in localStorage, each under a name of its own, in order, also while the tab is closed.

   A key that is sent twice is one act, so sending again is safe; and two tabs that send or keep at once take nothing away from one another. A hall is plain http on old phones: no service worker, no crypto.randomUUID, nothing
   younger than ES2017. slip_reading.js and slip.js go on from here. */
(function () {
  "use strict";
  const planNode = document.getElementById("plan");
  if (!planNode) return;
  const plan = JSON.parse(planNode.textContent);
  const words = plan.words;
  const ENTRY = "slips.entry ";
  const SAID = "slips.said " + location.pathname;
  const PATIENCE = 5000;
  const memory = {};
  const slips = window.slips = { plan: plan, words: words };
  slips.csrf = document.querySelector("[name=csrfmiddlewaretoken]").value;
  slips.renew = async () => false;  // slip.js knows how to get a new token; true when the server answered

  /* ---------- what is kept on the phone ---------- */
  function load(name, otherwise) {
    if (name in memory) return memory[name];
    try {
      const text = localStorage.getItem(name);
      return text === null ? otherwise : JSON.parse(text);
    } catch (refused) {
      return otherwise;
    }
  }
  /* A browser that keeps nothing, or no more, remembers until the tab closes; false then. */
  function save(name, value) {
    try {
      localStorage.setItem(name, JSON.stringify(value));
      delete memory[name];
      return true;
    } catch (refused) {
      memory[name] = value;
      return false;
    }
  }
  function forget(name) {
    delete memory[name];
    try { localStorage.removeItem(name); } catch (refused) { /* it never was there */ }
  }
  function namesKept() {
    const names = Object.keys(memory);
    try { for (let at = 0; at < localStorage.length; at += 1) names.push(localStorage.key(at)); } catch (refused) { /* nothing is kept */ }
    return Array.from(new Set(names.filter((name) => name.indexOf(ENTRY) === 0))).sort();
  }
  /* The entries in order, each with its `name` in the store: read once, then followed, for there may be many. */
  let entries = null;
  const named = (name, entry) => Object.assign({}, entry, { name: name });
  function queue() {
    entries = entries || namesKept().map((name) => named(name, load(name, null))).filter((entry) => entry.key);
    return entries;
  }
  function lookAgain() { entries = null; }
  /* What another tab of this phone has kept, sent or set aside; a storage event. */
  function follow(event) {
    if (!event.key) return lookAgain();
    if (!entries || event.key.indexOf(ENTRY) !== 0) return undefined;
    const others = entries.filter((entry) => entry.name !== event.key);
    entries = event.newValue ? others.concat([named(event.key, JSON.parse(event.newValue))]).sort((a, b) => a.name < b.name ? -1 : 1) : others;
    return undefined;
  }
  const waiting = () => queue().filter((entry) => !entry.refused);
  const isOnlyHere = () => waiting().some((entry) => entry.name in memory);
  function enqueue(entry) {
    const last = queue()[queue().length - 1];
    const place = last ? Number(last.name.split(" ")[1]) + 1 : 1;
    const name = ENTRY + ("00000000" + place).slice(-9) + " " + entry.key;
    save(name, entry);
    entries = queue().concat([named(name, entry)]);
  }
  function refuse(key, sentences) {
    entries = queue().map((each) => {
      if (each.key !== key) return each;
      const told = Object.assign({}, each, { refused: sentences });
      if (load(each.name, null)) save(each.name, told);  // unless another tab has sent it or set it aside meanwhile
      return told;
    });
  }
  function dequeue(key) {
    queue().filter((entry) => entry.key === key).forEach((entry) => forget(entry.name));
    entries = queue().filter((entry) => entry.key !== key);
  }
  function said(at) { return load(SAID, {})[at]; }
  /* What was sent last about a board; an answer keeps the report that it answers, and says what is wrong with it. `pair`: who sat there. */
  function remember(entry, pair) {
    const all = load(SAID, {});
    const before = entry.kind === "report" ? {} : all[entry.at] || {};
    all[entry.at] = {
      key: entry.key, fields: entry.kind === "report" ? entry.fields : before.fields, pair: JSON.stringify(pair), sent: (before.sent || []).concat([entry]),
      objection: entry.kind === "dispute" ? { wrong: entry.fields.wrong, remark: entry.fields.remark } : null,
    };
    save(SAID, all);
  }
  function markAgain(at, isAgain) {
    const all = load(SAID, {});
    all[at].again = isAgain;
    save(SAID, all);
  }
  function newKey() {
    const bytes = new Uint8Array(16);
    crypto.getRandomValues(bytes);
    return Array.from(bytes, (byte) => ("0" + byte.toString(16)).slice(-2)).join("");
  }

  /* ---------- the network ---------- */
  /* An answer with its whole text: one that breaks off half-way is none, like one that never came. */
  async function ask(url, options) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), PATIENCE);
    try {
      const answer = await fetch(url, Object.assign({ credentials: "same-origin", signal: abort.signal }, options));
      return { ok: answer.ok, status: answer.status, type: answer.type, mark: answer.headers.get("ETag") || "", text: await answer.text() };
    } finally {
      clearTimeout(timer);
    }
  }
  function post(entry) {
    const body = new URLSearchParams();
    Object.keys(entry.fields).forEach((name) => body.append(name, entry.fields[name]));
    return ask(entry.url, {
      method: "POST", redirect: "manual", body: body.toString(),
      headers: { "X-Slips": "1", "X-CSRFToken": slips.csrf, "Content-Type": "application/x-www-form-urlencoded" },
    });
  }
  /* What became of an entry: {done}, {refused: [sentences]} or {network: true}; with `cannotStore` where the club's computer is there and cannot write it down. */
  async function send(entry, again) {
    let answer;
    let told;
    try {
      answer = await post(entry);
      if (answer.ok || answer.status === 422) told = JSON.parse(answer.text);  // what is no answer of the club's (a hall's welcome page) is none
    } catch (failure) {
      return { network: true };
    }
    if (answer.ok) return { done: told };
    if (answer.status === 422) return { refused: Object.keys(told.refused).reduce((all, name) => all.concat(told.refused[name]), []), fields: told.refused };
    if (answer.status >= 500 || answer.status === 429) return { network: true, cannotStore: true };
    if (answer.status === 403 && !again && await slips.renew()) return send(entry, true);
    return { refused: [words.lost] };
  }

  Object.assign(slips, {
    load: load, save: save, queue: queue, waiting: waiting, lookAgain: lookAgain, follow: follow, isOnlyHere: isOnlyHere, enqueue: enqueue, dequeue: dequeue, refuse: refuse, said: said, remember: remember,
    markAgain: markAgain, newKey: newKey, ask: ask, send: send,
  });
}());
