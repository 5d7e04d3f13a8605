#!/usr/bin/env python3
"""fixture.py -- result files for the tests of the report.

    fixture.py stack            the stack example, as check --witness writes it
    fixture.py fixed            the same after a repair, for --baseline
    fixture.py large            10,000 queries, 200 violations with long witnesses
    fixture.py wide             one model with 200 fields: 39,800 pairs
    fixture.py hostile          names that want to do harm
    fixture.py long             one witness of 5,000 steps
    fixture.py circles          deadlocks with names that want to do harm, of 40, and of one

Everything is made up from fixed numbers: the same bytes on every run.
"""
import hashlib
import json
import sys

TITLES = {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2, 7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2,
          13: 2, 14: 2}

ENCODE = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def put(record):
    sys.stdout.write(ENCODE(record) + "\n")


def identifier(*parts):
    """32 hexadecimal digits that depend on PARTS."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:32]


def record(model, pattern, fields, verdict, ms=0.05, automata="strict", **more):
    made = {"schema": 1, "id": identifier(model, pattern, *fields), "model": model,
            "pattern": pattern, "fields": fields, "automata": automata, "verdict": verdict}
    reason = more.pop("reason", None)
    if verdict == "unknown":
        made["reason"] = reason or "timeout"
    for key in ("processes", "engine"):
        if key in more:
            made[key] = more.pop(key)
    made.setdefault("engine", "antichain")
    made["ms"] = ms
    made.update(more)
    put(made)


def step(process, action, object_, at, source=None, phase=None, nested=False):
    made = {"process": process, "action": action, "object": object_, "at": at}
    if source:
        made["source"] = source
    if phase:
        made["phase"] = phase
    if nested:
        made["nested"] = True
    return made


def stack_witness(model, last):
    """What one pop() and one push() do to each other; LAST: up to which access of
    the consumer, and how the accesses are numbered."""
    c, p, j = "Consumer[0]", "Producer", "Stack.java"
    one = last == "count"
    steps = [
        step(c, "call", "pop", f"{model}:67:33"),
        step(c, "unit-begin", "Elements", f"{model}:53:3", f"{j}:50"),
        step(c, "call", "empty", f"{model}:54:5", f"{j}:51"),
        step(c, "acquire", "s", f"{model}:47:3", f"{j}:41"),
        step(c, "unit-begin", "Elements", f"{model}:48:5", nested=True),
        step(c, "read", "count", f"{model}:48:12", f"{j}:42", 1),
        step(c, "unit-end", "Elements", f"{model}:48:5", nested=True),
        step(c, "release", "s", f"{model}:49:5", f"{j}:43"),
        step(c, "return", "empty", f"{model}:50:1"),
        step(p, "call", "push", f"{model}:66:32"),
        step(p, "acquire", "s", f"{model}:37:3", f"{j}:20"),
        step(p, "unit-begin", "Elements", f"{model}:38:5"),
        step(p, "read", "count", f"{model}:39:7", f"{j}:21"),
        step(p, "write", "data", f"{model}:40:7", f"{j}:22", None if one else 2),
        step(p, "write", "count", f"{model}:41:7", f"{j}:23", 2 if one else 3),
        step(p, "unit-end", "Elements", f"{model}:42:5"),
        step(p, "release", "s", f"{model}:43:5", f"{j}:24"),
        step(c, "acquire", "s", f"{model}:56:7", f"{j}:52"),
        step(c, "read", "data", f"{model}:57:9", f"{j}:53", None if one else 4)]
    if one:
        steps.append(step(c, "write", "count", f"{model}:58:9", f"{j}:53", 3))
    return steps


def stack(fixed=False):
    model = "models/examples/stack.eml"
    for pattern, arity in TITLES.items():
        for fields in ([["count"], ["data"]] if arity == 1
                       else [["count", "data"], ["data", "count"]]):
            more, verdict, ms = {}, "safe", 0.006 * pattern
            if (pattern, fields) in ((1, ["count"]), (12, ["count", "data"])):
                verdict, ms = "violation", 0.745
                more = {"processes": ["Consumer[0]", "Producer"]}
                if not (fixed and pattern == 12):
                    more["witness"] = stack_witness(model, fields[-1])
                else:
                    verdict, more = "safe", {}
            if pattern == 13 and fixed:
                verdict = "unknown"
            record(model, pattern, fields, verdict, ms, **more)
    if not fixed:
        return
    record("models/examples/extra.eml", 3, ["x"], "violation", 1.5, processes=["P", "Q"])


def long_witness(model, length, seed):
    """Two processes that call, lock and read at length around three accesses."""
    steps = []
    places = [length // 5, length // 2, length - 3]
    depth = {"Left": [], "Right": []}
    number = 0
    state = seed * 2654435761 % 2 ** 32
    while number < length:
        state = (1103515245 * state + 12345) % 2 ** 31
        process = "Left" if number < length // 3 or number > length * 2 // 3 else "Right"
        line = 10 + state % 150
        where = f"{model}:{line}:5"
        source = f"Big.java:{line * 3}"
        if number in places:
            action = ("read", "write", "write")[places.index(number)]
            steps.append(step(process, action, "f0", where, source, places.index(number) + 1))
        elif number == 1:
            steps.append(step(process, "unit-begin", "Set", where, source))
        elif state % 7 == 0 and len(depth[process]) < 6:
            depth[process].append(f"p{state % 9}")
            steps.append(step(process, "call", depth[process][-1], where, source))
        elif state % 7 == 1 and depth[process]:
            steps.append(step(process, "return", depth[process].pop(), where, source))
        else:
            steps.append(step(process, ("read", "write")[state % 2], f"f{state % 5}", where, source))
        number += 1
    return steps


def large():
    violations = 0
    queries = 0
    model_number = 0
    while queries < 10000:
        model = f"batch/part{model_number % 7}/model{model_number:03}.eml"
        fields = [f"field{i}" for i in range(6)]
        number = 0
        for pattern, arity in TITLES.items():
            tuples = ([[f] for f in fields] if arity == 1
                      else [[f, g] for f in fields for g in fields if f != g])
            for t in tuples:
                if queries == 10000:
                    return
                queries += 1
                number += 1
                more, verdict = {}, "safe"
                if number % 47 == 3 and violations < 200:
                    verdict = "violation"
                    violations += 1
                    more = {"processes": ["Left", "Right"],
                            "witness": long_witness(model, 60 + violations, violations)}
                elif number % 101 == 7:
                    verdict = "unknown"
                record(model, pattern, t, verdict, (queries * 37 % 1000) / 100,
                       engine="bdd" if number % 90 == 0 else "antichain", **more)
        model_number += 1


def wide():
    fields = [f"field{i:03}" for i in range(200)]
    for pattern, arity in ((1, 1), (2, 1), (6, 2), (12, 2)):
        tuples = ([[f] for f in fields] if arity == 1
                  else [[f, g] for f in fields for g in fields if f != g])
        for i, t in enumerate(tuples):
            more, verdict = {}, "safe"
            if arity == 1 and i % 61 == pattern:
                verdict, more = "violation", {"processes": ["A", "B"]}
            if arity == 2 and i % 3571 == pattern * 11:
                verdict, more = "violation", {"processes": ["A", "B"]}
            if arity == 2 and i % 5003 == 17:
                verdict = "unknown"
            record("wide.eml", pattern, t, verdict, **more)


HOSTILE = [
    "<script>document.title='owned'</script>", "</script><script>document.title='owned'</script>",
    "<!--<script>", "\"'><img src=x onerror=\"document.title='owned'\">", "&lt;b&gt;", "]]>",
    "\u202egnp.exe", "\u2067right\u2066left", "\u200e\u200f", "line\u2028separator\u2029",
    "tab\tnew\nline\r\u0007bell", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 שלום مرحبا", "__proto__", "constructor", "${1+1}`", "\\u003c",
    " ", "#v=1&q=2%20", "ａ" * 40, "x" * 10240, "long " * 2048]


def hostile():
    for number, evil in enumerate(HOSTILE):
        witness = [
            step(evil, "call", evil, f"{evil}:1:1", f"{evil}:2"),
            step(evil, "unit-begin", evil, f"{evil}:1:1"),
            step(evil, "acquire", evil, "../../../../etc/passwd:1:1", "/etc/passwd:1"),
            step(evil, "read", evil, f"{evil}:3:1", evil, 1),
            step(evil, "release", evil, "no position"),
            step(evil + "2", "write", evil, "x.eml:99999999:1", "x.java:0", 2),
            step(evil, evil, evil, evil),
            step(evil, "write", evil, "", None, 3)]
        model = evil if number % 2 else f"models/{evil}.eml"
        record(model, evil, [evil], "violation", processes=[evil, evil + "2"],
               engine=evil, automata=evil, witness=witness, because=evil, repair={"text": evil})
        record(model, 6, [evil, "plain"], "unknown", reason=evil)
        record(model, 6, ["plain", evil], "safe")


def long():
    record("long.eml", 1, ["f0"], "violation", processes=["Left", "Right"],
           witness=long_witness("long.eml", 5000, 3))


def circle(model, processes, locks):
    """A deadlock: each process takes the lock before its own, and waits for its own."""
    before = locks[-1:] + locks[:-1]
    witness = [step(p, "acquire", lock, f"{model}:{i + 1}:1") for i, (p, lock) in enumerate(zip(processes, before))]
    witness += [step(p, "await", lock, f"{model}:{i + 1}:9", None, i + 1)
                for i, (p, lock) in enumerate(zip(processes, locks))]
    put({"schema": 1, "id": identifier(model, "deadlock"), "model": model, "question": "deadlock", "fields": [],
         "automata": "complete", "verdict": "violation", "processes": processes, "locks": locks,
         "engine": "antichain", "witness": witness, "because": " ".join(processes), "ms": 1})


def circles():
    for number, evil in enumerate(HOSTILE):
        circle(f"evil{number:02}.eml", [evil, "plain"], [evil, "lock"])
    circle("many.eml", [f"Philosopher[{i}]" for i in range(40)], [f"fork{i}" for i in range(40)])
    circle("one.eml", ["P"], ["a"])


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    {"stack": stack, "fixed": lambda: stack(True), "large": large, "wide": wide,
     "hostile": hostile, "long": long, "circles": circles}[sys.argv[1]]()
