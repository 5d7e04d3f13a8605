// state.js -- what is chosen; all of it is in the address, after the #.
//
//     #q=words&verdict=vu&question=rd&pattern=12&field=f&process=p&method=m&class=c&grade=g&rank=lost-update&cause=k
//     &change=fixed&m=model&v=id&step=3

const empty = { q: "", verdict: verdictLetters, question: "prdaxw", pattern: "", field: "", process: "", method: "", class: "", grade: "", rank: "", cause: "", change: "",
                m: "", v: "", step: "" };
let state = { ...empty };

// Verdicts, or questions, as letters in their order; none at all means every one.
const inOrder = (key, wanted) => [...empty[key]].filter(wanted).join("") || empty[key];

// Chips select: as long as none is pressed, everything is shown.
const pressed = (key, letter) => state[key] !== empty[key] && state[key].includes(letter);

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const read = { ...empty };
  for (const key of Object.keys(empty))
    if (given.has(key)) read[key] = given.get(key);
  for (const key of ["verdict", "question"]) {
    const letters = read[key];
    read[key] = inOrder(key, (letter) => letters.includes(letter));
  }
  return read;
}

function address(patch) {
  const wanted = { ...state, ...patch };
  const given = new URLSearchParams();
  for (const key of Object.keys(empty))
    if (wanted[key] !== empty[key]) given.set(key, wanted[key]);
  return "#" + given;
}

// Change what is chosen; a place to come back to gets an entry in the history.
function choose(patch, entry = false) {
  const wanted = address(patch);
  if (entry) {
    if (location.hash === wanted || (wanted === "#" && !location.hash)) render();
    else location.hash = wanted; // and hashchange draws
    return;
  }
  state = { ...state, ...patch };
  try {
    history.replaceState(null, "", wanted === "#" ? location.pathname + location.search
                                                  : wanted);
  } catch {
    // Some viewers do not allow it; the page works, only links do not follow.
  }
}

const filtered = () =>
  ["q", "verdict", "question", "pattern", "field", "process", "method", "class", "grade", "rank", "cause", "change"]
    .some((key) => state[key] !== empty[key]);

// ---- Which queries are meant. ----

// What only a violation has.
const violationKeys = [
  ["process", (violation, process) => violation.processes.includes(process)],
  ["method", (violation, method) => Boolean(violation.methods && violation.methods.includes(method))],
  ["grade", (violation, grade) => violation.grade === grade],
  ["rank", (violation, kind) => violation.kind === kind],
  ["cause", (violation, cause) => violation.cause === cause],
];

// Words of the search may be found in the model, the pattern, the fields or the
// processes; each place has the set of those it contains, as bits.
function wordBits(words, ...texts) {
  let bits = 0;
  words.forEach((word, i) => {
    if (texts.some((text) => text && text.toLowerCase().includes(word))) bits |= 1 << i;
  });
  return bits;
}

function makeFilter() {
  const words = state.q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 30);
  const all = words.length ? 2 ** words.length - 1 : 0;
  const tableBits = tables.map((t) => wordBits(words, t.model, t.automata));
  const columnBits = new Map();
  const bitsOf = (table, arity) => {
    const key = `${table.index} ${arity}`;
    if (!columnBits.has(key))
      columnBits.set(key, table.columns.get(arity).map((fields) => ({
        bits: words.length ? wordBits(words, ...fields) : 0,
        fits: !state.field || fields.includes(state.field),
      })));
    return columnBits.get(key);
  };
  return {
    // Are rows of this pattern or question wanted at all; are these columns?
    row: (row) => state.question.includes(row.question.letter)
      && (!state.class || row.table.model === state.class)
      && (!state.pattern || (row.question === questions[0] && row.pattern === state.pattern)),
    columns: (table, arity) => bitsOf(table, arity),
    // The queries of a row that are meant: f(column).
    each(row, f) {
      if (!this.row(row)) return;
      const columns = bitsOf(row.table, row.arity);
      const base = tableBits[row.table.index]
        | (words.length ? wordBits(words, row.pattern, row.title) : 0);
      for (let c = 0; c < row.cells.length; c++) {
        const letter = row.cells[c];
        if (letter === "." || !columns[c].fits || !state.verdict.includes(letter)) continue;
        const violation = row.violations.get(c);
        if (violationKeys.some(([key, has]) => state[key] && !(violation && has(violation, state[key])))) continue;
        if (state.change && changeOf(row, c) !== state.change) continue;
        if (all) {
          let bits = base | columns[c].bits;
          if (bits !== all && violation)
            bits |= wordBits(words, ...violation.processes, ...(violation.methods || []), violation.cause, violation.problem);
          if (bits !== all) continue;
        }
        f(c);
      }
    },
  };
}

// The queries that are meant: violations, the most dangerous first, unknowns, those in which none was
// found, safe ones; otherwise those of the models with most violations first.
function matching() {
  const filter = makeFilter();
  const found = { v: [], u: [], n: [], s: [], tables: new Map() };
  for (const table of failingFirst) {
    let hits = null;
    for (const row of table.rows)
      filter.each(row, (c) => {
        const letter = row.cells[c];
        found[letter].push({ row, c });
        hits = hits || { v: 0, u: 0, n: 0, s: 0 };
        hits[letter]++;
      });
    if (hits) found.tables.set(table, hits);
  }
  found.tables = new Map([...found.tables].sort(([, a], [, b]) => b.v - a.v || b.u - a.u));
  const orderOf = ({ row, c }) => row.violations.has(c) ? row.violations.get(c).order : 1e16;
  found.v.sort((a, b) => orderOf(a) - orderOf(b));
  found.all = found.v.concat(found.u, found.n, found.s);
  return found;
}
