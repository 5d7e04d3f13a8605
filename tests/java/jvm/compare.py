"""compare.py -- what was seen when programs ran, against what phaselock says of them.

    compare.py PHASELOCK FOLDER SEEN [OPTION...]

FOLDER/programs lists them, FOLDER/pc has their plain classes, and SEEN what Runs printed, programs one after the
other: it is read as a stream.  Each thing that was seen is the subject of a query, and nothing else is asked: only
the patterns and fields that were seen, so that the cost is that of what was seen.  If that is called safe, without a gap, phaselock is
wrong; if nobody asks about a field of the object itself, of a static or of what threads of a program
share, it is silent where it must not be.  A field is known by its last name, and one of another object by
the field that leads there ("cr0.h0"), unless the query is about all objects of a class ("H.h0"): of several
queries that fit it is enough that one is not called safe.
"""
import collections
import itertools
import json
import operator
import subprocess
import sys


def fits(word, field):
    """Can the field of a query be the one that was seen?"""
    path, _, name = word.rpartition(".")
    names = field.split(".")
    return names[-1] == name and (not path or len(names) <= 2 or names[-2] == path)


def ask(phaselock, folder, name, mode, questions, fields, options):
    """The verdicts as (question, number, fields, verdict); what phaselock printed if there is none."""
    # A query that is not decided soon is hardly decided later, and shows nothing.
    which = ["--main", name + ".Main"] if mode == "main" else ["--class", name + ".C"]
    words = [phaselock, "check", "--timeout", "0.25", "--format", "jsonl", "-p", ",".join(sorted(questions)),
             *options, *which, folder + "/pc/" + name]
    run = None
    if fields:
        few = ["-f", ",".join("*" + field for field in sorted(fields))]
        run = subprocess.run([*words, *few], capture_output=True, text=True, check=False)
    if not run or run.returncode == 2:  # nobody asks about one of them
        run = subprocess.run(words, capture_output=True, text=True, check=False)
    verdicts = []
    counts = collections.Counter()
    for line in run.stdout.splitlines():
        record = json.loads(line)
        if "verdict" not in record:
            continue
        verdict = "gap" if record["verdict"] == "safe" and record.get("gaps") else record["verdict"]
        counts[verdict] += 1
        if mode == "main" and record["question"] == "pattern" and record["model"] != name + ".C":
            continue
        verdicts.append((record["question"], record.get("pattern", 0), record.get("fields", []), verdict))
    return verdicts, counts, run


def subject(words):
    """The query that is about what was seen, and to whom its fields belong."""
    if words[0] == "deadlock":
        return ("deadlock", 0, ()), {"self"}
    first = 2 if words[0] == "pattern" else 1
    number = int(words[1]) if words[0] == "pattern" else 0
    return (words[0], number, tuple(words[first + 1::2])), set(words[first::2])


def compare(phaselock, folder, name, mode, seen, totals):
    """What was seen of the program NAME, each of it once, against what is said of it."""
    subjects = [subject(words) for words in seen]
    questions = {str(number or question) for (question, number, _), _ in subjects}
    fields = {field.split(".")[-1] for (_, _, names), _ in subjects for field in names}
    verdicts = []
    for part, few in ((questions - {"deadlock"}, fields), (questions & {"deadlock"}, set())):
        if not part:
            continue
        said, counts, run = ask(phaselock, folder, name, mode, part, few, sys.argv[4:])
        verdicts += said
        totals.update(counts)
        if run.returncode not in (0, 10):
            totals["refused"] += 1
            print("%s: status %d: %s" % (name, run.returncode, run.stderr.strip().split("\n")[0]))
    for words, (query, whose) in zip(seen, subjects):
        totals["seen"] += 1
        said = {verdict for question, number, names, verdict in verdicts
                if (question, number) == query[:2] and len(names) == len(query[2])
                and all(map(fits, query[2], names))}
        if said == {"safe"} and "foreign" not in whose:
            totals["wrong"] += 1
            print("%s: WRONG %s" % (name, " ".join(words)))
        elif not said and query[0] != "race" and whose <= {"self", "shared"}:
            totals["silent"] += 1
            print("%s: SILENT %s" % (name, " ".join(words)))


def main():
    phaselock, folder, seen_path = sys.argv[1:4]
    totals = collections.Counter()
    with open(folder + "/programs") as lines:
        modes = dict(line.split() for line in lines)
    with open(seen_path) as lines:
        groups = itertools.groupby(map(str.split, lines), operator.itemgetter(0))
        for name, group in groups:
            compare(phaselock, folder, name, modes.pop(name), [words[1:] for words in group], totals)
    totals["nothing seen"] = len(modes)
    print("# " + ", ".join("%s %d" % item for item in sorted(totals.items())))
    return 1 if totals["wrong"] or totals["silent"] else 0



sys.exit(main())
