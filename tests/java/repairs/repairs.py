#!/usr/bin/env python3
"""repairs.py -- repairs of Java, made in the source: does each remove its cause, and make no new one?

    repairs.py [--list] SOURCE...      a table; the program is $PHASELOCK

Each SOURCE is a file of Java that can be compiled by itself.  It is compiled and checked, the
repair of each cause is made in a copy, that is compiled and checked as well, and the causes of
both are compared: removed; less of it, if other violations have it; another one is there that was
not; it stays; or the query that was said to be safe is not, a broken promise.  Edits are those that a SARIF log has as `fixes'; "hold LOCK from line A to B"
is done as a programmer would begin to: the lines are put into a block.  Where such a block is no
Java (it ends in the middle of a statement, or hides a variable), it takes a person, and so do
repairs that need a name for an object.  --list: a line for each cause.
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
    "outer": "hold the monitor of an object that is not `this` there",
    "write": "hold the write lock",
    "lambda": "hold a lock inside a lambda",
    "words": "a flag becomes `volatile`, if it is one",
    "none": "none was found",
}
HOLD = re.compile(r"^Hold '([^']+)' (?:on line (\d+)|from line (\d+) to (\d+)) of \S+\.java, in ")


def lock_in_java(name):
    """What a program calls the lock that a message calls NAME; or null."""
    if name == "this" or name.endswith(".class"):
        return name
    return name.split(".")[-1] if re.fullmatch(r"[\w$.]+", name) else None


def hold(text, lock, first, last):
    """TEXT with the lines from FIRST to LAST in a block that holds LOCK."""
    lines = text.split("\n")
    is_object = re.search(rf"\b\w*Lock\s+{re.escape(lock)}\b", text)
    lines[first - 1] = (f"{lock}.lock (); try {{ " if is_object else f"synchronized ({lock}) {{ ") + lines[first - 1]
    lines[last - 1] += f" }} finally {{ {lock}.unlock (); }}" if is_object else " }"
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
    found = HOLD.match(sentence)
    if not found:
        return ("order" if sentence.startswith("Take ") else "outer" if "the monitor of the" in sentence
                else "write" if "the write lock" in sentence else "words"), None
    if " in lambda$" in sentence:
        return "lambda", None
    lock = lock_in_java(found[1])
    first, last = int(found[2] or found[3]), int(found[2] or found[4])
    return "hold", hold(text, lock, first, last) if lock else None


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
    before, _ = causes_of(folder) if log else (set(), None)
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
                new = sorted(causes - before)
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
    columns = ["removed", "less of it", "makes another", "stays", "no Java", "not tried", "broken promise"]
    print("| repair | causes | tried | " + " | ".join(columns) + " |")
    print("|---|---:|---:|" + "---:|" * len(columns))
    for kind, title in list(KINDS.items()) + [(None, "all")]:
        row = [sum(n for (k, o), n in counts.items() if (kind is None or k == kind) and o == c) for c in columns]
        if sum(row):
            tried = sum(row) - row[columns.index("not tried")]
            print(f"| {title} | {sum(row)} | {tried} | " + " | ".join(str(n) for n in row) + " |")


main()
