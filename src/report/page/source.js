// source.js -- the text that a step stands in, with the line that it is.

const keywords = new Set(("abstract after assert atomicset begin boolean break call case catch class const "
  + "continue default do else end enum extends field final finally for goto if implements import "
  + "in int interface join lock long model native new notify notifyall null object package private proc process protected "
  + "public read release acquire return short skip start static super switch sync synchronized this "
  + "throw throws try unit unlock var void volatile wait while write either or loop choose").split(" "));

// Comments, strings and keywords; enough for EML and Java.
function highlight(text) {
  const line = el("code", {});
  const token = /(\/\/.*|\/\*.*?\*\/|"(?:[^"\\]|\\.)*"?)|([A-Za-z_$][\w$]*)/g;
  let from = 0;
  for (const match of text.matchAll(token)) {
    const kind = match[1] ? (match[1][0] === '"' ? "str" : "com")
      : keywords.has(match[2]) ? "key" : "";
    if (!kind) continue;
    line.append(name(text.slice(from, match.index), Infinity),
                el("span", { class: kind }, name(match[0], Infinity)));
    from = match.index + match[0].length;
  }
  line.append(name(text.slice(from), Infinity));
  return line;
}

// Where each lane is after step INDEX: the last step that it made.
function whereabouts(trace, index, key) {
  return trace.lanes.map((process, lane) => {
    for (let i = index; i >= 0; i--)
      if (trace.steps[i].lane === lane && trace.steps[i][key])
        return position(trace.steps[i][key]);
    return null;
  });
}

let codeShown = false; // on a phone the text is folded until it is wanted

class SourcePanel {
  constructor(trace) {
    this.trace = trace;
    this.node = el("aside", { class: "source", "aria-label": "Source" });
    this.wanted = "";      // "at" (the model) or "source", as the reader chose
    this.file = null;
    this.index = -1;
    this.fold = el("button", { type: "button", class: "unfold", onclick: () => {
      codeShown = !codeShown;
      this.drawFold();
      timeline.goToRow(timeline.current); // row and line may have got out of view
    } });
    this.brief = el("span", { class: "brief" }); // where the step is, while folded
    this.drawFold();
  }

  drawFold() {
    this.node.classList.toggle("folded", !codeShown);
    this.fold.textContent = codeShown ? "▾ Code" : "▸ Code";
    this.fold.setAttribute("aria-expanded", String(codeShown));
  }

  show(index) {
    this.index = index;
    const step = this.trace.steps[index];
    const has = (key) => step[key] && position(step[key])
      && files.has(position(step[key]).file);
    let key = this.wanted || (has("source") ? "source" : "at");
    if (!step[key]) key = step.at ? "at" : "source";
    const place = position(step[key]);
    if (this.key !== key || !place || !this.file || this.file.name !== place.file)
      this.draw(key, place, step);
    const row = place && this.file && this.lines.get(place.line);
    this.brief.replaceChildren(place ? name(`${baseName(place.file)}:${place.line}`, 40) : "", " ",
                               row ? row.lastChild.cloneNode(true) : "");
    if (place && this.file) this.mark(key, place);
  }

  draw(key, place, step) {
    this.key = key;
    this.file = place ? files.get(place.file) || null : null;
    const tab = (which, label, text) => el("button", {
      type: "button", "aria-pressed": String(which === key), class: "tab",
      onclick: () => { this.wanted = which; this.show(this.index); } },
      label + " ", name(text, 40));
    const tabs = el("div", { class: "tabs" }, this.fold, this.brief);
    for (const [which, label] of [["at", "Model"], ["source", "Source"]]) {
      const own = position(step[which]);
      if (own) tabs.append(tab(which, label, own.file));
    }
    this.body = el("div", { class: "lines", tabindex: "0", role: "region",
                            "aria-label": "Source text" });
    this.lines = new Map();
    if (!this.file)
      append(this.body, [el("p", { class: "hint" }, place
        ? ["The text of ", name(place.file), " was not found when this page was made. ",
           "Name its folder with ", el("code", {}, "--source DIR"), " to see it here."]
        : "This step has no position.")]);
    else this.drawLines();
    this.node.replaceChildren(tabs, this.body);
  }

  drawLines() {
    let next = 1;
    const gap = (from, to) => el("div", { class: "skipped" },
      from === to ? `line ${from} left out` : `lines ${from} to ${to} left out`);
    for (const { first, lines } of this.file.pieces) {
      if (first > next) this.body.append(gap(next, first - 1));
      lines.forEach((text, i) => {
        const row = el("div", { class: "line" },
          el("span", { class: "who" }), el("span", { class: "no" }, first + i), highlight(text));
        this.lines.set(first + i, row);
        this.body.append(row);
      });
      next = first + lines.length;
    }
    if (next <= this.file.count) this.body.append(gap(next, this.file.count));
  }

  mark(key, place) {
    for (const row of this.marked || []) {
      row.classList.remove("here", "there");
      row.removeAttribute("aria-current");
      row.firstChild.replaceChildren();
    }
    this.marked = [];
    whereabouts(this.trace, this.index, key).forEach((there, lane) => {
      const row = there && there.file === this.file.name && this.lines.get(there.line);
      if (!row) return;
      row.classList.add("there");
      row.firstChild.append(el("span", { class: `dot lane${lane % 6}`,
        title: `${plain(clip(this.trace.lanes[lane], 80))} is here` },
        String.fromCharCode(65 + lane % 26)));
      this.marked.push(row);
    });
    const row = this.lines.get(place.line);
    if (!row) return;
    row.classList.add("here");
    row.setAttribute("aria-current", "location");
    this.marked.push(row);
    // The panel may go on below the window.
    const body = this.body, top = row.offsetTop;
    const seen = Math.max(120, Math.min(body.clientHeight, innerHeight - body.getBoundingClientRect().top));
    if (top < body.scrollTop + 30 || top > body.scrollTop + seen - 50)
      body.scrollTop = top - seen / 2;
  }
}
