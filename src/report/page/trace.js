// trace.js -- what an interleaving means: who holds which lock, who is in a
// unit of work, which calls are open, which steps matter.  Nothing is drawn here.

// A Java method that the model has once for each process, "look()(Prices.lock[1])": what it is
// bound to is of no interest.
const methodOf = (name) => name.replace(/^(.*\([^()]*\))\([^()]*\)$/, "$1");

function statementOf(index) {
  const [process, action, object, at, source, bits, value] = raw.statements[index];
  return { process: string(process), action: string(action), object: methodOf(string(object) || ""),
           at: string(at), source: string(source), nested: !!(bits & 1), wait: !!(bits & 2),
           value: value === undefined ? null : string(value) };
}

const statements = [];
const statement = (index) => (statements[index] = statements[index] || statementOf(index));

// Intervals that open when something is entered for the first time and close
// when it is left for the last.  A wait leaves it altogether, and enters it again as
// often as it was entered before.
function makeIntervals(steps, begin, end, keyOf) {
  const open = new Map(), waiting = new Map(), list = [];
  for (const step of steps) {
    const key = keyOf(step);
    const now = open.get(key);
    if (step.action === begin) {
      if (now) now.depth += !step.wait;
      else {
        const interval = { lane: step.lane, object: step.object, from: step.index,
                           to: steps.length - 1, closed: false,
                           depth: (step.wait && waiting.get(key)) || 1 };
        open.set(key, interval);
        list.push(interval);
      }
    } else if (step.action === end && now && (step.wait || --now.depth === 0)) {
      waiting.set(key, now.depth);
      now.to = step.index;
      now.closed = true;
      open.delete(key);
    }
  }
  return list;
}

function makeCalls(steps, lanes) {
  const stacks = lanes.map(() => []), calls = [];
  for (const step of steps) {
    const stack = stacks[step.lane];
    step.depth = stack.length;
    if (step.action === "call") {
      const call = { lane: step.lane, object: step.object, from: step.index,
                     to: steps.length - 1, closed: false };
      step.call = call;
      stack.push(call);
      calls.push(call);
    } else if (step.action === "return" && stack.length) {
      const call = stack.pop();
      step.depth = stack.length;
      call.to = step.index;
      call.closed = true;
    }
  }
  return calls;
}

// Bars of one lane that overlap go side by side.
function assignSlots(intervals, lanes) {
  const busy = lanes.map(() => []);
  for (const interval of intervals) {
    const slots = busy[interval.lane];
    let slot = slots.findIndex((until) => until < interval.from);
    if (slot < 0) slot = slots.length;
    slots[slot] = interval.to;
    interval.slot = slot;
  }
  return busy.map((slots) => slots.length);
}

const within = (interval, step) =>
  interval.lane === step.lane && interval.from <= step.index && step.index <= interval.to;

// A step matters if it is an access of the pattern; the edge of a unit in which
// one is made; a call that leads to one; the edge of a lock under which one
// is made or that two of the processes take there; a start, an end or a join; and in a model
// with data whatever has a value that others can see.
function findRelevant(trace) {
  const { steps, marks, units, locks, calls } = trace;
  const relevant = new Uint8Array(steps.length);
  const accesses = marks.map((mark) => steps[mark.step]);
  for (const step of accesses) relevant[step.index] = 1;
  for (const step of steps)
    if (["start", "join", "end"].includes(step.action)
        || (trace.values && ["read", "write", "assume"].includes(step.action))) relevant[step.index] = 1;
  const edges = (interval) => {
    relevant[interval.from] = 1;
    if (interval.closed) relevant[interval.to] = 1;
  };
  const holding = (interval) => accesses.some((step) => within(interval, step));
  units.filter(holding).forEach(edges);
  const taken = new Set();
  for (const lock of locks) if (holding(lock)) taken.add(lock.object);
  for (const lock of locks)
    if (holding(lock)) edges(lock);
    else if (taken.has(lock.object)
             && units.some((unit) => unit.lane === lock.lane && holding(unit)
                           && unit.from <= lock.from && lock.to <= unit.to)) edges(lock);
  for (const call of calls) if (holding(call)) relevant[call.from] = 1;
  return relevant;
}

const placeOf = (step) => step.source || step.at;

// The file that most steps of LANE stand in; null: none has a position.
function mainFile(steps, lane) {
  const often = new Map();
  for (const step of steps) {
    const place = step.lane === lane && position(placeOf(step));
    if (place) often.set(place.file, (often.get(place.file) || 0) + 1);
  }
  return [...often].reduce((best, next) => (next[1] > best[1] ? next : best), [null, 0])[0];
}

function analyse(violation) {
  if (violation.trace) return violation.trace;
  const lanes = [];
  const laneOf = new Map();
  const lane = (process) => {
    if (!laneOf.has(process)) laneOf.set(process, lanes.push(process) - 1);
    return laneOf.get(process);
  };
  violation.processes.forEach(lane);
  // Nobody wrote the model of a program, and nobody needs to see where a step is in it; a
  // step without a place in the program, the end of a method, stays where its lane was.
  const last = new Map();
  const steps = violation.steps.map((index, i) => {
    const made = { ...statement(index) };
    if (violation.methods) {
      made.at = null;
      made.source = made.source || last.get(made.process) || null;
      last.set(made.process, made.source);
    }
    return { ...made, index: i, lane: lane(made.process), mark: 0, call: null, depth: 0 };
  });
  const marks = [];
  for (let i = 0; i < violation.marks.length; i += 2)
    if (steps[violation.marks[i]])
      marks.push({ step: violation.marks[i], phase: violation.marks[i + 1] });
  marks.sort((a, b) => a.step - b.step);
  marks.forEach((mark, i) => { steps[mark.step].mark = i + 1; });
  // The last steps of a race or deadlock are about to happen, all at one moment.
  const together = [questions[1], questions[2]].includes(violation.row.question);
  const meeting = together && marks.length ? marks[0].step : steps.length;
  const trace = { steps, lanes, marks, meeting, values: steps.some((step) => step.value !== null) };
  trace.locks = makeIntervals(steps, "acquire", "release", (s) => `${s.lane} ${s.object}`);
  trace.units = makeIntervals(steps, "unit-begin", "unit-end", (s) => `${s.lane}`);
  trace.calls = makeCalls(steps, lanes);
  trace.files = lanes.map((process, i) => mainFile(steps, i));
  trace.slots = assignSlots(trace.locks, lanes);
  trace.lockNames = [...new Set(trace.locks.map((lock) => lock.object))];
  trace.relevant = findRelevant(trace);
  trace.switches = steps.filter((s, i) => i && i < meeting && s.lane !== steps[i - 1].lane).length;
  trace.shown = new Uint8Array(steps.length); // unfolded by the reader
  trace.folded = new Set();                   // calls folded by the reader
  violation.trace = trace;
  return trace;
}

// Does it end with what several processes are about to do, at one moment?
const meets = (trace) => trace.meeting < trace.steps.length;

// ---- Folding. ----

const showAtOnce = 300; // steps that one unfolding brings
const showAtMost = 2000;

// The rows to draw: steps, gaps in which steps that do not matter vanish, and last what is
// about to happen at one moment.
// `rowOf' has the row for each step.
function makeRows(trace) {
  const { steps, relevant, shown, folded } = trace;
  const rows = [], rowOf = new Array(steps.length);
  const inside = trace.lanes.map(() => null); // the folded call a lane is in
  let gap = null;
  const close = () => {
    if (gap && gap.steps.length <= 1)
      gap.steps.forEach((step) => { rowOf[step.index] = rows.push({ step }) - 1; });
    else if (gap) {
      const row = rows.push({ gap: gap.steps }) - 1;
      gap.steps.forEach((step) => { rowOf[step.index] = row; });
    }
    gap = null;
  };
  for (const step of steps) {
    if (step.index >= trace.meeting) break;
    const call = inside[step.lane];
    if (call && step.index <= call.call.to) {
      rowOf[step.index] = call.row;
      rows[call.row].hides.push(step);
      continue;
    }
    inside[step.lane] = null;
    if (!relevant[step.index] && !shown[step.index]) {
      gap = gap || { steps: [] };
      gap.steps.push(step);
      continue;
    }
    close();
    const row = { step, hides: [] };
    rowOf[step.index] = rows.push(row) - 1;
    if (step.call && folded.has(step.call))
      inside[step.lane] = { call: step.call, row: rowOf[step.index] };
  }
  close();
  if (meets(trace)) {
    const meeting = steps.slice(trace.meeting);
    const row = rows.push({ step: meeting[meeting.length - 1], hides: [], meeting }) - 1;
    meeting.forEach((step) => { rowOf[step.index] = row; });
  }
  return { rows, rowOf };
}

// Unfold a gap: its first steps, with the calls in it folded.
function unfoldGap(trace, gap) {
  const last = gap[Math.min(gap.length, showAtOnce) - 1].index;
  for (const step of gap) {
    if (step.index > last) break;
    trace.shown[step.index] = 1;
    if (step.call && step.call.closed && step.call.to > step.index + 1)
      trace.folded.add(step.call);
  }
}

function unfoldAll(trace) {
  trace.folded.clear();
  trace.shown.fill(1, 0, showAtMost);
}

function foldAll(trace) {
  trace.folded.clear();
  trace.shown.fill(0);
}

// ---- Which locks are held after a step. ----

function situation(trace, index) {
  const at = (interval) => interval.from <= index
    && (index < interval.to || (index === interval.to && !interval.closed));
  return trace.lanes.map((process, lane) => ({
    process,
    locks: trace.locks.filter((lock) => lock.lane === lane && at(lock)).map((l) => l.object),
  }));
}
