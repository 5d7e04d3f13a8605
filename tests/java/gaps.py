"""gaps.py -- what was not looked at, by question: compares the `gaps' of records with a table.

    gaps.py RECORDS <TABLE

RECORDS is the output of check --format jsonl; a line of the table has a class, a code, and the
questions for which that abstraction removes executions (`-': none).  Prints TAP without a plan.
"""
import json
import sys

records = {}
for line in open(sys.argv[1], encoding="utf-8"):
    record = json.loads(line)
    if "verdict" in record:
        records.setdefault(record["model"], []).append(record)

for line in sys.stdin:
    name, code, words = line.split()
    questions = set() if words == "-" else set(words.split(","))
    wrong, seen = [], set()
    for record in records.get(name, []):
        gaps = [g for g in record.get("gaps", []) if g["code"] == code]
        if record["verdict"] != "safe":
            if "gaps" in record:
                wrong.append("a violation has gaps: %s" % record["query"])
            continue
        concerned = record["question"] in questions
        for gap in gaps:
            if "field" in gap and record["question"] != "deadlock" and gap["field"] not in record["fields"]:
                wrong.append("%s of %s: a gap of %s" % (record["question"], record["fields"], gap["field"]))
        if gaps and not concerned:
            wrong.append("%s of %s has the gap" % (record["question"], record["fields"]))
        if concerned and gaps:
            seen.add(record["question"])
    asked = {r["question"] for r in records.get(name, []) if r["verdict"] == "safe"}
    for question in sorted((questions & asked) - seen):
        wrong.append("no %s has the gap" % question)
    if not asked:
        wrong.append("no safe query of %s" % name)
    print("%sok - %s: %s" % ("not " if wrong else "", name, code))
    for sentence in wrong[:5]:
        print("# " + sentence)
