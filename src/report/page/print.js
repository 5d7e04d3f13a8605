// print.js -- on paper there is no scrolling: matrices become tables that break
// into pieces as wide as the paper, and the list of findings is whole.
// Models with violations come first, as on the screen.

const paperColumns = 22;
const paperModels = 200, paperFindings = 2000;

function paperMatrix(table, arity) {
  const rows = table.rows.filter((row) => row.arity === arity);
  const fields = table.columns.get(arity);
  const finding = (row, c) => row.cells[c] === "v" || row.cells[c] === "u";
  let columns = fields.map((_, c) => c), shown = rows;
  if (columns.length > paperColumns) {
    columns = columns.filter((c) => rows.some((row) => finding(row, c)));
    shown = rows.filter((row) => columns.some((c) => finding(row, c)));
  }
  const left = [[rows.length - shown.length, "pattern"], [fields.length - columns.length, "column"]];
  const parts = [];
  for (let from = 0; from < columns.length; from += paperColumns) {
    const piece = columns.slice(from, from + paperColumns);
    const paper = el("table", { class: "paper" },
      el("thead", {}, el("tr", {}, el("th", {}, whatIsAsked),
        piece.map((c) => el("th", {}, el("span", {}, names(fields[c].length ? fields[c] : ["all locks"], 24)))))),
      el("tbody", {}, shown.map((row) => el("tr", {}, el("th", {}, name(row.label, 60)),
        piece.map((c) => el("td", { class: row.cells[c] === "." ? "" : row.cells[c] },
          row.cells[c] === "." ? "" : verdicts[row.cells[c]].sign))))));
    paper.style.width = `${15 + 1.4 * piece.length}rem`;
    parts.push(paper);
  }
  const words = left.filter(([n]) => n).map(([n, word]) => plural(n, word)).join(" and ");
  if (words) parts.push(el("p", { class: "aside" }, `${words} in which everything is safe left out.`));
  return parts;
}

function beforePrint() {
  const paper = byId("printout");
  document.documentElement.dataset.theme = "light";
  if (state.v) return; // the violation is printed as it is
  paper.replaceChildren(
    ...[...found.tables.keys()].slice(0, paperModels).map((table) => el("section", {},
      el("h3", {}, name(table.key, 200)), aritiesOf(table).map((a) => paperMatrix(table, a)))),
    el("h3", {}, "Findings"),
    el("table", { class: "findings" }, el("tbody", {},
      found.v.concat(found.u).slice(0, paperFindings).map(finding))));
  paper.hidden = false;
}

function afterPrint() {
  applyTheme();
  byId("printout").hidden = true;
  byId("printout").replaceChildren();
}
