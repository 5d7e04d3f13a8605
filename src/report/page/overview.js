// overview.js -- the first page: numbers, filters, models, findings.

const pieces = { causes: 10, models: 15, findings: 50 }; // shown at first
let limits = { ...pieces };
let onlyFindings = null;          // columns with findings only; null: decide by size
const openedGroups = new Map();   // table and arity -> groups opened or closed by hand

// ---- Numbers. ----

function card(letter, number, label, props = {}) {
  return el("div", { class: `card ${letter}`, ...props },
    el("span", { class: "big" }, number), el("span", { class: "label" }, label));
}

function share(counts) {
  const bar = el("span", { class: "share", "aria-hidden": "true" });
  const sum = counts.v + counts.u + counts.n + counts.s;
  for (const letter of "vuns")
    if (counts[letter]) {
      const part = el("span", { class: letter });
      part.style.flexGrow = counts[letter] / sum;
      bar.append(part);
    }
  return bar;
}

function summary() {
  const models = new Set(tables.map((t) => t.model)).size;
  const reasons = new Map();
  for (const table of tables)
    for (const row of table.rows)
      for (const reason of row.reasons.values()) reasons.set(reason, (reasons.get(reason) || 0) + 1);
  const why = [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 5);
  return el("div", { class: "summary" },
    el("div", { class: "cards" },
      card("v", count(totals.v), totals.v === 1 ? "violation" : "violations"),
      card("u", count(totals.u), ["unknown", why.length
        ? el("span", { class: "aside" }, " ", why.flatMap(([reason, n], i) =>
            [i ? ", " : "(", name(reason, 20), ` ${count(n)}`]), ")") : null]),
      totals.n ? card("n", count(totals.n), "no violation found") : null,
      card("s", count(totals.s), "safe"),
      card("plain", count(totals.all), totals.all === 1 ? "query" : "queries"),
      card("plain", count(models), models === 1 ? kindOfModel : kindOfModels),
      card("plain", duration(totals.us), "for all queries")),
    share(totals), hasBaseline ? baselineSummary() : null);
}

function baselineSummary() {
  const counts = { introduced: 0, fixed: 0, unchanged: 0, unseen: 0, undecided: 0 };
  for (const table of tables)
    for (const row of table.rows)
      for (let c = 0; c < row.cells.length; c++) {
        const change = changeOf(row, c);
        if (change) counts[change]++;
      }
  const chip = (change) => el("button", { type: "button", class: `chip ${change}`,
    "aria-pressed": String(state.change === change),
    onclick: () => { choose({ change: state.change === change ? "" : change }); refilter(); } },
    el("b", {}, count(counts[change])), ` ${changes[change]}`);
  return el("div", { class: "baseline" },
    el("span", {}, "Violations against ", name(string(raw.baseline), 60), ": "),
    ["introduced", "fixed", "unchanged"].map(chip),
    counts.unseen ? chip("unseen") : null,
    counts.undecided ? chip("undecided") : null,
    gone.length ? el("details", {}, el("summary", {},
      `${plural(gone.length, "violation")} of the baseline no longer asked about`),
      el("ul", {}, gone.slice(0, 500).map((g) => el("li", {}, name(g.model), " · ",
        name(g.pattern, 40), " · ", names(g.fields, 60))))) : null);
}

// ---- Filters. ----

function option(value, label, chosen) {
  return el("option", { value, selected: value === chosen }, label);
}

function picker(key, label, values) {
  const select = el("select", { id: `pick-${key}`, onchange: (event) => {
    choose({ [key]: event.target.value });
    refilter();
  } }, option("", "any", state[key]),
    values.map(([value, text]) => option(value, plain(clip(text, 60)), state[key])));
  select.value = state[key];
  return el("label", {}, el("span", {}, label), select);
}

let typing = 0;
function filters() {
  const search = el("input", { type: "search", id: "search", value: state.q,
    placeholder: "words of any name", title: "model, pattern, field, process; press / to come here", autocomplete: "off", spellcheck: "false",
    oninput: () => {
      clearTimeout(typing);
      typing = setTimeout(() => { choose({ q: search.value }); refilter(); }, 120);
    } });
  const chip = (letter) => el("button", { type: "button", class: `chip ${letter}`,
    "data-verdict": letter, "aria-pressed": String(pressed("verdict", letter)),
    onclick: () => {
      choose({ verdict: inOrder("verdict", (l) => (l === letter) !== pressed("verdict", l)) });
      refilter();
    } }, el("span", { class: `sign ${letter}`, "aria-hidden": "true" }, verdicts[letter].sign),
    ` ${verdicts[letter].word}`);
  const asked = ({ letter, word }) => el("button", { type: "button", class: "chip",
    "data-question": letter, "aria-pressed": String(pressed("question", letter)),
    onclick: () => {
      choose({ question: inOrder("question", (l) => (l === letter) !== pressed("question", l)) });
      refilter();
    } }, word);
  const others = ["question", "pattern", "field", "class", "method", "process", "rank", "grade", "change"];
  const simple = (set) => [...set].sort().map((value) => [value, value]);
  const models = new Set(tables.map((table) => table.model));
  return el("form", { class: known.question.size > 1 ? "filters two-rows" : "filters", role: "search", "aria-label": "Filter the queries",
                      onsubmit: (event) => event.preventDefault() },
    el("label", { class: "wide" }, el("span", {}, "Search"), search),
    el("fieldset", {}, el("legend", {}, "Verdict"), [...verdictLetters].map(chip)),
    el("details", { class: "others", open: innerWidth > 736 || others.some((key) => state[key] !== empty[key]) },
      el("summary", {}, "More filters"), el("div", {},
      known.question.size > 1 ? el("fieldset", {}, el("legend", {}, "Question"),
        questions.filter((question) => known.question.has(question)).map(asked)) : null,
      known.pattern.size > 1 ? picker("pattern", "Pattern", [...known.pattern].map(([p, title]) => [p, title ? `${p} ${title}` : p])) : null,
      known.field.size > 1 ? picker("field", "Field", simple(known.field)) : null,
      models.size > 1 ? picker("class", titleOf(kindOfModel), simple(models)) : null,
      known.method.size ? picker("method", "Method", simple(known.method)) : null,
      known.process.size ? picker("process", "Process", simple(known.process)) : null,
      known.rank.size > 1 ? picker("rank", "Rank", Object.entries(ranks).filter(([kind]) => known.rank.has(kind))) : null,
      known.grade.size ? picker("grade", "Grade", simple(known.grade)) : null,
      hasBaseline ? picker("change", "Change", Object.entries(changes)) : null)),
    state.cause ? el("button", { type: "button", class: "chip", id: "chosen-cause", "aria-pressed": "true",
      title: "show all causes", onclick: () => { choose({ cause: "" }); drawOverview(); } },
      name(causeOf.has(state.cause) ? causeOf.get(state.cause).problem : state.cause, 60), " ×") : null,
    el("button", { type: "button", class: "reset", id: "reset", disabled: !filtered(),
      onclick: () => { choose({ ...empty, m: state.m }); drawOverview(); byId("search").focus(); } }, "Reset"));
}

// ---- Models. ----

function modelCard(table, hits, filter) {
  const open = state.m === table.key || (tables.length === 1 && state.m !== "-");
  const body = el("div", { class: "model-body" });
  const head = el("button", { type: "button", class: "model-head", "aria-expanded": String(open),
    onclick: () => {
      choose({ m: open ? (tables.length === 1 ? "-" : "") : table.key });
      drawModels();
    } },
    el("span", { class: "arrow", "aria-hidden": "true" }, open ? "▾" : "▸"),
    el("span", { class: "model-name" }, name(table.model, 120),
      severalSets ? el("span", { class: "aside" }, " ", name(table.automata, 30)) : null),
    share(hits),
    el("span", { class: "tally" }, [..."vuns"].filter((l) => hits[l]).map((l) =>
      el("span", { class: `of-${l}` }, el("span", { class: `sign ${l}`, "aria-hidden": "true" }, verdicts[l].sign),
        ` ${count(hits[l])} `, el("span", { class: "sr" }, verdicts[l].word)))),
    el("span", { class: "time" }, duration(table.us)));
  if (open) append(body, [notesOf(table), ...matrices(table, filter)]);
  return el("article", { class: `model${open ? " open" : ""}` }, el("h3", {}, head), body);
}

// What the model of a program leaves out or adds; how many notes say so.
function notesOf(table) {
  if (!table.notes) return null;
  const { mayMiss, adds } = table.notes;
  if (!mayMiss && !adds) return el("p", { class: "hint" }, "The model was made from a program, without a note.");
  const parts = [];
  if (mayMiss) parts.push(`${plural(mayMiss, "note")} ${mayMiss === 1 ? "says" : "say"} what the program can do and the model cannot: “safe” does not cover that.`);
  if (adds) parts.push(`${plural(adds, "note")} ${adds === 1 ? "says" : "say"} what the model can do and the program cannot: a violation may need that.`);
  return el("p", { class: "hint" }, parts.join(" "), " ", el("code", {}, "--notes"), " shows them.");
}

function matrices(table, filter) {
  const wide = [...table.columns.values()].some((list) => list.length > groupFrom);
  const only = onlyFindings === null ? wide && table.counts.v + table.counts.u > 0 : onlyFindings;
  const parts = [];
  const readout = el("p", { class: "readout" },
    "Point at a cell, or walk with the arrow keys; Enter opens a violation.");
  const side = el("div", { class: "mx-list" });
  if (wide || onlyFindings !== null)
    parts.push(el("label", { class: "switch" }, el("input", { type: "checkbox", id: "only-findings",
      checked: only, onchange: (event) => { onlyFindings = event.target.checked; drawModels(); } }),
      " Only columns with findings"));
  const list = [];
  for (const arity of aritiesOf(table)) {
    const key = `${table.index} ${arity}`;
    if (!openedGroups.has(key)) openedGroups.set(key, new Set());
    const matrix = new Matrix(table, arity, { filter, onlyFindings: only,
      opened: openedGroups.get(key), redraw: drawModels, readout });
    if (matrix.rows.length) list.push(matrix);
  }
  for (const matrix of list) {
    matrix.setHeight(Math.max(...list.map((m) => m.height)));
    side.append(matrix.node);
  }
  parts.push(side, readout, el("p", { class: "legend" },
    [...verdictLetters].flatMap((l) => [el("span", { class: `sign ${l}`, "aria-hidden": "true" }, verdicts[l].sign),
                                       ` ${verdicts[l].word} `]),
    hasBaseline ? [el("span", { class: "corner introduced" }), " introduced ",
                   el("span", { class: "corner fixed" }), " fixed"] : null));
  return parts;
}

let found = null;

// WORD is for more than one.
function more(rest, word, key, step) {
  return el("button", { type: "button", class: "rest", onclick: () => {
    limits[key] += step;
    ({ causes: drawCauses, models: drawModels, findings: drawFindings })[key]();
  } }, rest > step ? `Show ${count(step)} of ${count(rest)} further ${word}`
                : rest > 1 ? `Show ${count(rest)} further ${word}` : "Show one more");
}

function drawModels() {
  const filter = makeFilter();
  const list = [...found.tables];
  const chosen = list.findIndex(([table]) => table.key === state.m);
  const shown = list.slice(0, Math.max(limits.models, chosen + 1));
  byId("models").replaceChildren(
    ...shown.map(([table, hits]) => modelCard(table, hits, filter)),
    ...(list.length > shown.length ? [more(list.length - shown.length, kindOfModels, "models", 100)] : []));
  if (!list.length) byId("models").append(el("p", { class: "hint" }, `No ${kindOfModel} has a query that fits the filters.`));
}

// ---- Findings. ----

function finding({ row, c }) {
  const letter = row.cells[c], violation = row.violations.get(c), { table } = row;
  const fields = table.columns.get(row.arity)[c];
  const change = changeOf(row, c);
  const td = (label, ...kids) => el("td", { "data-label": label, class: kids[0] === "–" ? "nil" : "" }, kids);
  const what = [patternName(row, row.label, 80)];
  return el("tr", { class: violation ? "link" : "" },
    td("Verdict", el("span", { class: `badge ${letter}` }, verdicts[letter].word),
      change ? [" ", el("span", { class: `change ${change}` }, changes[change])] : null),
    td(whatIsAsked, violation ? el("a", { href: address({ v: violation.id, step: "" }) }, what) : what,
      violation && violation.why ? el("span", { class: "aside why" }, " ", name(violation.why, 80)) : null),
    td("Fields", fields.length ? names(fields, 60) : "–"),
    td(letter === "u" ? "Reason" : "Processes", violation ? names(violation.methods || violation.processes, 40)
      : letter === "u" ? name(row.reasons.get(c) || "", 60) : "–"),
    td(titleOf(kindOfModel), name(table.model, 80), severalSets ? el("span", { class: "aside" }, " ", name(table.automata, 30)) : null),
    td("Time", duration(row.us[c])));
}

function drawFindings() {
  const shown = found.all.slice(0, limits.findings);
  const rest = found.all.length - shown.length;
  const table = el("table", { class: "findings" },
    el("thead", {}, el("tr", {}, ["Verdict", whatIsAsked, "Fields", "Processes or reason", titleOf(kindOfModel), "Time"]
      .map((title) => el("th", { scope: "col" }, title)))),
    el("tbody", {}, shown.map(finding)));
  table.addEventListener("click", (event) => {
    const link = event.target.closest("tr.link");
    if (link && !event.target.closest("a") && !getSelection().toString())
      link.querySelector("a").click();
  });
  byId("findings").replaceChildren(shown.length ? table : el("p", { class: "hint" }, "No query fits the filters."),
    ...(rest ? [more(rest, "queries", "findings", 200)] : []));
}

// ---- All of it. ----

const matchText = () => filtered()
  ? `${plural(found.all.length, "query", "queries")} of ${count(totals.all)}` : plural(totals.all, "query", "queries");

// The filters have changed: draw what depends on them.
function refilter() {
  limits = { ...pieces };
  found = matching();
  for (const key of ["verdict", "question"])
    for (const chip of document.querySelectorAll(`.filters [data-${key}]`))
      chip.setAttribute("aria-pressed", String(pressed(key, chip.dataset[key])));
  for (const chip of document.querySelectorAll(".baseline .chip"))
    chip.setAttribute("aria-pressed", String(chip.classList.contains(state.change)));
  const change = byId("pick-change");
  if (change) change.value = state.change;
  byId("reset").disabled = !filtered();
  byId("matches").textContent = matchText();
  announce(matchText());
  drawCauses();
  drawModels();
  drawFindings();
}

function drawOverview() {
  found = matching();
  byId("overview").replaceChildren(
    el("h2", { class: "sr" }, "Overview"), summary(), filters(),
    el("h2", { id: "causes-title" }, "What to look at first ", el("span", { class: "aside", id: "cause-count" })),
    el("div", { id: "causes" }),
    el("h2", {}, titleOf(kindOfModels)), el("div", { id: "models" }),
    el("h2", { id: "queries" }, "Queries ", el("span", { class: "aside", id: "matches" }, matchText())),
    el("div", { id: "findings" }));
  drawCauses();
  drawModels();
  drawFindings();
}
