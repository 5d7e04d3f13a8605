// causes.js -- what to look at first: the causes, each with what one repair repairs.

// Of each cause that the filters mean: the violations that they mean, in the order of `check'.
function matchingCauses() {
  const meant = new Set(found.v.map(({ row, c }) => row.violations.get(c)));
  return causes.map((cause) => ({ cause, list: cause.violations.filter((v) => meant.has(v)) }))
    .filter(({ list }) => list.length);
}

// "count, data[] and 2 more fields"
function someFields(list) {
  const all = [...new Set(list.flatMap((violation) => violation.fields))];
  const few = all.slice(0, 3);
  return all.length ? [" of ", names(few, 50), all.length > few.length
    ? ` and ${count(all.length - few.length)} more` : null] : null;
}

function causeCard({ cause, list }) {
  const best = list.reduce((a, b) => (b.order < a.order ? b : a));
  const others = new Set(list.map((violation) => violation.table.model)).size - 1;
  const level = levelOf(best.kind);
  const about = best.kind === "minor" ? "minor" : "";
  return el("li", { class: `cause ${level}` },
    el("p", { class: "cause-head" },
      best.grade && best.grade !== "not executed" ? [el("span", { class: `badge grade ${best.grade}` }, best.grade), " "] : null,
      el("a", { href: address({ v: best.id, step: "" }) }, el("b", {}, name(best.row.title || best.row.label, 60)),
        someFields(list)),
      about || best.why ? el("span", { class: "aside" }, " (", about, about && best.why ? ": " : "",
        best.why ? name(best.why, 120) : null, ")") : null),
    el("p", {}, name(best.problem, 300), el("span", { class: "aside" }, " in ", name(best.table.model, 90),
      others > 0 ? ` and ${count(others)} more` : null)),
    best.repair ? el("p", { class: "cause-repair" }, name(best.repair, 400)) : null,
    list.length > 1 ? el("button", { type: "button", class: "more all-of-it", onclick: () => {
      choose({ cause: cause.key });
      drawOverview();
      byId("queries").scrollIntoView();
    } }, `all ${count(list.length)} violations`) : null);
}

function drawCauses() {
  const list = matchingCauses(), shown = list.slice(0, limits.causes);
  const rest = list.length - shown.length;
  byId("causes-title").hidden = byId("causes").hidden = !causes.length;
  byId("cause-count").textContent = plural(list.length, "cause");
  byId("causes").replaceChildren(
    list.length ? el("ol", { class: "causes" }, shown.map(causeCard))
      : el("p", { class: "hint" }, "No violation fits the filters."),
    ...(rest ? [more(rest, "causes", "causes", 50)] : []));
}
