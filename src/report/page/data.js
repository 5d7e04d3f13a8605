// data.js -- the data of the page, decoded.  src/report/emit.c writes it.
//
// A query is a cell {t, r, c}: table, row, column.  Cells stay letters in a
// string, v(iolation) s(afe) n(o violation found: something was not looked at)
// u(nknown) . (not asked); there may be half a million of them.

const raw = JSON.parse(byId("data").textContent);
const string = (index) => (index < 0 ? null : raw.s[index]);

const verdicts = {
  v: { word: "violation", many: "violations", sign: "V" },
  u: { word: "unknown", many: "unknown", sign: "?" },
  n: { word: "no violation found", many: "no violation found", sign: "–" },
  s: { word: "safe", many: "safe", sign: "·" },
};

// What is asked: the kinds of src/query/query.h, in their order.
const questions = [
  { letter: "p", word: "pattern" },
  { letter: "r", word: "race" },
  { letter: "d", word: "deadlock" },
  { letter: "a", word: "assert" },
  { letter: "x", word: "exclusive" },
  { letter: "w", word: "stuck" },
];

// The kinds of ranks of src/explain/rank.h, the most dangerous first.
const ranks = {
  "deadlock": "deadlock, or a failing assertion",
  "half-locked": "race of a field that is locked elsewhere",
  "deadlock-if": "deadlock if objects are the same",
  "lost-update": "lost update",
  "torn-pair": "torn pair",
  "other": "other",
  "minor": "minor",
};
const levelOf = (kind) => (kind === "minor" ? "note" : kind === "other" ? "warning" : "error");

// What became of a query since the baseline, where that is worth a word.
const changes = {
  introduced: "introduced",
  fixed: "fixed",
  unchanged: "unchanged",
  unseen: "was a violation, is no longer found",
  undecided: "was a violation, now unknown",
};

const hasBaseline = raw.baseline >= 0;

function changeOf(row, c) {
  if (!row.before) return "";
  const now = row.cells[c], old = row.before[c];
  if (now === "v") return old === "v" ? "unchanged" : "introduced";
  if (old !== "v") return "";
  return now === "s" ? "fixed" : now === "n" ? "unseen" : "undecided";
}

function decodeRow(row, table) {
  const engines = [];
  for (let i = 0; i < row.e.length; i += 2) engines.push([string(row.e[i]), row.e[i + 1]]);
  const reasons = new Map();
  for (let i = 0; i < row.r.length; i += 2) reasons.set(row.r[i], string(row.r[i + 1]));
  const pattern = string(row.p), title = string(row.t);
  const question = questions[row.k || 0];
  return {
    table, question, pattern, title, formula: string(row.f),
    meaning: row.m === undefined ? "" : string(row.m), arity: row.a, cells: row.c,
    before: row.o, us: row.us, engines, reasons, violations: new Map(),
    label: question === questions[3] && title ? `${pattern} ${title}`
      : question !== questions[0] ? title || pattern : title ? `${pattern} ${title}` : pattern,
  };
}

// The name of a pattern; what it means is told when the pointer rests on it.
function patternName(row, text, limit) {
  const node = name(text, limit);
  if (row.meaning) {
    node.title = (node.title ? `${node.title}: ` : "") + plain(clip(row.meaning, 1500));
    node.classList.add("told");
  }
  return node;
}

function engineAt(row, c) {
  for (const [engine, run] of row.engines) {
    if (c < run) return engine;
    c -= run;
  }
  return null;
}

function decodeColumns(columns) {
  const list = columns.a ? [] : [[]]; // a deadlock has no fields
  for (let i = 0; i < columns.f.length; i += columns.a)
    list.push(columns.f.slice(i, i + columns.a).map(string));
  return list;
}

// How many fields the queries of a table have, in the order of its matrices: a deadlock,
// which has none, comes last.
const aritiesOf = (table) => [...table.columns.keys()].sort((a, b) => (a || 1e9) - (b || 1e9));

// What the threads of a row are called: u, u', u''; null: they have names of their own.
const threadName = (row, i) =>
  (questions.indexOf(row.question) >= 2 || /_/.test(row.formula || "") ? null : "u" + "'".repeat(i));

function decodeTable(table, index) {
  const decoded = { index, model: string(table.m), automata: string(table.a),
                    notes: table.n ? { mayMiss: table.n[0], adds: table.n[1] } : null,
                    columns: new Map(), counts: { v: 0, u: 0, n: 0, s: 0 }, us: 0 };
  for (const columns of table.columns)
    decoded.columns.set(columns.a, decodeColumns(columns));
  decoded.rows = table.rows.map((row) => decodeRow(row, decoded));
  // Patterns by number, then by name as they come, then races and the deadlock.
  const kind = (row) => questions.indexOf(row.question);
  decoded.rows.sort((a, b) => kind(a) - kind(b) || a.arity - b.arity || (a.pattern - b.pattern || 0));
  for (const row of decoded.rows)
    for (let c = 0; c < row.cells.length; c++)
      if (row.cells[c] !== ".") {
        decoded.counts[row.cells[c]]++;
        decoded.us += row.us[c];
      }
  return decoded;
}

const tables = raw.tables.map((table, index) => {
  const decoded = decodeTable(table, index);
  decoded.original = table.rows;
  return decoded;
});
const severalSets = new Set(tables.map((t) => t.automata)).size > 1;
for (const table of tables)
  table.key = severalSets ? `${table.model} (${table.automata})` : table.model;

// What people call models: those of Java are named after their classes, those of files after the
// files, and a circle of locks after the methods in it.
const ofJava = tables.length > 0
  && tables.every(({ model, notes }) => notes && !/[/]|\.(c|cc|cpp|cxx|ll|bc|rs)$/.test(model));
const kindOfModel = ofJava ? "class" : "model";
const kindOfModels = !ofJava ? "models"
  : tables.some(({ model }) => model.includes("+")) ? "classes and circles of locks" : "classes";
const titleOf = (word) => word[0].toUpperCase() + word.slice(1);

const failingFirst = [...tables].sort((a, b) =>
  b.counts.v - a.counts.v || b.counts.u - a.counts.u);

// Rows were sorted: find the one that was number R.
function rowOf(table, r) {
  const { p, a, k } = table.original[r];
  return table.rows.find((row) => row.pattern === string(p) && row.arity === a
                         && row.question === questions[k || 0]);
}

const violations = raw.violations.map((v, index) => {
  const table = tables[v.t], row = rowOf(table, v.r);
  const violation = {
    index, table, row, column: v.c, id: string(v.id), processes: v.p.map(string),
    methods: v.m ? v.m.map(string) : null,
    fields: table.columns.get(row.arity)[v.c], because: v.b === undefined ? null : string(v.b),
    repair: v.f === undefined ? null : string(v.f), locks: v.l ? v.l.map(string) : null,
    order: v.ko || 1e15 - 1e12 * (v.k || 0), kind: v.kk === undefined ? null : string(v.kk),
    cause: v.ca === undefined ? null : string(v.ca), problem: string(v.pr ?? v.ca ?? -1), grade: v.g === undefined ? null : string(v.g),
    why: v.kt === undefined ? null : string(v.kt),
    steps: v.w || null, marks: v.ph || [], suspected: !!v.u,
  };
  row.violations.set(v.c, violation);
  return violation;
});

// Violations with one cause, in whatever model; the most dangerous first, as `check' lists them.
const causes = [], causeOf = new Map();
{
  for (const violation of violations) {
    if (!violation.cause || violation.suspected) continue;
    if (!causeOf.has(violation.cause)) {
      causeOf.set(violation.cause, { key: violation.cause, first: violation, violations: [] });
      causes.push(causeOf.get(violation.cause));
    }
    const cause = causeOf.get(violation.cause);
    cause.violations.push(violation);
    if (violation.order < cause.first.order) cause.first = violation;
  }
  for (const cause of causes) Object.assign(cause, { order: cause.first.order, problem: cause.first.problem });
  causes.sort((a, b) => a.order - b.order);
}
const violationById = new Map();
for (const violation of violations)
  if (!violationById.has(violation.id)) violationById.set(violation.id, violation);

// Files by the name that positions have: line number -> text.
const files = new Map(raw.files.map((file) => {
  const pieces = file.l.map(([first, ...lines]) => ({ first, lines }));
  return [string(file.n), { name: string(file.n), count: file.lines, pieces }];
}));

// "Stack.java:42" or "stack.eml:18:9".
function position(text) {
  const match = /^([^]+?):(\d{1,9})(?::(\d{1,9}))?$/.exec(text || "");
  return match && { file: match[1], line: +match[2], column: match[3] ? +match[3] : null };
}

const gone = raw.gone.map(([model, automata, pattern, ...fields]) => ({
  model: string(model), automata: string(automata), pattern: string(pattern),
  fields: fields.map(string),
}));

const totals = { v: 0, u: 0, n: 0, s: 0, us: 0 };
for (const table of tables) {
  for (const letter of "vuns") totals[letter] += table.counts[letter];
  totals.us += table.us;
}
// Those that are offered: a page on which everything was looked at does not speak of gaps.
const verdictLetters = totals.n ? "vuns" : "vus";
totals.all = totals.v + totals.u + totals.n + totals.s;

// All values that can be filtered by, as they come.
const known = { question: new Set(), pattern: new Map(), field: new Set(), process: new Set(),
                method: new Set(), grade: new Set(), rank: new Set() };
for (const table of tables) {
  for (const row of table.rows) {
    known.question.add(row.question);
    if (row.question === questions[0] && !known.pattern.get(row.pattern)) known.pattern.set(row.pattern, row.title);
  }
  for (const columns of table.columns.values())
    for (const fields of columns) for (const field of fields) known.field.add(field);
}
for (const violation of violations) {
  // Who calls a method of Java is one of the Clients; the method is what tells them apart.
  for (const process of violation.methods ? [] : violation.processes) known.process.add(process);
  for (const method of violation.methods || []) known.method.add(method);
  if (violation.grade) known.grade.add(violation.grade);
  if (violation.kind) known.rank.add(violation.kind);
}

const whatIsAsked = known.question.size > 1 ? "Question" : "Pattern";
