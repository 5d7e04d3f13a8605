// violation.js -- one violation: what it is, why, and its interleaving.

let shownViolation = null, timeline = null, panel = null;

function openViolation(violation) {
  choose({ v: violation.id, step: "" }, true);
}

function closeViolation() {
  choose({ v: "", step: "" }, true);
}

// Violations that the filters mean, in the order of the overview.
function neighbours(violation) {
  const list = matching().v.map(({ row, c }) => row.violations.get(c));
  const at = list.indexOf(violation);
  return { list, at, previous: list[at - 1], next: at >= 0 ? list[at + 1] : list[0] };
}

function navigation(violation) {
  const { list, at, previous, next } = neighbours(violation);
  const go = (target, label, key) => el("button", { type: "button", disabled: !target,
    "aria-keyshortcuts": key, onclick: () => openViolation(target) }, label);
  return el("nav", { class: "trail", "aria-label": "Violations" },
    el("button", { type: "button", id: "back", onclick: closeViolation }, "← Overview"),
    el("span", { class: "spread" }),
    el("span", { class: "count" }, at < 0 ? "outside the filters" : `violation ${count(at + 1)} of ${count(list.length)}`),
    go(previous, "‹ Previous", "["), go(next, "Next ›", "]"));
}

// The pattern as a row of numbered accesses: which are done?
function progress(trace) {
  const together = meets(trace);
  const list = el("ol", { class: together ? "progress together" : "progress",
                          "aria-label": together ? "What is about to happen" : "Accesses of the pattern" });
  trace.marks.forEach((mark, i) => {
    const step = trace.steps[mark.step];
    list.append(el("li", {}, el("button", { type: "button",
      onclick: () => timeline.goTo(mark.step) }, el("span", { class: "mark" }, i + 1), " ", stepNodes(step))));
  });
  return list;
}

function drawProgress(index) {
  const items = document.querySelectorAll("#violation .progress li");
  timeline.trace.marks.forEach((mark, i) => {
    items[i].classList.toggle("done", mark.step <= index);
    items[i].classList.toggle("now", mark.step === index || (mark.step >= timeline.trace.meeting && mark.step <= index));
  });
}

function held(trace, index) {
  const parts = situation(trace, index).filter((s) => s.locks.length).map((s) =>
    el("span", { class: "held" }, name(s.process, 40), " holds ", names(s.locks, 30)));
  return parts.length ? parts : [el("span", { class: "held" }, "no lock is held")];
}

// Scroll until a row is between the controls above and, where the source is
// below, the source.
function reveal(node) {
  const box = node.getBoundingClientRect(), source = panel.node.getBoundingClientRect();
  const top = document.querySelector(".controls").offsetHeight + 4;
  const stacked = source.left < timeline.node.getBoundingClientRect().right - 1;
  const bottom = innerHeight - (stacked ? source.height : 0) - 4;
  if (box.top < top) scrollBy(0, box.top - top);
  else if (box.bottom > bottom) scrollBy(0, box.bottom - bottom);
}

function stepped(index, row, quiet) {
  const { trace } = timeline;
  choose({ step: String(index + 1) });
  panel.show(index);
  if (!quiet) reveal(row.node);
  drawProgress(index);
  const step = trace.steps[index];
  byId("step-number").textContent = (row.meeting ? `steps ${count(row.meeting[0].index + 1)} to ` : "step ")
    + `${count(index + 1)} of ${count(trace.steps.length)}`;
  byId("step-held").replaceChildren(...held(trace, index));
  byId("step-back").disabled = timeline.current === 0;
  byId("step-on").disabled = timeline.current === timeline.rows.length - 1;
  if (!quiet)
    announce(row.gap ? `${plural(row.gap.length, "step")} folded`
      : row.meeting ? `About to happen: ${row.meeting.map(stepText).join("; ")}`
      : `Step ${index + 1}: ${stepText(step)}${step.mark ? `, access ${step.mark} of the pattern` : ""}`);
}

function controls(trace) {
  const button = (id, label, title, key, f) => el("button", { type: "button", id, title,
    "aria-label": title, "aria-keyshortcuts": key, onclick: f },
    label.startsWith("M") ? svg("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" },
                                svg("path", { d: label })) : label);
  return el("div", { class: "controls", role: "toolbar", "aria-label": "Walk through the steps" },
    button("step-first", "M3 2h2v12H3zM14 2v12L6 8z", "First step", "Home", () => timeline.goToRow(0)),
    button("step-back", "M12 2v12L4 8z", "Previous step", "ArrowUp", () => timeline.goToRow(timeline.current - 1)),
    button("step-on", "M4 2v12l8-6z", "Next step", "ArrowDown", () => timeline.goToRow(timeline.current + 1)),
    button("step-last", "M11 2h2v12h-2zM2 2v12l8-6z", "Last step", "End", () => timeline.goToRow(timeline.rows.length - 1)),
    // What a race or a deadlock is about is its last row, and that has a button.
    meets(trace) ? null
      : button("step-mark", "Next access", "Next access of the pattern", "n", () => timeline.nextMark(1)),
    el("span", { id: "step-number", class: "step-number" }), el("span", { id: "step-held" }),
    el("span", { class: "spread" }),
    button("unfold-all", "Unfold all", "Show all steps", "u", () => timeline.unfoldAll()),
    button("fold-all", "Fold", "Fold the steps that do not matter", "f", () => timeline.foldAll()));
}

// The bar, the bracket and the circle, small.
function pictureLegend(trace) {
  const sample = (...parts) => svg("svg", { width: 16, height: 18, "aria-hidden": "true" }, ...parts);
  return el("p", { class: "legend" },
    sample(svg("g", { class: "lock lock0" }, svg("rect", { x: 2, y: 1, width: 11, height: 16, rx: 4 }))), " lock held ",
    sample(svg("path", { class: "unit", d: "M4 2H11V16H4" })), " unit of work ",
    el("span", { class: "mark" }, "1"), !meets(trace) ? " access of the pattern, in order "
      : shownViolation.locks ? " waits for the lock, for ever " : " is about to access the field ",
    el("span", { class: "keys" }, "Keys: ", el("kbd", {}, "↑"), " ", el("kbd", {}, "↓"), " step, ",
      meets(trace) ? null : [el("kbd", {}, "n"), " next access, "], el("kbd", {}, "Enter"), " fold or unfold, ",
      el("kbd", {}, "["), " ", el("kbd", {}, "]"), " other violations, ", el("kbd", {}, "Esc"), " overview"));
}

const shellWord = (word) => (/^[\w./,-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`);

function withoutWitness(violation) {
  const fields = violation.fields.map((f) => (/^[\w$.[\]]+$/.test(f) ? f : `"${f}"`)).join(",");
  const words = ["phaselock", "check", "--witness", "--format", "jsonl", "-a", violation.table.automata,
                 "-p", violation.row.pattern, ...(fields ? ["-f", fields] : []), violation.table.model];
  return el("div", { class: "note" },
    el("p", {}, "This record has no interleaving: the results were written without ", el("code", {}, "--witness"),
      ". To see how it happens:"),
    el("pre", {}, el("code", {}, name(words.map(shellWord).join(" ") + " >one.jsonl", 2000), "\n",
      name("phaselock report one.jsonl -o one.html"))));
}

function heading(violation) {
  const { row, table, column } = violation;
  const change = changeOf(row, column);
  const fact = (term, ...what) => el("div", {}, el("dt", {}, term), el("dd", {}, what));
  return [
    el("h2", { tabindex: "-1", id: "violation-title" },
      violation.suspected ? el("span", { class: "badge u" }, "suspicion") : el("span", { class: "badge v" }, "violation"), " ", patternName(row, row.label, 120),
      violation.fields.length ? [" on ", names(violation.fields, 60)] : null, " ",
      change ? el("span", { class: `change ${change}` }, changes[change]) : null),
    el("dl", { class: "facts" },
      violation.fields.some((f) => f.length > 60) ? fact("fields",
        violation.fields.flatMap((f, i) => [i ? ", " : "", wholeName(f)])) : null,
      fact("processes", violation.processes.flatMap((p, i) => [i ? ", " : "",
        i < 6 && threadName(row, i) ? el("i", {}, `${threadName(row, i)} = `) : "", wholeName(p)])),
      violation.methods ? fact("methods", violation.methods.flatMap((m, i) => [i ? ", " : "",
        i < 6 && threadName(row, i) ? el("i", {}, `${threadName(row, i)} = `) : "", wholeName(m)])) : null,
      row.formula ? fact("pattern", formula(row.formula)) : null,
      violation.cause ? fact("cause", el("a", { href: address({ v: "", step: "", cause: violation.cause }) },
        name(violation.problem, 160)), violation.why ? [" (", name(violation.why, 120), ")"] : null) : null,
      fact(kindOfModel, wholeName(table.model), severalSets ? [" ", name(table.automata, 40)] : null),
      fact("decided", [engineAt(row, column) ? [name(engineAt(row, column), 30), ", "] : null,
        duration(row.us[column])]))];
}

function drawViolation(violation) {
  if (timeline) timeline.remove();
  timeline = panel = null;
  shownViolation = violation;
  const view = byId("violation");
  if (!violation) {
    view.replaceChildren(el("nav", { class: "trail" },
      el("button", { type: "button", id: "back", onclick: closeViolation }, "← Overview")),
      el("p", { class: "note" }, "This report has no violation with the identifier ", name(state.v, 80),
        ". It may have been fixed, or the model has changed."));
    return;
  }
  view.replaceChildren(navigation(violation), ...heading(violation));
  const circle = circlePicture(violation);
  if (!violation.steps || !violation.steps.length) {
    append(view, [circle, withoutWitness(violation)]);
    return;
  }
  const trace = analyse(violation);
  if (violation.suspected)
    view.append(el("p", { class: "note" }, "This is no violation: the model does this without its data, and whether it "
      + "does with the values is not known."));
  const why = explain(violation, trace);
  if (why.length) view.append(el("p", { class: "because" }, why));
  if (violation.repair)
    view.append(el("p", { class: "because repair" }, el("b", {}, "Repair"), name(violation.repair, Infinity)));
  append(view, circle);
  panel = new SourcePanel(trace);
  timeline = new Timeline(violation, stepped);
  view.append(el("p", { class: "size" }, `${plural(trace.steps.length, "step")}, `
      + `${plural(trace.switches, "switch", "switches")} between processes`),
    progress(trace), controls(trace), el("div", { class: "beside" }, timeline.node, panel.node), pictureLegend(trace));
  timeline.drawPicture();
  const first = trace.marks.length ? trace.marks[0].step : 0;
  const wanted = Number.parseInt(state.step, 10);
  timeline.goTo(wanted > 0 ? wanted - 1 : first, !(wanted > 0));
}

// Keys, wherever the focus is, but not while something is typed or chosen.
function violationKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, .lines")) return;
  const pressed = event.target.closest("button, a, summary");
  if (event.key === "Escape") closeViolation();
  else if (event.key === "[" || event.key === "]") {
    const { previous, next } = neighbours(shownViolation);
    const target = event.key === "[" ? previous : next;
    if (target) openViolation(target);
  } else if (!timeline) return;
  else if (event.key === "ArrowDown" || event.key === "ArrowRight" || event.key === "j")
    timeline.goToRow(timeline.current + 1);
  else if (event.key === "ArrowUp" || event.key === "ArrowLeft" || event.key === "k")
    timeline.goToRow(timeline.current - 1);
  else if (event.key === "Home") timeline.goToRow(0);
  else if (event.key === "End") timeline.goToRow(timeline.rows.length - 1);
  else if (event.key === "n") timeline.nextMark(1);
  else if (event.key === "p") timeline.nextMark(-1);
  else if (event.key === "u") timeline.unfoldAll();
  else if (event.key === "f") timeline.foldAll();
  else if ((event.key === "Enter" || event.key === " ") && !pressed) timeline.toggle(timeline.current);
  else return;
  event.preventDefault();
}
