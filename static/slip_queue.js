/* What a table's phone keeps, and how it sends: entries wait in localStorage under their own keys, in order, also while the tab is closed.

   A key that is sent twice is one act, so sending again is safe. A hall is plain http on old phones: no service worker, no crypto.randomUUID, nothing
   younger than ES2017. slip_reading.js and slip.js go on from here. */
(function () {
  "use strict";
  const planNode = document.getElementById("plan");
  if (!planNode) return;
  const plan = JSON.parse(planNode.textContent);
  const words = plan.words;
  const QUEUE = "slips.queue";
  const SAID = "slips.said " + location.pathname;
  const PATIENCE = 5000;
  const memory = {};
  const slips = window.slips = { plan: plan, words: words };
  slips.csrf = document.querySelector("[name=csrfmiddlewaretoken]").value;
  slips.renew = async () => false;  // slip.js knows how to get a new token; true when the server answered

  /* ---------- what is kept on the phone ---------- */
  function load(name, otherwise) {
    try {
      const text = localStorage.getItem(name);
      return text === null ? otherwise : JSON.parse(text);
    } catch (refused) {
      return name in memory ? memory[name] : otherwise;
    }
  }
  function save(name, value) {
    memory[name] = value;
    try { localStorage.setItem(name, JSON.stringify(value)); } catch (refused) { /* a browser that keeps nothing: until the tab closes */ }
  }
  const queue = () => load(QUEUE, []);
  const waiting = () => queue().filter((entry) => !entry.refused);
  function enqueue(entry) { save(QUEUE, queue().concat([entry])); }
  function refuse(key, sentences) {
    save(QUEUE, queue().map((each) => each.key === key ? Object.assign({}, each, { refused: sentences }) : each));
  }
  function dequeue(key) { save(QUEUE, queue().filter((entry) => entry.key !== key)); }
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
  /* What became of an entry: {done}, {refused: [sentences]} or {network: true}. */
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
    if (answer.status >= 500 || answer.status === 429) return { network: true };
    if (answer.status === 403 && !again && await slips.renew()) return send(entry, true);
    return { refused: [words.lost] };
  }

  Object.assign(slips, {
    load: load, save: save, queue: queue, waiting: waiting, enqueue: enqueue, dequeue: dequeue, refuse: refuse, said: said, remember: remember,
    markAgain: markAgain, newKey: newKey, ask: ask, send: send,
  });
}());
