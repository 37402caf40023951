/* A table's slips without network.

   The page holds the slips of every round and never has to navigate: what is entered is queued in localStorage under its own key and sent in order
   to the same addresses as the plain forms, also after the tab was closed and opened again. A key that is sent twice is one act, so sending again is safe.
   A hall is plain http on old phones: no service worker, no crypto.randomUUID, nothing younger than ES2017. */
(function () {
  "use strict";
  const planNode = document.getElementById("plan");
  if (!planNode) return;
  const plan = JSON.parse(planNode.textContent);
  const words = plan.words;
  const QUEUE = "slips.queue";
  const SAID = "slips.said " + location.pathname;
  const HEARD = "slips.heard " + location.pathname;
  const OPENED = "slips.opened " + location.pathname;
  const PATIENCE = 5000;
  const memory = {};
  let csrf = document.querySelector("[name=csrfmiddlewaretoken]").value;
  let offlineSince = null;
  let busy = false;
  let shown = 0;
  let isPressed = false;
  let message = "";  // what the page has to say besides the network, until somebody goes on
  let isLost = false;

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
  function dequeue(key) { save(QUEUE, queue().filter((entry) => entry.key !== key)); }
  function said(at) { return load(SAID, {})[at]; }
  function remember(at, key, fields) {
    const all = load(SAID, {});
    all[at] = { key: key, fields: fields || (all[at] && all[at].fields) };
    save(SAID, all);
  }
  function newKey() {
    const bytes = new Uint8Array(16);
    crypto.getRandomValues(bytes);
    return Array.from(bytes, (byte) => ("0" + byte.toString(16)).slice(-2)).join("");
  }

  /* ---------- the network ---------- */
  function ask(url, options) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), PATIENCE);
    return fetch(url, Object.assign({ credentials: "same-origin", signal: abort.signal }, options)).then(
      (answer) => { clearTimeout(timer); return answer; },
      (failure) => { clearTimeout(timer); throw failure; });
  }
  function post(entry) {
    const body = new URLSearchParams();
    Object.keys(entry.fields).forEach((name) => body.append(name, entry.fields[name]));
    return ask(entry.url, {
      method: "POST", redirect: "manual", body: body.toString(),
      headers: { "X-Slips": "1", "X-CSRFToken": csrf, "Content-Type": "application/x-www-form-urlencoded" },
    });
  }
  /* What became of an entry: {done}, {refused: [sentences]} or {network: true}. */
  async function send(entry, again) {
    let answer;
    try {
      answer = await post(entry);
    } catch (failure) {
      return { network: true };
    }
    if (answer.ok) return { done: await answer.json() };
    if (answer.status === 422) {
      const told = (await answer.json()).refused;
      return { refused: Object.keys(told).reduce((all, name) => all.concat(told[name]), []), fields: told };
    }
    if (answer.status >= 500 || answer.status === 429) return { network: true };
    if (answer.status === 403 && !again && await poll()) return send(entry, true);
    return { refused: [words.lost] };
  }
  async function flush() {
    if (busy) return;
    busy = true;
    let sent = 0;
    for (let entry = waiting()[0]; entry; entry = waiting()[0]) {
      const outcome = await send(entry);
      if (outcome.network) { setOffline(); break; }
      if (outcome.refused) {
        save(QUEUE, queue().map((each) => each.key === entry.key ? Object.assign({}, each, { refused: outcome.refused }) : each));
      } else {
        dequeue(entry.key);
      }
      offlineSince = null;
      sent += 1;
    }
    busy = false;
    if (sent) await poll();
    paint();
  }
  function setOffline() { offlineSince = offlineSince || Date.now(); paint(); }

  /* Hear how far the boards have come; true when the server answered. */
  async function poll() {
    let news;
    try {
      const answer = await ask(plan.state, { cache: "no-store", redirect: "manual", headers: { Accept: "application/json" } });
      if (answer.type === "opaqueredirect" || answer.status === 403) { isLost = true; paint(); return true; }
      if (!answer.ok) throw new Error("no answer");
      news = await answer.json();
    } catch (failure) {
      setOffline();
      return false;
    }
    offlineSince = null;
    csrf = news.csrf;
    hear({ plan: news.plan, boards: news.boards, seen: news.seen });
    isLost = !news.holds;
    if (news.plan !== plan.plan && !isDirty() && !waiting().length) { location.reload(); return true; }
    paint();
    return true;
  }
  /* A page that the phone has kept may be older than what it heard since. */
  function hear(news) {
    plan.boards = news.boards;
    plan.seen = news.seen;
    save(HEARD, { plan: news.plan, boards: news.boards, seen: news.seen });
  }
  async function refresh() {
    if (document.hidden) return;
    if (await poll() && waiting().length) await flush();
  }

  /* ---------- how far a board has come, seen from this phone ---------- */
  const roundOf = (number) => plan.rounds.find((each) => each.number === number);
  const nameOf = (round, board) => round.seating + "-" + board;
  function stateOf(at) {
    const mine = queue().filter((entry) => entry.at === at);
    const last = mine[mine.length - 1];
    if (last && last.refused) return { state: plan.boards[at].state, look: "disputed", words: words.refused };
    if (!last) return plan.boards[at];
    const becomes = { report: plan.needsAgreement ? "waiting" : "agreed", agree: "agreed", dispute: "disputed" }[last.kind];
    return { state: becomes, look: "nonet", words: offlineSince ? words.waitsNetwork : words.sending, local: true };
  }
  const isOpen = (round, board) => stateOf(nameOf(round, board)).state === "not_in";
  const hasBegun = (round) => round.boards.some((board) => !isOpen(round, board));
  const firstOpen = (round) => round.boards.find((board) => isOpen(round, board));

  /* ---------- what is shown ---------- */
  const view = () => document.getElementById("view");
  function copyOf(id) { return document.importNode((document.getElementById(id) || document.querySelector(id)).content, true); }
  function put(round, board, parts) {
    const fresh = document.createElement("div");
    fresh.id = "view";
    fresh.dataset.round = round.number;
    fresh.dataset.board = board || "";
    parts.forEach((part) => fresh.appendChild(part));
    view().replaceWith(fresh);
    shown += 1;
    message = "";
    const clock = document.getElementById("clock");
    document.querySelector(".band .where small").textContent = round.title;
    if (clock && clock.dataset.until && round.until) clock.dataset.until = round.until;
    paint();
    tick();
    window.scrollTo(0, 0);
    return fresh;
  }
  function boardsOf(round, board) {
    const part = copyOf('template[data-round="' + round.number + '"]');
    part.querySelectorAll(".boardline").forEach((line) => { if (line.dataset.board !== String(board)) line.remove(); });
    part.querySelectorAll("a[data-board]").forEach((key) => { if (key.dataset.board === String(board)) key.setAttribute("aria-current", "true"); });
    return part;
  }
  const addressOf = (round, board) => location.pathname + board + "/?round=" + round.number;

  function show(round, board) {
    const at = nameOf(round, board);
    const state = stateOf(at);
    const own = said(at);
    if (state.state === "not_in" || state.state === "disputed") return slipFor(round, board);
    if (state.state === "waiting" && own && own.fields && state.look !== "disputed") return answerFor(round, board, own.fields);
    put(round, board, [boardsOf(round, board), onwards(round)]);
    if (!state.local) fetchInto(addressOf(round, board));
  }
  function slipFor(round, board) {
    const part = copyOf("slip-template");
    const form = part.querySelector("form");
    form.setAttribute("action", addressOf(round, board));
    form.elements.seating.value = round.seating;
    form.elements.seen.value = plan.seen;
    const other = part.querySelector(".back a");
    other.setAttribute("href", other.getAttribute("href").replace(/round=\d+/, "round=" + round.number));
    const own = said(nameOf(round, board));
    if (own && own.fields && stateOf(nameOf(round, board)).state === "disputed") fillKeys(form, own.fields);
    put(round, board, [boardsOf(round, board), part]);
    readBack(form);
  }
  function fillKeys(form, fields) {
    ["level", "denomination", "doubling", "declarer", "lead_suit", "lead_rank", "result"].forEach((name) => {
      form.querySelectorAll('[name="' + name + '"]').forEach((key) => { key.checked = key.value === (fields[name] || ""); });
    });
    form.elements.tricks.value = fields.tricks || "";
  }
  function onwards(round) {
    const next = firstOpen(round);
    const link = document.createElement("a");
    const foot = document.createElement("div");
    foot.className = "foot";
    link.className = "button";
    link.href = next ? addressOf(round, next) : location.pathname + "?round=" + round.number;
    if (next) { link.dataset.board = next; link.dataset.seating = round.seating; } else { link.dataset.go = round.number; }
    link.textContent = next ? words.onTo.replace("{board}", next) : words.whereTo;
    foot.appendChild(link);
    return foot;
  }
  function answerFor(round, board, fields) {
    const part = copyOf("answer-template");
    const fill = (name) => part.querySelector('[data-fill="' + name + '"]');
    const read = reading(fields, board);
    fill("title").textContent = words.right.replace("{names}", round.first.EW || words.sides.EW);
    fill("pair").textContent = round.pair.EW || "";
    const line = copyOf('template[data-round="' + round.number + '"]').querySelector('.boardline[data-board="' + board + '"] .board');
    fill("board").replaceWith(line);
    contractInto(fill("contract"), fields);
    const rows = { declarer: read.declarer && read.declarer + (round.names[fields.declarer] ? words.comma + round.names[fields.declarer] : ""), result: read.result };
    Object.keys(rows).forEach((name) => { if (rows[name]) fill(name).textContent = rows[name]; else fill(name).parentNode.remove(); });
    if (fields.lead_suit) cardInto(fill("lead"), fields); else fill("lead").parentNode.remove();
    fill("points").textContent = signed(-read.points);
    ["agree", "dispute"].forEach((name) => {
      const form = part.querySelector("#" + name);
      form.setAttribute("action", location.pathname + board + "/" + name + "/");
      form.elements.seating.value = round.seating;
      form.elements.seen.value = plan.seen;
      form.elements.side.value = "EW";
    });
    put(round, board, [part, boardsOf(round, 0)]);
  }
  function whereTo(round) {
    put(round, 0, [copyOf('template[data-where="' + round.number + '"]')]);
    if (!waiting().length) fetchInto(location.pathname + "?round=" + round.number);
  }
  async function fetchInto(url) {
    const mine = shown;
    try {
      const answer = await ask(url, { cache: "no-store", redirect: "manual", headers: { "HX-Request": "true" } });
      if (!answer.ok) return;
      const text = await answer.text();
      while (isPressed) await new Promise((resolve) => setTimeout(resolve, 50));  // a key that is replaced under the finger is never clicked
      if (mine !== shown) return;  // somebody went on meanwhile
      const holder = document.createElement("template");
      holder.innerHTML = text;
      const fresh = holder.content.querySelector("#view");
      if (fresh) { view().replaceWith(fresh); shown += 1; paint(); }
    } catch (failure) { setOffline(); }
  }
  function land() {
    const asked = /[?&]round=(\d+)/.exec(location.search);
    const now = plan.rounds.find((round) => firstOpen(round)) || plan.rounds[plan.rounds.length - 1];
    const opened = Math.max(load(OPENED, 0), asked ? Number(asked[1]) : 0);
    const index = plan.rounds.indexOf(now);
    if (!firstOpen(now)) return whereTo(now);
    if (index > 0 && !hasBegun(now) && opened < now.number) return whereTo(plan.rounds[index - 1]);
    const unanswered = now.boards.find((board) => stateOf(nameOf(now, board)).state === "waiting" && said(nameOf(now, board)));
    return show(now, unanswered || firstOpen(now));
  }

  /* ---------- reading a slip aloud ---------- */
  const SIGNS = { C: ["club", "♣\uFE0E"], D: ["diamond", "♦\uFE0E"], H: ["heart", "♥\uFE0E"], S: ["spade", "♠\uFE0E"] };
  function sign(suit) {
    const mark = document.createElement("b");
    mark.className = SIGNS[suit][0];
    mark.textContent = SIGNS[suit][1];
    return mark;
  }
  function sayInto(node, text) {
    const spoken = document.createElement("span");
    spoken.className = "say";
    spoken.textContent = text;
    node.appendChild(spoken);
  }
  function contractInto(node, fields) {
    node.textContent = "";
    if (fields.denomination === "P") { node.textContent = words.passed; return; }
    const seen = document.createElement("span");
    seen.className = "contract";
    seen.setAttribute("aria-hidden", "true");
    seen.appendChild(document.createTextNode(fields.level));
    seen.appendChild(fields.denomination === "N" ? document.createTextNode(words.nt) : sign(fields.denomination));
    seen.appendChild(document.createTextNode(fields.doubling || ""));
    node.appendChild(seen);
    sayInto(node, fields.level + " " + words.strains[fields.denomination] + " " + (words.doubling[fields.doubling] || ""));
  }
  function cardInto(node, fields) {
    node.textContent = "";
    const seen = document.createElement("span");
    seen.className = "nowrap";
    seen.appendChild(sign(fields.lead_suit));
    seen.appendChild(document.createTextNode(fields.lead_rank === "T" ? "10" : fields.lead_rank || ""));
    node.appendChild(seen);
  }
  const signed = (points) => (points > 0 ? "+" : points < 0 ? "−" : "") + Math.abs(points);
  function overOf(fields) {
    if (fields.tricks) return Number(fields.tricks) - Number(fields.level) - 6;
    return fields.result === "=" ? 0 : fields.result ? Number(fields.result) : null;
  }
  /* Declarer, result and North-South's points of what the keys say; what is not known yet is missing. The points are the engine's, sent with the page. */
  function reading(fields, board) {
    if (fields.denomination === "P") return { points: 0 };
    const over = overOf(fields);
    const read = { declarer: words.seats[fields.declarer] };
    if (!fields.level || !fields.denomination || over === null) return read;
    const tricks = Number(fields.level) + 6 + over;
    if (tricks < 0 || tricks > 13) return read;
    read.result = words.results[over] + words.comma + words.tricks.replace("{n}", tricks);
    if (!fields.declarer) return read;
    const side = fields.declarer === "N" || fields.declarer === "S" ? "NS" : "EW";
    const vulnerable = plan.vulnerable[board] === "both" || plan.vulnerable[board] === side;
    const like = { C: "D", D: "D", H: "S", S: "S", N: "N" }[fields.denomination];
    const points = plan.points[fields.level + like + (fields.doubling || "")][vulnerable ? 1 : 0][tricks];
    read.points = side === "NS" ? points : -points;
    return read;
  }
  function fieldsOf(form) {
    const fields = {};
    Array.from(form.elements).forEach((each) => {
      if (each.name && each.name !== "csrfmiddlewaretoken" && (!/radio|checkbox/.test(each.type) || each.checked)) fields[each.name] = each.value;
    });
    return fields;
  }
  function boardOf(form) { return Number(/\/(\d+)\/(?:agree\/|dispute\/)?(?:\?|$)/.exec(form.getAttribute("action"))[1]); }
  function readBack(form) {
    const fields = fieldsOf(form);
    const read = reading(fields, boardOf(form));
    const fill = (name) => form.querySelector('[data-fill="' + name + '"]');
    const known = fields.denomination === "P" || (fields.level && fields.denomination);
    if (known) contractInto(fill("contract"), fields); else fill("contract").textContent = "";
    if (known && read.declarer) fill("contract").appendChild(document.createTextNode(" " + words.by.replace("{seat}", read.declarer)));
    const second = fill("lead");
    second.textContent = "";
    if (fields.lead_suit && fields.lead_rank && fields.denomination !== "P") {
      const around = words.lead.split("{card}");
      const card = document.createElement("span");
      cardInto(card, fields);
      [around[0], card, around[1] + (read.result ? words.comma : "")].forEach((each) => second.appendChild(each.nodeType ? each : document.createTextNode(each)));
    }
    second.appendChild(document.createTextNode(read.result || ""));
    fill("points").textContent = read.points === undefined ? "" : signed(read.points);
    fill("side").textContent = read.points === undefined ? "" : words.sides.NS;
    form.querySelectorAll('[name="result"]').forEach((key) => {
      const tricks = Number(fields.level || 4) + 6 + (key.value === "=" ? 0 : Number(key.value));
      key.disabled = tricks > 13;
      if (key.disabled) key.checked = false;
    });
  }
  function isDirty() {
    const form = document.getElementById("slip");
    return Boolean(form && (form.querySelector('[name="level"]:checked') || form.querySelector('[name="denomination"]:checked')));
  }

  /* ---------- what is drawn over everything ---------- */
  function note(text) {
    const net = document.getElementById("net");
    if (net.dataset.text === text) return;
    net.dataset.text = text;
    net.className = text ? "note" : "";
    net.textContent = text;
  }
  function clockOf(time) {
    const when = new Date(time);
    return ("0" + when.getHours()).slice(-2) + ":" + ("0" + when.getMinutes()).slice(-2);
  }
  function paint() {
    const boards = waiting().map((entry) => entry.board).filter((board, index, all) => board && all.indexOf(board) === index);
    const held = boards.length ? " " + (boards.length > 1 ? words.waitingMany : words.waitingOne).replace("{boards}", boards.join(words.comma)) : "";
    const network = offlineSince ? words.noNetwork.replace("{time}", clockOf(offlineSince)) + held : isLost ? words.lost : "";
    note([message, network].filter((text) => text).join(" "));
    document.querySelectorAll("#view a.at[data-board]").forEach((key) => {
      const state = stateOf(key.dataset.seating + "-" + key.dataset.board);
      const label = key.querySelector("small");
      if (!state || label.textContent === state.words && label.className === state.look) return;
      label.className = state.look;
      label.textContent = state.words;
    });
    const list = document.getElementById("refused");
    list.textContent = "";
    queue().filter((entry) => entry.refused).forEach((entry) => {
      const item = document.createElement("li");
      const done = document.createElement("button");
      item.className = "note bad";
      item.textContent = words.board.replace("{board}", entry.board).replace("{told}", entry.refused.join(" ")) + " ";
      done.className = "plain";
      done.type = "button";
      done.textContent = words.setAside;
      done.addEventListener("click", () => { dequeue(entry.key); paint(); });
      item.appendChild(done);
      list.appendChild(item);
    });
  }
  function tick() {
    const clock = document.querySelector("#clock[data-until]");
    if (!clock) return;
    const left = Number(clock.dataset.until) - Math.floor(Date.now() / 1000);
    const minutes = Math.floor(Math.abs(left) / 60);
    if (minutes > 300) return;
    clock.firstElementChild.textContent = (left < 0 ? "+" : "") + minutes + ":" + ("0" + Math.abs(left) % 60).slice(-2);
    clock.lastElementChild.textContent = left < 0 ? words.over : words.left;
  }

  /* ---------- what people do ---------- */
  function complain(form, told) {
    form.querySelectorAll(".error, .note.bad").forEach((old) => old.remove());
    Object.keys(told).forEach((name) => {
      const line = document.createElement("p");
      const key = name === "__all__" ? null : form.querySelector('[name="' + name + '"]');
      line.className = key ? "error" : "note bad";
      line.setAttribute("role", "alert");
      line.textContent = told[name].join(" ");
      if (key && key.closest("fieldset")) key.closest("fieldset").appendChild(line); else form.insertBefore(line, form.firstChild);
      line.scrollIntoView({ block: "center" });
    });
  }
  function missingIn(fields) {
    if (fields.denomination === "P") return {};
    const told = {};
    ["level", "denomination", "declarer"].forEach((name) => { if (!fields[name]) told[name] = [words.missing[name]]; });
    if (!fields.result && !fields.tricks) told.result = [words.missing.result];
    if (Boolean(fields.lead_suit) !== Boolean(fields.lead_rank)) told.lead_suit = [words.missing.lead];
    return told;
  }
  async function submit(form, kind) {
    const fields = fieldsOf(form);
    const board = boardOf(form);
    const round = plan.rounds.find((each) => String(each.seating) === fields.seating);
    if (kind === "report") {
      const missing = missingIn(fields);
      if (Object.keys(missing).length) return complain(form, missing);
    } else if (kind === "dispute" && !fields.wrong) {
      return complain(form, { wrong: [words.missing.wrong] });
    }
    if (!round) { HTMLFormElement.prototype.submit.call(form); return undefined; }
    const at = nameOf(round, board);
    const before = said(at);
    Object.assign(fields, { key: newKey(), after: before ? before.key : "" });
    const entry = { key: fields.key, url: form.getAttribute("action"), fields: fields, at: at, board: board, kind: kind };
    const button = form.querySelector("button");
    button.disabled = true;
    let queued = waiting().length > 0;
    if (!queued) {
      busy = true;
      const outcome = await send(entry);
      busy = false;
      if (outcome.refused) {
        button.disabled = false;
        complain(form, outcome.fields || { __all__: outcome.refused });
        if (await poll()) form.elements.seen.value = plan.seen;  // who reads the refusal and sends again has seen how things stand
        return undefined;
      }
      queued = Boolean(outcome.network);
      if (outcome.done) {
        const news = {};
        news[at] = Object.assign({}, plan.boards[at], lookOf(outcome.done.state));
        hear({ plan: plan.plan, boards: Object.assign({}, plan.boards, news), seen: outcome.done.seen });
        offlineSince = null;
      }
    }
    if (queued) {
      entry.fields.keep = "True";
      enqueue(entry);
      if (!offlineSince) flush(); else paint();
    }
    remember(at, fields.key, kind === "report" ? fields : null);
    if (queued && !offlineSince) setOffline();
    return after(round, board, kind, queued);
  }
  function lookOf(state) {
    const known = { waiting: ["waits", words.waits.NS], agreed: ["agreed", words.agreed], disputed: ["disputed", words.disputed], director: ["waits", words.director] }[state];
    return known ? { state: state, look: known[0], words: known[1] } : {};
  }
  function after(round, board, kind, queued) {
    if (kind === "agree" && queued) {
      const next = firstOpen(round);
      return next ? show(round, next) : whereTo(round);
    }
    return show(round, board);
  }
  async function callDirector(form) {
    const outcome = await send({ url: form.getAttribute("action"), fields: Object.assign(fieldsOf(form), { key: newKey() }) });
    message = outcome.done ? words.called : words.callAloud;
    paint();
  }

  document.addEventListener("pointerdown", () => { isPressed = true; }, true);
  ["pointerup", "pointercancel"].forEach((end) => document.addEventListener(end, () => setTimeout(() => { isPressed = false; }, 0), true));
  document.addEventListener("submit", (event) => {
    const kind = { slip: "report", agree: "agree", dispute: "dispute", director: "call" }[event.target.id];
    if (!kind) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (kind === "call") callDirector(event.target); else submit(event.target, kind);
  }, true);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-board], a[data-go], a[data-open]");
    if (!link) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (link.dataset.go) return whereTo(roundOf(Number(link.dataset.go)));
    if (link.dataset.open) {
      const round = roundOf(Number(link.dataset.open));
      save(OPENED, Math.max(load(OPENED, 0), round.number));
      return show(round, firstOpen(round) || round.boards[0]);
    }
    const round = plan.rounds.find((each) => String(each.seating) === link.dataset.seating);
    return round && show(round, Number(link.dataset.board));
  }, true);
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (!form || form.id !== "slip") return;
    if (event.target.name === "result") form.elements.tricks.value = "";
    if (event.target.name === "tricks") form.querySelectorAll('[name="result"]').forEach((key) => { key.checked = false; });
    readBack(form);
  });
  window.addEventListener("online", refresh);
  document.addEventListener("visibilitychange", refresh);
  setInterval(refresh, 5000);
  setInterval(tick, 1000);

  /* This phone may open the page again without network: the server lets it keep the page where this cookie stands, and it is fetched once more with it. */
  document.cookie = "slips=1; path=/; max-age=604800; SameSite=Lax";
  (async function () {
    const seen = plan.seen;
    const before = load(HEARD, null);
    if (before && before.plan === plan.plan && before.seen > plan.seen) hear(before);
    const heard = await poll();
    if (waiting().length) await flush();
    if ((!heard || plan.seen !== seen || waiting().length) && !isDirty()) land();
    paint();
    tick();
    const form = document.getElementById("slip");
    if (form) readBack(form);
    if (heard) ask(location.href, { cache: "reload" }).catch(() => undefined);
  }());
}());
