#!/usr/bin/env python3
"""repairs.py -- repairs of Java, made in the source: does each remove its cause, and make no new one?

    repairs.py [--list] SOURCE...      a table; the program is $PHASELOCK

Each SOURCE is a file of Java that can be compiled by itself.  It is compiled and checked, the
repair of each cause is made in a copy, that is compiled and checked as well, and both outcomes are
compared: the cause is removed; less of it is there, if other violations have it; it makes another
violation, of a query that had none; it stays; or the query that was said to be safe is not, a broken
promise.  (Violations that stay may have another cause by then: the one that was hidden.)  Edits are
those that a SARIF log has as `fixes'; "hold LOCK from line A to B" is done as a programmer does it:
the statements of these lines, whole ones, are put into a block, with what reads a variable that they
declare.  What takes a person stands in BY_HAND and WHOLE; that two objects of one class are locked in
the order of a number is not tried, since no model of a class knows numbers.  --list: a line for each
cause.
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

PROGRAM = os.environ["PHASELOCK"]
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "explain"))
from edits import edit  # noqa: E402

KINDS = {
    "synchronized": "make the method `synchronized`",
    "volatile": "declare the field `volatile`",
    "hold": "hold a lock for some lines",
    "edit": "another edit",
    "order": "take locks in another order",
    "named": "hold the monitor of `Outer.this`, a parameter or a field",
    "write": "hold the write lock",
    "lambda": "hold a lock inside a lambda",
    "call": "one call instead of two, written by hand",
    "flag": "a field that is only a flag becomes `volatile`",
    "words": "other words",
    "none": "none was found",
}
HOLD = re.compile(r"^(Hold|Take) (the write lock of )?'([^']+)'(?:, not the read lock| before '[^']+')*,? "
                  r"(?:on line (\d+)|from line (\d+) to (\d+)) of \S+\.java, in ")
DECLARED = re.compile(r"^\s*(?:final )?(?:[A-Z]\w*(?:<.*>)?|int|long|boolean|double|char|byte|var)(?:\[\])* (\w+) =")


# "Replace get and put by compute": what a person writes instead of these lines.
BY_HAND = {
    "MinMax.min[] in": "min.updateAndGet(old -> x < old ? x : old);",
    "MinMax.max[] in": "max.updateAndGet(old -> x > old ? x : old);",
    "Once.done[] in": "return done.compareAndSet(false, true);",
    "Sequence.n[] in": "int v = n.updateAndGet(old -> old + 1);",
    "Words.map[] in": "map.merge(w, 1, Integer::sum);",
    "Watchers.observers[] in": "return ((java.util.concurrent.CopyOnWriteArrayList<Runnable>) observers).addIfAbsent(r);",
    "Shelf.stock[] in": "boolean[] done = new boolean[1]; stock.computeIfPresent(item, (k, have) -> "
                        "{ done[0] = have >= n; return done[0] ? have - n : have; }); return done[0];",
}
# Edits that a person makes of whole methods: of a read-write lock that two parts of one take.
WHOLE = {
    "released Upgrade.rw in Upgrade.get()": [
        ("    if (value() == 0) {\n      write.lock();\n      try {\n        value = 1;\n      } finally {\n        write.unlock();\n      }\n"
         "    }\n    return value();\n",
         "    write.lock();\n    try {\n      if (value == 0)\n        value = 1;\n      return value;\n    } finally {\n      write.unlock();\n    }\n")],
}
FLAG = re.compile(r"^If ([\w$]+)\.(\w+) is only a flag, declare it volatile")
CALL = re.compile(r"^Replace \w+ and \w+ on lines (\d+) to (\d+) of \S+\.java, in ")


def by_hand(text, cause, first, last):
    """TEXT with what stands in BY_HAND instead of the lines from FIRST to LAST; or null."""
    lines = text.split("\n")
    instead = next((new for name, new in BY_HAND.items() if name in cause), None)
    if instead and instead.rpartition("; ")[2].startswith("return"):
        last = end_of_block(lines, last)
    return "\n".join(lines[:first - 1] + [instead] + lines[last:]) if instead else None


def volatile(text, class_name, field):
    """TEXT with FIELD of CLASS_NAME declared `volatile'; or null."""
    start = re.search(rf"\bclass {re.escape(class_name.split('$')[-1])}\b", text)
    found = start and re.compile(rf"^( +(?:(?:private|protected|public|static) )*)(?=[\w<>\[\], ]+ {field}( =|;))", re.M).search(text, start.end())
    return text[:found.end(1)] + "volatile " + text[found.end(1):] if found else None


def whole(text, cause):
    """TEXT with the edits of WHOLE for CAUSE; or null."""
    for old, new in WHOLE.get(cause, []):
        if text.count(old) != 1:
            return None
        text = text.replace(old, new)
    return text if cause in WHOLE else None


def lock_in_java(name):
    """What a program calls the lock that a message calls NAME; or null."""
    if name == "this" or name.endswith(".class"):
        return name
    return name.split(".")[-1] if re.fullmatch(r"[\w$.]+", name) else None


def depth_of(line):
    """How many braces LINE opens, how many of those before it it closes."""
    line = re.sub(r"//.*|\"[^\"]*\"|'.'", "", line)
    at = lowest = 0
    for letter in line:
        at += (letter == "{") - (letter == "}")
        lowest = min(lowest, at)
    return at - lowest, -lowest


def whole_statements(lines, first, last):
    """The lines of the whole statements that those from FIRST to LAST are in; the brace at the
    end of a method, where it returns, is none."""
    while last > first and lines[last - 1].strip() == "}" and depth_of("".join(lines[first - 1:last]))[1]:
        last -= 1
    while True:
        opened = missing = 0
        for line in lines[first - 1:last]:
            opens, closes = depth_of(line)
            missing += max(0, closes - opened)
            opened = max(0, opened - closes) + opens
        code = re.sub(r"//.*", "", lines[last - 1]).rstrip()
        if missing:
            first -= 1
        elif opened or not code.endswith((";", "}")):
            last += 1
        else:
            return first, last


def end_of_block(lines, last):
    """The last line of the block that line LAST is in."""
    opened = 0
    for number in range(last, len(lines)):
        opens, closes = depth_of(lines[number])
        if closes > opened:
            return number
        opened += opens - closes
    return last


def hold(text, lock, first, last):
    """TEXT with the statements of the lines from FIRST to LAST in a block that holds LOCK."""
    lines = text.split("\n")
    first, last = whole_statements(lines, first, last)
    names = [found[1] for line in lines[first - 1:last] if (found := DECLARED.match(line))]
    end = end_of_block(lines, last)
    if any(re.search(rf"\b{name}\b", line) for name in names for line in lines[last:end]):
        last = end
    is_object = re.search(rf"\b(?:Reentrant)?Lock\s+{re.escape(lock)}\b", text)
    lines[first - 1] = (f"{lock}.lock (); try {{ " if is_object else f"synchronized ({lock}) {{ ") + lines[first - 1]
    lines[last - 1] += f"\n}} finally {{ {lock}.unlock (); }}" if is_object else "\n}"
    return "\n".join(lines)


def write_lock(text, first, last):
    """TEXT with the write lock for the read lock that the lines from FIRST to LAST, or those
    right around them, take; or null."""
    lines = text.split("\n")
    first, last = whole_statements(lines, first, last)
    changed = [i for i in range(first - 3, min(last + 3, len(lines))) if "readLock" in lines[i]]
    for i in changed:
        lines[i] = lines[i].replace("readLock", "writeLock")
    return "\n".join(lines) if changed else None


def in_lambda(text, lock, number):
    """TEXT with LOCK held in the lambda of one expression in line NUMBER, or around its
    statement."""
    lines = text.split("\n")
    line = lines[number - 1]
    found = re.search(r"-> (?!\{)", line)
    if not found:
        return hold(text, lock, number, number)
    depth, end = 0, found.end()
    while end < len(line) and not (depth == 0 and line[end] in "),;"):
        depth += (line[end] == "(") - (line[end] == ")")
        end += 1
    lines[number - 1] = f"{line[:found.end()]}{{ synchronized ({lock}) {{ {line[found.end():end]}; }} }}{line[end:]}"
    return "\n".join(lines)


def sentence_of(result):
    """The repair in words: that of the edit, or the end of the message; or ""."""
    if "fixes" in result:
        return result["fixes"][0]["description"]["text"]
    found = re.search(r"\. ((?:Hold|Holding|Make|Take|If|Replace|Declare|Join) .*)$", result["message"]["text"])
    return found[1] if found else ""


def repair_of(result, text):
    """The kind of the repair of RESULT, and TEXT with it, or null."""
    sentence = sentence_of(result)
    if "fixes" in result:
        change, = result["fixes"][0]["artifactChanges"]
        kind = "synchronized" if "synchronized" in sentence else "volatile" if "volatile" in sentence else "edit"
        return kind, edit(text, change["replacements"])
    if not sentence:
        return "none", None
    cause = result["properties"]["query"]["cause"]
    found = FLAG.match(sentence)
    if found:
        return "flag", volatile(text, found[1], found[2])
    found = CALL.match(sentence)
    if found:
        return "call", by_hand(text, cause, int(found[1]), int(found[2]))
    found = HOLD.match(sentence)
    if not found:
        return ("order", whole(text, cause)) if sentence.startswith("Take ") else ("words", None)
    name, first, last = found[3], int(found[4] or found[5]), int(found[4] or found[6])
    if found[2]:
        return "write", write_lock(text, first, last) or whole(text, cause)
    lock = name if name.endswith(".this") else lock_in_java(name)
    kind = "order" if found[1] == "Take" else "hold"
    if kind == "hold" and name != "this" and (name.endswith(".this") or "." not in name):
        kind = "named"
    if not lock:
        return kind, None
    if " in lambda$" in sentence:
        return "lambda", in_lambda(text, lock, first)
    return kind, hold(text, lock, first, last)


def causes_of(folder):
    """The causes in FOLDER, and all queries by what they ask: their verdicts."""
    made = subprocess.run([PROGRAM, "check", "-q", "--format", "jsonl", folder], capture_output=True, text=True)
    causes, verdicts = set(), {}
    for line in made.stdout.splitlines():
        record = json.loads(line)
        if "cause" in record:
            causes.add(record["cause"])
        verdicts[record["model"], str(record.get("pattern", record["question"])), tuple(record["fields"])] = record["verdict"]
    return causes, verdicts


def asked(result):
    query = result["properties"]["query"]
    return query["model"], str(query.get("pattern", query["question"])), tuple(query["fields"])


class Compiler:
    """One JVM for all of it."""

    def __init__(self):
        self.jvm = subprocess.Popen(["java", "-XX:TieredStopAtLevel=1", os.path.join(HERE, "Compile.java")],
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def compile(self, folder, classpath, source):
        os.makedirs(folder, exist_ok=True)
        self.jvm.stdin.write(f"{folder}\t{classpath}\t{source}\n")
        self.jvm.stdin.flush()
        return self.jvm.stdout.readline().strip() == "0"

    def close(self):
        self.jvm.stdin.close()
        self.jvm.wait()


def try_source(source, compiler, scratch, tell):
    name = os.path.basename(source)
    text = open(source, encoding="utf-8").read()
    folder = os.path.join(scratch, name, "before")
    if not compiler.compile(folder, folder, source):
        raise SystemExit(f"{source} cannot be compiled")
    log = subprocess.run([PROGRAM, "check", "--format", "sarif", "--source", os.path.dirname(source), folder],
                         capture_output=True, text=True).stdout
    _, before = causes_of(folder) if log else (set(), {})
    results = [r for r in json.loads(log)["runs"][0]["results"] if r["kind"] == "fail"] if log else []
    for number, result in enumerate(results):
        kind, changed = repair_of(result, text)
        query = result["properties"]["query"]
        outcome = "made"
        if changed is None:
            outcome = "not tried"
        else:
            place = os.path.join(scratch, name, str(number))
            os.makedirs(place)
            with open(os.path.join(place, name), "w", encoding="utf-8") as file:
                file.write(changed)
            after = os.path.join(place, "after")
            if not compiler.compile(after, after, os.path.join(place, name)):
                outcome = "no Java"
            else:
                causes, verdicts = causes_of(after)
                new = sorted(str(asked) for asked, verdict in verdicts.items() if verdict == "violation" != before.get(asked))
                promised = "is then safe" in sentence_of(result)
                safe = verdicts.get(asked(result)) == "safe"
                outcome = ("broken promise" if promised and not safe
                           else "makes another" if new
                           else "removed" if query["cause"] not in causes else "less of it" if safe else "stays")
                if new:
                    outcome += ": " + "; ".join(new)
        tell(kind, outcome, query, sentence_of(result))


def main():
    words = [w for w in sys.argv[1:] if not w.startswith("--")]
    counts = collections.Counter()

    def tell(kind, outcome, query, sentence):
        counts[kind, outcome.split(":")[0]] += 1
        if "--list" in sys.argv:
            print(f"{outcome}\t{kind}\t{query['cause']}\t{sentence}")

    compiler = Compiler()
    with tempfile.TemporaryDirectory() as scratch:
        for source in sorted(words):
            try_source(source, compiler, scratch, tell)
    compiler.close()
    columns = ["removed", "less of it", "makes another", "stays", "no Java", "broken promise", "not tried"]
    columns = [c for c in columns if c in ("makes another", "not tried") or any(o == c for _, o in counts)]
    print("| repair | causes | tried | " + " | ".join(columns) + " |")
    print("|---|---:|---:|" + "---:|" * len(columns))
    for kind, title in list(KINDS.items()) + [(None, "all")]:
        row = [sum(n for (k, o), n in counts.items() if (kind is None or k == kind) and o == c) for c in columns]
        if sum(row):
            tried = sum(row) - row[columns.index("not tried")]
            print(f"| {title} | {sum(row)} | {tried} | " + " | ".join(str(n) for n in row) + " |")


main()
