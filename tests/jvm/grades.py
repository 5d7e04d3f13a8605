#!/usr/bin/env python3
"""grades.py CLASS EXPECTED FILE -- the grades of a class against what was derived by hand.

EXPECTED is the first line of its source: "none", or a question and the best grade that one of
its findings has: "pattern harmful".  FILE has the records of `phaselock confirm'.
"""
import json
import sys

ORDER = ["not executed", "executed", "harmful"]
name, expected, path = sys.argv[1:]
best, members = {}, True
with open(path) as file:
    for line in file:
        record = json.loads(line)
        confirmed = record.get("confirmed")
        if (record["verdict"] == "violation") != (confirmed is not None):
            members = False
        if not confirmed:
            continue
        grade = confirmed["grade"]
        needed = {"tries", "ms"} | ({"observed", "arguments", "java"} if grade != ORDER[0] else {"reason"})
        members = members and needed <= set(confirmed)
        question = record["question"]
        best[question] = max(best.get(question, grade), grade, key=ORDER.index)
if expected == "none":
    fine = not best
else:
    question, grade = expected.split(" ", 1)
    fine = best.get(question) == grade
print(f"{'ok' if fine and members else 'not ok'} - {name}: {expected}"
      + ("" if fine and members else f" # {best}"))
