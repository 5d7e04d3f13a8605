// sentence.js -- the sentence that explains a violation, and words for steps.

const verbs = {
  acquire: "acquires", release: "releases", read: "reads", write: "writes",
  "unit-begin": "begins a unit of work", "unit-end": "ends its unit of work",
  call: "calls", return: "returns from",
  start: "starts", join: "joins", end: "ends", await: "waits for",
  set: "sets", choose: "chooses", branch: "tests", assume: "goes on, since",
  assert: "finds this false:", wrong: "goes wrong:",
};
const nouns = { "unit-begin": "begin unit", "unit-end": "end unit", await: "waits for",
                branch: "if", assert: "assert fails", wrong: "goes wrong" };

// The value of a step with what has it: "count = 3", "i < 8: true"; null: it has none.
const valueText = (step) => (step.value === null ? null
  : step.action === "branch" ? (step.object === "*" ? `way ${+step.value + 1}` : step.value)
  : step.action === "return" ? step.value : `${step.object} = ${step.value}`);

const verbOf = (step) => verbs[step.action] || step.action;
const objectOf = (step) =>
  (step.action.startsWith("unit-") || step.action === "end" ? "" : step.object);

// "Producer writes count", as plain text.
const stepText = (step) =>
  plain(`${clip(step.process, 80)} ${verbOf(step)}`
        + (objectOf(step) ? ` ${clip(step.object, 80)}` : ""));

// The same as nodes.
const stepNodes = (step) =>
  [name(step.process), ` ${verbOf(step)} `, objectOf(step) ? name(step.object) : ""];

// The record has the sentence; an older one gets one from the interleaving: the
// accesses in their order, and which lock was released in between.
function explain(violation, trace) {
  if (violation.because) return [name(violation.because, Infinity)];
  const accesses = trace.marks.map((mark) => trace.steps[mark.step]);
  if (accesses.length < 2) return [];
  const parts = accesses.flatMap((step, i) => [
    i === 0 ? "" : i + 1 < accesses.length ? ", then " : ", and then ",
    ...stepNodes(step), ` (step ${step.index + 1})`]);
  const first = accesses[0];
  const last = accesses.filter((step) => step.lane === first.lane).pop();
  if (last === first) return [...parts, "."];
  const throughout = trace.locks.filter((lock) =>
    lock.lane === first.lane && lock.from <= first.index && lock.to >= last.index);
  const dropped = trace.locks.filter((lock) =>
    lock.lane === first.lane && within(lock, first) && lock.to < last.index);
  const between = `from step ${first.index + 1} to step ${last.index + 1}`;
  const unit = trace.units.find((u) => within(u, first) && within(u, last));
  parts.push(". ", unit ? "All that time " : "", name(first.process),
             unit ? " is in one unit of work, but " : " ");
  if (throughout.length)
    parts.push("holds only ", ...names([...new Set(throughout.map((l) => l.object))]),
               ` ${between}`);
  else if (dropped.length)
    parts.push("releases ", ...names([...new Set(dropped.map((l) => l.object))]),
               ` at step ${dropped[0].to + 1}: it holds no lock all the way ${between}`);
  else parts.push(`holds no lock ${between}`);
  parts.push(".");
  return parts;
}
