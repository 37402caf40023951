/* A slip read aloud by its own phone: what its keys say, the points of it, what is missing; and the slip filled in again. Between slip_queue.js and slip.js. */
(function () {
  "use strict";
  const slips = window.slips;
  if (!slips) return;
  const plan = slips.plan;
  const words = slips.words;

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
    read.result = words.results[over] + words.clause + words.tricks.replace("{n}", tricks);
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
      [around[0], card, around[1] + (read.result ? words.clause : "")].forEach((each) => second.appendChild(each.nodeType ? each : document.createTextNode(each)));
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
  function fillKeys(form, fields) {
    ["level", "denomination", "doubling", "declarer", "lead_suit", "lead_rank", "result"].forEach((name) => {
      form.querySelectorAll('[name="' + name + '"]').forEach((key) => { key.checked = key.value === (fields[name] || ""); });
    });
    form.elements.tricks.value = fields.tricks || "";
  }
  /* What is missing is told until it is there. */
  function complain(form, told, isMissing) {
    form.querySelectorAll(".error, .note.bad").forEach((old) => old.remove());
    Object.keys(told).forEach((name) => {
      const line = document.createElement("p");
      const key = name === "__all__" ? null : form.querySelector('[name="' + name + '"]');
      line.className = key ? "error" : "note bad";
      if (isMissing) line.dataset.missing = name;
      line.setAttribute("role", "alert");
      line.textContent = told[name].join(words.between);
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

  Object.assign(slips, {
    contractInto: contractInto, cardInto: cardInto, signed: signed, reading: reading, fieldsOf: fieldsOf, boardOf: boardOf, readBack: readBack,
    isDirty: isDirty, fillKeys: fillKeys, complain: complain, missingIn: missingIn,
  });
}());
