// matrix.js -- the verdicts of a model: patterns down, fields or pairs across.
//
// Only the columns in view have elements, so forty thousand pairs are as fast
// as four.  Many pairs are grouped by their first field; a group that is closed
// is one column with the worst verdict in it.

const groupFrom = 60;   // more columns than this are grouped
const closeFrom = 120;  // and the groups of more than this are closed
const rank = { v: 3, u: 2, s: 1, ".": 0 };

const fieldsText = (fields) => plain(fields.map((f) => clip(f, 80)).join(", ") || "all locks");

class Matrix {
  constructor(table, arity, options) {
    this.table = table;
    this.arity = arity;
    this.options = options; // filter, onlyFindings, opened: Set, redraw, readout
    this.cellWidth = matchMedia("(pointer: coarse)").matches ? 36 : 28;
    const { filter } = options;
    this.fields = table.columns.get(arity);
    this.rows = table.rows.filter((row) => row.arity === arity && filter.row(row));
    this.meant = new Map(); // row -> columns that the filter means
    for (const row of this.rows) {
      const set = new Uint8Array(this.fields.length);
      filter.each(row, (c) => { set[c] = 1; });
      this.meant.set(row, set);
    }
    this.items = this.arrange();
    this.focused = { r: 0, i: 0 };
    this.node = this.build();
  }

  // ---- Which columns. ----

  arrange() {
    const { filter, onlyFindings } = this.options;
    const fits = filter.columns(this.table, this.arity);
    const wanted = [];
    for (let c = 0; c < this.fields.length; c++) {
      if (!fits[c].fits || !this.rows.some((row) => this.meant.get(row)[c])) continue;
      if (onlyFindings && !this.rows.some((row) => row.cells[c] === "v" || row.cells[c] === "u"
                                          || changeOf(row, c))) continue;
      wanted.push(c);
    }
    if (this.arity < 2 || wanted.length <= groupFrom) return wanted.map((c) => ({ columns: [c] }));
    const groups = new Map();
    for (const c of wanted) {
      const first = this.fields[c][0];
      if (!groups.has(first)) groups.set(first, []);
      groups.get(first).push(c);
    }
    const closed = wanted.length > closeFrom;
    const items = [];
    for (const [first, columns] of groups) {
      const open = closed === this.options.opened.has(first);
      if (columns.length > 1 && !open) items.push({ group: first, columns });
      else columns.forEach((c, i) => items.push(
        { columns: [c], groupStart: i === 0 && columns.length > 1 ? first : null }));
    }
    return items;
  }

  // ---- Elements. ----

  build() {
    const width = this.items.length * this.cellWidth;
    const longest = Math.max(4, ...this.items.slice(0, 5000).map((item) =>
      Math.min(26, this.label(item).length)));
    const cells = (props) => {
      const node = el("div", { class: "mx-cells", ...props });
      node.style.width = `${width}px`;
      return node;
    };
    this.head = cells({ role: "presentation" });
    this.height = longest * 0.53 + 1.6; // of the head, in rem
    const head = el("div", { class: "mx-row mx-head", role: "row", "aria-rowindex": "1" },
      el("div", { class: "mx-title", role: "columnheader", "aria-colindex": "1" },
        this.arity === 0 ? "Question" : `${whatIsAsked}, by ${["", "field", "pair"][this.arity] || `${this.arity} fields`}`),
      this.head);
    this.lines = this.rows.map((row, r) => {
      const line = cells({ role: "presentation" });
      line.dataset.r = r;
      return line;
    });
    const body = this.rows.map((row, r) => el("div",
      { class: "mx-row", role: "row", "aria-rowindex": String(r + 2) },
      el("div", { class: "mx-title", role: "rowheader", "aria-colindex": "1" },
        el("span", { class: "mx-number" }, row.question === questions[0] ? name(row.pattern, 20) : null),
        el("span", { class: "mx-name" }, row.title ? patternName(row, row.title, 80) : null,
           row.formula ? [" ", formula(row.formula)] : null)),
      this.lines[r]));
    this.scroller = el("div", { class: "mx-scroll" }, head, body);
    const grid = el("div", { class: "matrix", role: "grid",
      "aria-label": `${plain(clip(this.table.model, 80))}: ${whatIsAsked.toLowerCase()}s by ${this.arity === 1 ? "field" : "fields"}`,
      "aria-rowcount": String(this.rows.length + 1),
      "aria-colcount": String(this.items.length + 1) }, this.scroller);
    this.scroller.addEventListener("scroll", () => this.fill());
    grid.addEventListener("click", (event) => this.withCell(event, (r, i) => this.activate(r, i)));
    grid.addEventListener("pointerover", (event) => this.withCell(event, (r, i) => this.tell(r, i)));
    grid.addEventListener("focusin", (event) => this.withCell(event, (r, i) => this.tell(r, i)));
    grid.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.fill()).observe(this.scroller);
    const node = el("div", { class: "mx" }, grid, this.items.length ? null
      : el("p", { class: "hint" }, "No column fits the filters."));
    node.style.flexBasis = `calc(22rem + ${width + 24}px)`;
    return node;
  }

  // Heads of one height, so that the rows of matrices side by side are level.
  setHeight(height) {
    this.head.style.height = `${height}rem`;
  }

  label(item) {
    if (item.group !== undefined)
      return `${clip(item.group, 16)}, … ${count(item.columns.length)}`;
    return this.fields[item.columns[0]].map((f) => clip(f, this.arity === 1 ? 26 : 14)).join(", ") || (this.rows.some((row) => row.question === questions[3]) ? "the model" : "all locks");
  }

  // Draw what is in view.
  fill() {
    const view = this.scroller;
    if (!view.clientWidth) return;
    const first = Math.max(0, Math.floor(view.scrollLeft / this.cellWidth) - 6);
    const last = Math.min(this.items.length,
      Math.ceil((view.scrollLeft + view.clientWidth) / this.cellWidth) + 6);
    if (this.first === first && this.last === last) return;
    this.first = first;
    this.last = last;
    this.head.replaceChildren(...this.range((i) => this.headCell(i)));
    const held = document.activeElement && this.node.contains(document.activeElement)
      && document.activeElement.getAttribute("role") === "gridcell";
    this.lines.forEach((line, r) => line.replaceChildren(...this.range((i) => this.cell(r, i))));
    if (held) this.focus(false);
  }

  range(make) {
    const list = [];
    for (let i = this.first; i < this.last; i++) {
      const node = make(i);
      node.style.left = `${i * this.cellWidth}px`;
      node.style.width = `${this.cellWidth}px`;
      list.push(node);
    }
    return list;
  }

  headCell(i) {
    const item = this.items[i];
    const toggled = item.group !== undefined ? item.group : item.groupStart;
    const isGroup = toggled !== null && toggled !== undefined;
    return el("div", { class: `mx-column${item.group !== undefined ? " closed" : isGroup ? " start" : ""}`,
                       role: "columnheader", "aria-colindex": String(i + 2),
                       title: item.group !== undefined
                         ? `${count(item.columns.length)} pairs that begin with ${plain(clip(item.group, 80))}`
                         : fieldsText(this.fields[item.columns[0]]) },
      el("span", { class: "mx-label" }, name(this.label(item), 60)),
      isGroup ? el("button", { type: "button", class: "fold", tabindex: "-1",
        "aria-label": `${item.group !== undefined ? "open" : "close"} the pairs that begin with ${plain(clip(toggled, 60))}`,
        onclick: () => this.toggle(toggled) }, item.group !== undefined ? "+" : "−") : null);
  }

  cell(r, i) {
    const row = this.rows[r], item = this.items[i];
    const { letter, n, change, dim } = this.sum(row, item);
    const sign = letter === "." ? "" : item.group !== undefined && n ? count(n) : verdicts[letter].sign;
    const focused = r === this.focused.r && i === this.focused.i;
    const node = el("div", {
      class: `cell ${letter === "." ? "none" : letter}${dim ? " dim" : ""}${change ? ` ${change}` : ""}`,
      role: "gridcell", "aria-colindex": String(i + 2), tabindex: focused ? "0" : "-1",
      "aria-label": this.describe(row, item) }, el("span", {}, sign));
    node.dataset.i = i;
    return node;
  }

  // The worst verdict of a cell or a group, and how often.
  sum(row, item) {
    const meant = this.meant.get(row);
    let letter = ".", n = 0, change = "", dim = true;
    for (const c of item.columns) {
      const own = row.cells[c];
      if (rank[own] > rank[letter]) { letter = own; n = 0; }
      if (own === letter && own !== "s" && own !== "n" && own !== ".") n++;
      if (meant[c]) dim = false;
      const changed = changeOf(row, c);
      if (changed === "introduced" || (changed === "fixed" && !change)) change = changed;
    }
    return { letter, n, change, dim };
  }

  describe(row, item) {
    const { letter, n } = this.sum(row, item);
    const verdict = letter === "." ? "not asked" : verdicts[letter].word;
    const where = plain(clip(row.label, 80));
    if (item.group !== undefined)
      return `${where}, ${plain(clip(item.group, 80))} and others: `
        + (n ? plural(n, verdict, verdicts[letter].many) : verdict) + ` of ${count(item.columns.length)}`;
    const c = item.columns[0], change = changeOf(row, c);
    return `${where}, ${fieldsText(this.fields[c])}: ${verdict}`
      + (row.reasons.has(c) ? ` (${plain(row.reasons.get(c))})` : "") + (change ? `, ${changes[change]}` : "");
  }

  // ---- Telling and choosing. ----

  withCell(event, f) {
    const cell = event.target.closest(".cell");
    if (cell) f(Number(cell.parentNode.dataset.r), Number(cell.dataset.i));
  }

  tell(r, i) {
    const row = this.rows[r], item = this.items[i];
    const { letter } = this.sum(row, item);
    const parts = [el("span", { class: `badge ${letter === "." ? "none" : letter}` },
      letter === "." ? "not asked" : verdicts[letter].word), " ", name(row.label, 80), " · "];
    if (item.group !== undefined)
      parts.push(this.describe(row, item).replace(/^.*: /, ""), " pairs that begin with ", name(item.group));
    else {
      const c = item.columns[0];
      parts.push(this.arity ? names(this.fields[c], 200) : "all locks");
      if (letter !== ".") parts.push(...queryDetails(row, c).flatMap((d) => [" · ", d]));
    }
    this.options.readout.replaceChildren(...append(el("span", {}), parts).childNodes);
  }

  activate(r, i) {
    this.focused = { r, i };
    const row = this.rows[r], item = this.items[i];
    if (item.group !== undefined) return this.toggle(item.group);
    const violation = row.violations.get(item.columns[0]);
    if (violation) openViolation(violation);
    else { this.tell(r, i); announce(this.describe(row, item)); }
  }

  toggle(first) {
    const { opened } = this.options;
    if (!opened.delete(first)) opened.add(first);
    this.options.redraw();
  }

  focus(scroll = true) {
    const { r, i } = this.focused;
    if (scroll) {
      const view = this.scroller, title = view.querySelector(".mx-title").offsetWidth;
      const left = i * this.cellWidth, room = view.clientWidth - title;
      if (left < view.scrollLeft) view.scrollLeft = left;
      else if (left + this.cellWidth > view.scrollLeft + room)
        view.scrollLeft = left + this.cellWidth - room;
      this.first = -1;
      this.fill();
    }
    const cell = this.lines[r].querySelector(`[data-i="${i}"]`);
    if (cell) cell.focus({ preventScroll: !scroll });
  }

  key(event) {
    if (!event.target.closest(".cell") || event.ctrlKey || event.metaKey || event.altKey) return;
    const { r, i } = this.focused;
    const moves = { ArrowRight: [r, i + 1], ArrowLeft: [r, i - 1], ArrowDown: [r + 1, i],
                    ArrowUp: [r - 1, i], Home: [r, 0], End: [r, this.items.length - 1] };
    if (event.key === "Enter" || event.key === " ") this.activate(r, i);
    else if (moves[event.key]) {
      const [row, item] = moves[event.key];
      this.focused = { r: Math.max(0, Math.min(this.rows.length - 1, row)),
                       i: Math.max(0, Math.min(this.items.length - 1, item)) };
      this.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

// What there is to say about one query besides its name and verdict.
function queryDetails(row, c) {
  const details = [];
  const violation = row.violations.get(c);
  if (violation && violation.processes.length)
    details.push(el("span", {}, names(violation.processes, 40)));
  if (row.reasons.has(c)) details.push(el("span", {}, "reason: ", name(row.reasons.get(c))));
  const change = changeOf(row, c);
  if (change) details.push(el("span", { class: `change ${change}` }, changes[change]));
  const engine = engineAt(row, c);
  if (engine) details.push(name(engine, 30));
  details.push(duration(row.us[c]));
  return details;
}
