/* A table's slips without network.

   The page holds the slips of every round and never has to navigate: what is entered is queued on the phone (slip_queue.js) and sent in order to the same
   addresses as the plain forms, also after the tab was closed and opened again. */
(function () {
  "use strict";
  const slips = window.slips;
  if (!slips) return;
  const { plan, words, load, save, queue, waiting, lookAgain, follow, isOnlyHere, enqueue, dequeue, refuse, said, remember, markAgain, newKey, ask, send } = slips;
  const { contractInto, cardInto, signed, reading, fieldsOf, boardOf, readBack, isDirty, fillKeys, complain, missingIn } = slips;
  const HEARD = "slips.heard " + location.pathname;
  const OPENED = "slips.opened " + location.pathname;
  let newest = null;  // what the server said last, and under which mark
  let offlineSince = null;
  let cannotStore = false;  // the club's computer answers, and cannot write down what is sent
  let busy = false;
  let shown = 0;
  let hasLanded = false;
  let isPressed = false;
  let message = "";  // what the page has to say besides the network, until somebody goes on
  let isLost = false;
  let soon = 0;
  let asked = 0;  // what is heard in answer to an older question than the newest answer would take something back
  let answered = 0;

  /* ---------- the network ---------- */
  async function flush() {
    if (busy) return;
    busy = true;
    let sent = 0;
    const again = [];
    const late = [];
    for (let entry = waiting()[0]; entry; entry = waiting()[0]) {
      const outcome = await send(entry);
      if (outcome.network) { setOffline(outcome.cannotStore); break; }
      if (outcome.refused) {
        refuse(entry.key, outcome.refused);
      } else {
        dequeue(entry.key);
        answered = ++asked;
        if (entry.kind === "call") message = words.called;
        if (entry.again && outcome.done.state !== "not_in" && !again.includes(entry.board)) again.push(entry.board);
        if ((outcome.done.called || outcome.done.state === "director") && !late.includes(entry.board)) late.push(entry.board);
      }
      setOnline();
      sent += 1;
      paint();
    }
    busy = false;
    if (sent) await poll();  // which may show the board anew, and with it nothing that was said before
    if (late.length) message = (late.length > 1 ? words.lateMany : words.lateOne).replace("{boards}", late.join(words.comma));
    if (again.length) message = (again.length > 1 ? words.againMany : words.againOne).replace("{boards}", again.join(words.comma));
    paint();
  }
  /* The club's computer may have gone back to a copy older than what it acknowledged. What it tells nothing of is sent once more under its old key: where it
     was only taken back, the key is known and nothing changes. */
  function sendAgain() {
    plan.rounds.forEach((round) => round.boards.forEach((board) => {
      const at = nameOf(round, board);
      const own = said(at);
      if (!own || !own.sent || own.sent[0].kind !== "report") return;
      const isMissing = plan.boards[at].state === "not_in";
      if (own.again && !isMissing) markAgain(at, false);
      if (own.again || !isMissing || own.pair !== JSON.stringify(round.pair) || queue().some((entry) => entry.at === at)) return;
      markAgain(at, true);
      own.sent.forEach((entry) => enqueue(Object.assign({}, entry, { again: true, fields: Object.assign({}, entry.fields, { seen: plan.seen, keep: "True" }) })));
    }));
  }
  function setOffline(isThere) {
    offlineSince = offlineSince || Date.now();
    cannotStore = Boolean(isThere);
    paint();
  }
  function setOnline() { offlineSince = null; cannotStore = false; }

  /* Hear how far the boards have come; true when the server answered. */
  async function poll() {
    const mine = ++asked;
    let news;
    try {
      const headers = Object.assign({ Accept: "application/json" }, newest ? { "If-None-Match": newest.mark } : {});
      const answer = await ask(plan.state, { cache: "no-store", redirect: "manual", headers: headers });
      if (answer.type === "opaqueredirect" || answer.status === 403) { isLost = true; paint(); return true; }
      if (answer.status !== 304) {
        if (answer.status >= 500) { setOffline(true); return false; }
        if (!answer.ok) throw new Error("no answer");
        news = JSON.parse(answer.text);
        if (mine > answered) newest = { mark: answer.mark, told: news };
      } else {
        news = newest.told;
      }
    } catch (failure) {
      setOffline();
      return false;
    }
    if (!cannotStore || !waiting().length) setOnline();  // to be read is not yet to write: what waits tries that
    slips.csrf = news.csrf;
    if (mine < answered) { paint(); return true; }
    answered = mine;
    hear(news);
    isLost = !news.holds;
    if (news.holds && news.plan === plan.plan && !busy) sendAgain();
    if (news.plan !== plan.plan && !isDirty() && !waiting().length && !busy && !isPressed) { location.reload(); return true; }
    catchUp();
    return true;
  }
  /* A page that the phone has kept may be older than what it heard since. */
  function hear(news) {
    plan.boards = news.boards;
    plan.seen = news.seen;
    plan.clock = news.clock || plan.clock;
    save(HEARD, { plan: news.plan, boards: news.boards, seen: news.seen, clock: plan.clock });
  }
  slips.renew = poll;
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
    return { state: becomes, look: "nonet", words: cannotStore ? words.waitsHere : offlineSince ? words.waitsNetwork : words.sending, local: true };
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
    document.querySelector(".band .where small").textContent = round.title;
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
    if (stateOf(nameOf(round, board)).state === "disputed") objectionInto(form.parentNode.querySelector('[data-fill="disputed"]'), round, board);
  }
  /* What the other side says is wrong: told on this phone, or asked for where it was told on another. */
  async function objectionInto(note, round, board) {
    const own = said(nameOf(round, board));
    const told = own && own.objection;
    const fill = note.querySelector('[data-fill="objection"]');
    const tell = (text) => { if (text) fill.textContent = words.between + text; };
    note.hidden = false;
    if (told) {
      const sentence = words.wrongs[told.wrong] ? words.saysWrong.replace("{side}", words.sides.EW).replace("{wrong}", words.wrongs[told.wrong]) : "";
      return tell([sentence, told.remark ? "“" + told.remark + "”" : ""].filter((text) => text).join(words.between));
    }
    try {
      const answer = await ask(addressOf(round, board), { cache: "no-store", redirect: "manual", headers: { "HX-Request": "true" } });
      const holder = document.createElement("template");
      holder.innerHTML = answer.ok ? answer.text : "";
      const found = holder.content.querySelector("[data-objection]");
      return tell(found && found.textContent.trim());
    } catch (failure) { return setOffline(); }
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
    const rows = { declarer: read.declarer && read.declarer + (round.names[fields.declarer] ? words.clause + round.names[fields.declarer] : ""), result: read.result };
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
  /* A key that is replaced under the finger is never clicked. */
  async function letGo() { while (isPressed) await new Promise((resolve) => setTimeout(resolve, 50)); }
  async function fetchInto(url) {
    const mine = shown;
    try {
      const answer = await ask(url, { cache: "no-store", redirect: "manual", headers: { "HX-Request": "true" } });
      if (!answer.ok) return;
      await letGo();
      if (mine !== shown) return;  // somebody went on meanwhile
      const holder = document.createElement("template");
      holder.innerHTML = answer.text;
      const fresh = holder.content.querySelector("#view");
      if (fresh) { view().replaceWith(fresh); shown += 1; paint(); }
    } catch (failure) { setOffline(); }
  }
  const unansweredIn = (round) => round.boards.find((board) => stateOf(nameOf(round, board)).state === "waiting" && said(nameOf(round, board)));
  function land() {
    const asked = /[?&]round=(\d+)/.exec(location.search);
    const now = plan.rounds.find((round) => firstOpen(round)) || plan.rounds[plan.rounds.length - 1];
    const opened = Math.max(load(OPENED, 0), asked ? Number(asked[1]) : 0);
    const index = plan.rounds.indexOf(now);
    if (!firstOpen(now)) return whereTo(now);
    if (index > 0 && !hasBegun(now) && opened < now.number) return whereTo(plan.rounds[index - 1]);
    return show(now, unansweredIn(now) || firstOpen(now));
  }

  /* The board that is shown has come further elsewhere: on another tab of this phone, on another phone, at the desk. */
  function isOutdated() {
    const round = roundOf(Number(view().dataset.round));
    const at = round && view().dataset.board && nameOf(round, view().dataset.board);
    if (!hasLanded || busy || !at || !(at in plan.boards)) return false;
    const now = stateOf(at).state;
    const isFilledIn = document.getElementById("slip") && now !== "not_in" && now !== "disputed";
    return Boolean(isFilledIn || document.getElementById("agree") && now !== "waiting");
  }
  function catchUp() {
    if (isOutdated() && !isDirty() && !isPressed) show(roundOf(Number(view().dataset.round)), Number(view().dataset.board)); else paint();
  }
  function hearOtherTab(event) {
    if (event.key && event.key.indexOf("slips.") !== 0) return;
    follow(event);
    const heard = load(HEARD, null);
    if (heard && heard.plan === plan.plan && heard.seen > plan.seen) Object.assign(plan, { boards: heard.boards, seen: heard.seen });
    clearTimeout(soon);
    soon = setTimeout(catchUp, 100);  // an entry is kept in several pieces
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
    const held = boards.length ? (boards.length > 1 ? words.waitingMany : words.waitingOne).replace("{boards}", boards.join(words.comma)) : "";
    const trouble = cannotStore ? words.cannotStore : words.noNetwork;
    const network = offlineSince ? trouble.replace("{time}", clockOf(offlineSince)) : isLost ? words.lost : "";
    const meanwhile = isOutdated() ? words.meanwhile.replace("{board}", view().dataset.board) : "";
    note([message, meanwhile, network, held, isOnlyHere() ? words.onlyHere : ""].filter((text) => text).join(words.between));
    document.querySelectorAll("#view a.at[data-board]").forEach((key) => {
      const state = stateOf(key.dataset.seating + "-" + key.dataset.board);
      const label = key.querySelector("small");
      if (!state || label.textContent === state.words && label.className === state.look) return;
      label.className = state.look;
      label.textContent = state.words;
    });
    const list = document.getElementById("refused");
    list.textContent = "";
    queue().filter((entry) => entry.refused || entry.kind === "call").forEach((entry) => {
      const item = document.createElement("li");
      const done = document.createElement("button");
      const told = entry.kind === "call" ? entry.refused ? words.callAloud : words.callWaits
        : words.board.replace("{board}", entry.board).replace("{told}", entry.refused.join(words.between));
      item.className = entry.refused ? "note bad" : "note";
      item.textContent = told + " ";
      done.className = "plain";
      done.type = "button";
      done.textContent = entry.refused ? words.setAside : words.callNoMore;
      done.addEventListener("click", () => { dequeue(entry.key); paint(); });
      item.appendChild(done);
      list.appendChild(item);
    });
  }
  function tick() {
    const clock = document.getElementById("clock");
    const round = view().dataset.round;
    if (!clock || !plan.clock.ends[round]) return;
    const tell = (time, what) => { clock.firstElementChild.textContent = time; clock.lastElementChild.textContent = what; };
    if (plan.clock.paused) return tell(words.paused, words.stands);
    const now = Math.floor(Date.now() / 1000);
    const isTea = now >= plan.clock.ends[round] && now < plan.clock.tea[round];
    const left = (isTea ? plan.clock.tea[round] : plan.clock.ends[round]) - now;
    const minutes = Math.floor(Math.abs(left) / 60);
    if (minutes > 300) return;
    tell((left < 0 ? "+" : "") + minutes + ":" + ("0" + Math.abs(left) % 60).slice(-2), isTea ? words.tea : left < 0 ? words.over : words.left);
  }

  /* ---------- what people do ---------- */
  async function submit(form, kind) {
    const fields = fieldsOf(form);
    const board = boardOf(form);
    const round = plan.rounds.find((each) => String(each.seating) === fields.seating);
    if (kind === "report") {
      const missing = missingIn(fields);
      if (Object.keys(missing).length) return complain(form, missing, true);
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
    let outcome = {};
    if (!queued) {
      busy = true;
      outcome = await send(entry);
      busy = false;
      if (outcome.refused) {
        button.disabled = false;
        complain(form, outcome.fields || { __all__: outcome.refused });
        if (await poll()) form.elements.seen.value = plan.seen;  // who reads the refusal and sends again has seen how things stand
        return undefined;
      }
      queued = Boolean(outcome.network);
      if (outcome.done) {
        answered = ++asked;
        const news = {};
        news[at] = Object.assign({}, plan.boards[at], lookOf(outcome.done.state));
        hear({ plan: plan.plan, boards: Object.assign({}, plan.boards, news), seen: outcome.done.seen, clock: plan.clock });
        setOnline();
      }
    }
    if (queued) {
      entry.fields.keep = "True";
      enqueue(entry);
    }
    remember(entry, round.pair);
    if (outcome.network) setOffline(outcome.cannotStore); else if (queued && !offlineSince) flush();
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
  /* Without network the call waits like an entry, plainly marked; one is enough. */
  async function callDirector(form) {
    message = "";
    if (waiting().some((entry) => entry.kind === "call")) return refresh();
    const entry = { key: newKey(), url: form.getAttribute("action"), fields: fieldsOf(form), at: "", kind: "call" };
    entry.fields.key = entry.key;
    const outcome = waiting().length ? { network: true, cannotStore: cannotStore } : await send(entry);
    if (outcome.network) {
      enqueue(entry);
      if (waiting().length > 1 && !offlineSince) return flush();
      return setOffline(outcome.cannotStore);
    }
    message = outcome.done ? words.called : words.callAloud;
    return paint();
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
    if (form && form.id === "dispute") form.querySelectorAll(".error").forEach((line) => line.remove());
    if (!form || form.id !== "slip") return;
    if (event.target.name === "result") form.elements.tricks.value = "";
    if (event.target.name === "tricks") form.querySelectorAll('[name="result"]').forEach((key) => { key.checked = false; });
    const missing = missingIn(fieldsOf(form));
    form.querySelectorAll(".error[data-missing]").forEach((line) => { if (!missing[line.dataset.missing]) line.remove(); });
    readBack(form);
  });
  window.addEventListener("storage", hearOtherTab);
  window.addEventListener("online", refresh);
  document.addEventListener("visibilitychange", () => { lookAgain(); refresh(); });  // a tab that slept may have missed what another did
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
    await letGo();
    if (!shown && !busy && (!heard || plan.seen !== seen || waiting().length || plan.rounds.some(unansweredIn)) && !isDirty()) land();  // unless somebody went on meanwhile
    hasLanded = true;
    paint();
    tick();
    const form = document.getElementById("slip");
    if (form) readBack(form);
    if (heard) ask(location.href, { cache: "reload" }).catch(() => undefined);
  }());
}());
