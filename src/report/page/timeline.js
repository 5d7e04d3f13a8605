// timeline.js -- an interleaving as a picture: a lane per process, time going
// down.  The steps are a table, so that text wraps, can be selected and is read
// aloud; under it an SVG has the bars of the locks, the brackets of the units
// and the line that joins the accesses of the pattern.

const slotWidth = 17, barWidth = 13, gutter = 30; // the gutter has the marks

const baseName = (file) => file.replace(/^.*\//s, "");

class Timeline {
  // `onstep' is told when another step becomes the current one.
  constructor(violation, onstep) {
    this.violation = violation;
    this.trace = analyse(violation);
    this.onstep = onstep;
    this.current = 0; // a row
    this.valuesFolded = false;
    this.picture = svg("svg", { class: "picture", "aria-hidden": "true" });
    this.table = el("table", { class: "steps" });
    this.canvas = el("div", { class: "canvas" }, this.picture, this.table);
    this.node = el("div", { class: "timeline", role: "region", tabindex: "0",
                            "aria-label": "Interleaving, one row a step" }, this.canvas);
    this.table.addEventListener("click", (event) => this.clicked(event));
    this.observer = new ResizeObserver(() => this.drawPicture());
    this.observer.observe(this.table);
    this.draw();
  }

  // ---- The table. ----

  draw() {
    const { trace } = this;
    const made = makeRows(trace);
    this.rows = made.rows;
    this.rowOf = made.rowOf;
    const head = el("tr", {}, el("th", { scope: "col", class: "number" },
      el("span", { class: "sr" }, "Step")));
    trace.lanes.forEach((process, lane) => {
      const file = trace.files[lane];
      const thread = this.violation.processes.indexOf(process);
      const letter = thread >= 0 && thread < 6 && threadName(this.violation.row, thread);
      head.append(el("th", { scope: "col", class: `lane lane${lane % 6}` },
        el("span", { class: `dot lane${lane % 6}`, "aria-hidden": "true" },
           String.fromCharCode(65 + lane % 26)),
        " ", wholeName(process, 60),
        letter ? el("span", { class: "thread" }, ` ${letter}`) : null,
        file ? el("span", { class: "file", title: plain(clip(file, 200)) }, name(baseName(file), 60)) : null));
    });
    if (trace.values) head.append(this.valuesHead());
    const body = el("tbody", {});
    this.rows.forEach((row, i) => {
      row.node = row.gap ? this.gapRow(row) : this.stepRow(row);
      row.node.dataset.row = i;
      body.append(row.node);
    });
    const lanes = el("colgroup", {}, el("col", { class: "number" }),
                     trace.lanes.map(() => el("col", {})),
                     trace.values ? el("col", { class: this.valuesFolded ? "values folded" : "values" }) : null);
    this.table.replaceChildren(lanes, el("thead", {}, head), body);
    this.table.style.minWidth = `${2.6 + 9.6 * trace.lanes.length}rem`;
    this.drawPicture();
  }

  stepRow({ step, hides, meeting }) {
    const { trace } = this;
    const row = el("tr", { class: (step.mark ? "marked" : "") + (meeting ? " meeting" : "") },
      el("th", { scope: "row", class: "number" }, (meeting ? meeting[0] : step).index + 1));
    for (let lane = 0; lane < trace.lanes.length; lane++) {
      const cell = el("td", {});
      cell.style.paddingLeft = `${this.gutterOf(lane) + gutter}px`;
      for (const made of meeting || [step])
        if (lane === made.lane) append(cell, this.stepContent(made, hides));
      row.append(cell);
    }
    if (trace.values) row.append(this.valuesCell(meeting || [step]));
    return row;
  }

  // ---- Values: a column that can be folded. ----

  valuesHead() {
    return el("th", { scope: "col", class: "values" },
      el("button", { type: "button", class: "fold", "aria-expanded": String(!this.valuesFolded),
        "aria-label": this.valuesFolded ? "unfold the values" : "fold the values",
        onclick: () => { this.valuesFolded = !this.valuesFolded; this.redraw(() => {}); } },
        this.valuesFolded ? "▸" : "▾"), this.valuesFolded ? null : " values");
  }

  valuesCell(steps) {
    const texts = this.valuesFolded ? [] : steps.map(valueText).filter((text) => text !== null);
    return el("td", { class: "values" }, texts.flatMap((text, i) => [i ? ", " : "", name(text, 60)]));
  }

  // Where the gutter of a lane begins, to the right of its bars.
  gutterOf(lane) { return 6 + this.trace.slots[lane] * slotWidth; }

  // ":42" for "src/Stack.java:42:7" if that is the file in the heading of the lane;
  // otherwise "Stack.java:42".
  shortPlace(step) {
    const place = position(placeOf(step));
    if (!place) return placeOf(step);
    const here = this.trace.files[step.lane] === place.file;
    return `${here ? "" : baseName(place.file)}:${place.line}`;
  }

  stepContent(step, hides) {
    const { trace } = this;
    const content = [];
    const indent = Math.min(step.depth, 8) * (innerWidth < 700 ? 3 : 10);
    if (step.mark) {
      const mark = el("span", { class: "mark" }, step.mark);
      mark.style.left = `${-gutter - indent}px`;
      content.push(mark, el("span", { class: "sr" },
        `${step.action === "await" ? "process" : "access"} ${step.mark} of ${trace.marks.length}: `));
    }
    if (step.call && step.call.to > step.index) {
      const folded = trace.folded.has(step.call);
      content.push(el("button", { type: "button", class: "fold", tabindex: "-1",
        "aria-expanded": String(!folded),
        "aria-label": folded ? "unfold this call" : "fold this call" }, folded ? "▸" : "▾"));
    }
    const place = placeOf(step);
    if (step.index >= trace.meeting && step.action !== "await")
      content.push(el("span", { class: "aside" }, "about to "));
    content.push(el("span", { class: `act ${step.action}` }, nouns[step.action] || step.action),
      " ", objectOf(step) ? name(step.object, 120) : null,
      step.nested ? el("span", { class: "aside" }, " again") : null,
      step.wait ? el("span", { class: "aside" }, " wait") : null);
    if (hides && hides.length) {
      const marks = hides.filter((s) => s.mark).map((s) => s.mark);
      content.push(el("span", { class: "aside" }, ` ${plural(hides.length, "step")} folded`,
        marks.length ? [", with ", marks.map((m) => el("span", { class: "mark small" }, m))]
                     : null));
    }
    if (place) content.push(" ", el("span", { class: "place", title: plain(clip(place, 200)) },
      name(this.shortPlace(step), 60)));
    const text = el("div", { class: "step" }, content);
    text.style.marginLeft = `${indent}px`;
    return text;
  }

  gapRow({ gap }) {
    const perLane = this.trace.lanes.map((process, lane) =>
      [process, gap.filter((step) => step.lane === lane).length]).filter(([, n]) => n);
    const cell = el("td", { colspan: this.trace.lanes.length + this.trace.values });
    cell.style.paddingLeft = `${this.gutterOf(0) + gutter}px`;
    return el("tr", { class: "gap" },
      el("th", { scope: "row", class: "number" }, el("span", { "aria-hidden": "true" }, "⋮")),
      append(cell, [
        el("button", { type: "button", class: "fold", tabindex: "-1" },
          `${plural(gap.length, "step")} that ${gap.length === 1 ? "does" : "do"} not matter`),
        el("span", { class: "aside" }, " ", perLane.flatMap(([process, n], i) =>
          [i ? ", " : "", name(process, 30), ` ${count(n)}`]))]));
  }

  // ---- The picture. ----

  drawPicture() {
    const origin = this.canvas.getBoundingClientRect();
    if (!origin.width) return; // not on the screen
    const { trace, rows, rowOf } = this;
    const box = rows.map(({ node }) => {
      const r = node.getBoundingClientRect();
      return { top: r.top - origin.top, bottom: r.bottom - origin.top };
    });
    const lane = [...this.table.tHead.rows[0].cells].slice(1, 1 + trace.lanes.length).map((cell) => {
      const r = cell.getBoundingClientRect();
      return { left: r.left - origin.left, right: r.right - origin.left };
    });
    const height = this.table.offsetHeight;
    this.picture.setAttribute("width", this.table.offsetWidth);
    this.picture.setAttribute("height", height);
    const parts = [];
    const from = (interval) => { const b = box[rowOf[interval.from]]; return (b.top + b.bottom) / 2 - 9; };
    const to = (interval) => {
      const b = box[rowOf[interval.to]];
      return interval.closed ? (b.top + b.bottom) / 2 + 9 : b.bottom;
    };
    for (const { left } of lane)
      parts.push(svg("path", { class: "lane-edge", d: `M${left} 0V${height}` }));
    for (const lock of trace.locks) parts.push(this.bar(lock, lane, from(lock), to(lock)));
    for (const unit of trace.units) {
      const x = lane[unit.lane].right - 5, top = from(unit), bottom = to(unit);
      parts.push(svg("path", { class: "unit",
        d: `M${x - 6} ${top}H${x}V${bottom}${unit.closed ? `H${x - 6}` : ""}` },
        svg("title", {}, "unit of work")));
    }
    parts.push(...this.joins(lane, box));
    this.picture.replaceChildren(...parts);
  }

  bar(lock, lane, top, bottom) {
    const x = lane[lock.lane].left + 6 + lock.slot * slotWidth;
    const colour = this.trace.lockNames.indexOf(lock.object) % 6;
    const label = clip(lock.object, 24);
    const room = bottom - top - 8;
    const bar = svg("g", { class: `lock lock${colour}` },
      svg("title", {}, `lock ${plain(label)}`),
      svg("rect", { x, y: top, width: barWidth, height: Math.max(bottom - top, 4),
                    rx: 4 }));
    if (label.length * 7.5 < room)
      bar.append(svg("text", { x: 0, y: 0, direction: "ltr",
        transform: `translate(${x + barWidth / 2 + 3.5} ${top + 8 + label.length * 3.75}) rotate(-90)` },
        plain(label)));
    return bar;
  }

  // The line through the accesses, in order.  It keeps to the gutters and to
  // parts of rows that are empty, so that it never crosses a text: to the right
  // it goes down first, to the left across first.
  joins(lane, box) {
    const points = this.trace.marks.map((mark) => {
      const step = this.trace.steps[mark.step], row = this.rowOf[mark.step];
      const badge = this.rows[row].node.querySelector(".step > .mark"), { top, bottom } = box[row];
      return { x: lane[step.lane].left + this.gutterOf(step.lane) + 11,
               y: badge ? top + badge.getBoundingClientRect().top + 11
                          - this.rows[row].node.getBoundingClientRect().top : (top + bottom) / 2 };
    });
    const parts = [];
    for (let i = 1; i < points.length; i++) {
      const a = points[i - 1], b = points[i];
      if (Math.abs(b.y - a.y) < 8 || meets(this.trace)) continue; // one row
      const r = 7, right = b.x > a.x, y1 = b.y - 11;
      let line, head;
      if (a.x === b.x) line = `M${a.x} ${a.y + 10}V${y1 - 3}`;
      else if (right) {
        line = `M${a.x} ${a.y + 10}V${b.y - 3 - r}q0 ${r} ${r} ${r}H${b.x - 14}`;
        head = `M${b.x - 17} ${b.y - 8}L${b.x - 10} ${b.y - 3}L${b.x - 17} ${b.y + 2}Z`;
      } else line = `M${a.x - 10} ${a.y + 4}H${b.x + r}q${-r} 0 ${-r} ${r}V${y1 - 3}`;
      if (!head) head = `M${b.x - 5} ${y1 - 6}L${b.x} ${y1 + 1}L${b.x + 5} ${y1 - 6}Z`;
      parts.push(svg("path", { class: "join", d: line }), svg("path", { class: "join-head", d: head }));
    }
    return parts;
  }

  // ---- Walking. ----

  stepOfRow(i) {
    const row = this.rows[i];
    return row.gap ? row.gap[row.gap.length - 1].index : row.step.index;
  }

  // Make the row with step INDEX the current one; QUIET: do not scroll to it.
  goTo(index, quiet) {
    const bounded = Math.max(0, Math.min(this.trace.steps.length - 1, index));
    this.goToRow(this.rowOf[bounded], quiet);
  }

  goToRow(i, quiet) {
    const next = Math.max(0, Math.min(this.rows.length - 1, i));
    const old = this.rows[this.current];
    if (old) { old.node.classList.remove("current"); old.node.removeAttribute("aria-current"); }
    this.current = next;
    const { node } = this.rows[next];
    node.classList.add("current");
    node.setAttribute("aria-current", "step");
    this.onstep(this.stepOfRow(next), this.rows[next], quiet);
  }

  // The next access of the pattern, forwards or backwards.
  nextMark(way) {
    const here = this.stepOfRow(this.current);
    const steps = this.trace.marks.map((mark) => mark.step);
    const found = way > 0 ? steps.find((s) => s > here)
                          : steps.filter((s) => s < here).pop();
    if (found !== undefined) this.goTo(found);
  }

  // Fold or unfold what the row stands for.
  toggle(i) {
    const row = this.rows[i];
    if (row.gap) unfoldGap(this.trace, row.gap);
    else if (row.step.call) {
      const { call } = row.step;
      if (!this.trace.folded.delete(call)) this.trace.folded.add(call);
      else for (let s = call.from; s <= Math.min(call.to, call.from + showAtOnce); s++)
        if (this.trace.steps[s].lane === call.lane) this.trace.shown[s] = 1;
    } else return;
    const step = row.gap ? row.gap[0].index : row.step.index;
    this.draw();
    this.goTo(step, true);
  }

  foldAll() { this.redraw(foldAll); }
  unfoldAll() { this.redraw(unfoldAll); }
  redraw(change) {
    const step = this.stepOfRow(this.current);
    change(this.trace);
    this.draw();
    this.goTo(step);
  }

  clicked(event) {
    const node = event.target.closest("tr[data-row]");
    if (!node) return;
    const i = Number(node.dataset.row);
    if (event.target.closest(".fold")) this.toggle(i);
    else this.goToRow(i);
  }

  remove() { this.observer.disconnect(); }
}
