// main.js -- which page is shown, the theme, and the events of the window.

let scrolled = 0; // where the overview was

function render() {
  state = readAddress();
  const showing = !byId("violation").hidden;
  if (state.v) {
    const violation = violationById.get(state.v) || null;
    if (!showing) scrolled = scrollY;
    byId("overview").hidden = true;
    byId("violation").hidden = false;
    if (!showing || violation !== shownViolation || !violation) {
      scrollTo(0, 0);
      drawViolation(violation); // and scrolls to the step of the address
      const title = byId("violation-title");
      if (title) title.focus({ preventScroll: true });
    } else if (timeline && state.step) timeline.goTo(Number.parseInt(state.step, 10) - 1);
    document.title = `${violation ? plain(clip(violation.row.label, 60)) : "unknown violation"} – phaselock report`;
    return;
  }
  byId("violation").hidden = true;
  byId("violation").replaceChildren();
  if (timeline) timeline.remove();
  timeline = shownViolation = null;
  byId("overview").hidden = false;
  drawOverview();
  if (showing) { scrollTo(0, scrolled); byId("main").focus({ preventScroll: true }); }
  document.title = `${plural(totals.v, "violation")} – phaselock report`;
}

// ---- The theme: the system's, until the reader wants another. ----

const systemDark = matchMedia("(prefers-color-scheme: dark)");
const themes = ["auto", "light", "dark"];
let theme = "auto";
try { theme = themes.includes(localStorage["phaselock-theme"]) ? localStorage["phaselock-theme"] : "auto"; } catch { /* not allowed here */ }

function applyTheme() {
  const dark = theme === "dark" || (theme === "auto" && systemDark.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  byId("theme").textContent = `Theme: ${theme}`;
}

byId("theme").addEventListener("click", () => {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length];
  try { localStorage["phaselock-theme"] = theme; } catch { /* not allowed here */ }
  applyTheme();
});
systemDark.addEventListener("change", applyTheme);

// ---- The frame. ----

// When, with what and from what the page was made.
function origin() {
  const fact = (term, what) => el("div", { class: term }, el("dt", {}, term), " ", el("dd", {}, what));
  const some = (list, limit) => [names(list.slice(0, limit), 60),
    list.length > limit ? ` and ${count(list.length - limit)} more` : null];
  const sets = [...new Set(tables.map((table) => table.automata))];
  return [
    raw.made ? fact("made", el("time", {}, raw.made)) : null,
    fact("by", `phaselock ${raw.by}`),
    sets.length ? fact("automata", some(sets, 3)) : null,
    raw.inputs.length ? fact("from", some(raw.inputs.map(string), 5)) : null,
    raw.command ? fact("command", el("code", {}, name(raw.command, 300))) : null];
}

append(byId("origin"), origin());
append(byId("footer"), [`Written by phaselock ${raw.by}. A safe pattern covers two units at a time; `
  + "cycles through three or more units are not covered."]);

byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
byId("print").addEventListener("click", () => print());
addEventListener("beforeprint", beforePrint);
addEventListener("afterprint", afterPrint);
addEventListener("hashchange", render);
addEventListener("keydown", (event) => {
  if (state.v) violationKey(event);
  else if (event.key === "/" && !event.target.closest("input, select, textarea")) {
    event.preventDefault();
    byId("search").focus();
  }
});
applyTheme();
render();
