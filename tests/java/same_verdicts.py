"""same_verdicts.py -- does a model that was extracted have the violations of one made by hand?

    same_verdicts.py HAND EXTRACTED NAME=NAME...

All patterns, query by query.  Fields of the extracted model end in the names of those made
by hand, or in what NAME=NAME says.  Prints what differs; exit status 1 if something does.
"""
import json
import os
import subprocess
import sys

import expectations as x


def read(path):
    """Violations and fields."""
    done = subprocess.run([os.environ["PHASELOCK"], "check", "-a", "complete", "-p", "patterns",
                           "--format", "jsonl", path], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    records = [r for r in map(json.loads, done.stdout.splitlines()) if "verdict" in r]
    found, unknown = x.violations(records)
    assert records and not unknown, done.stderr
    return found, list(dict.fromkeys(f for r in records for f in r["fields"]))


hand_path, extracted_path, *pairs = sys.argv[1:]
names = dict(pair.split("=", 1) for pair in pairs)
wanted, hand_fields = read(hand_path)
found, fields = read(extracted_path)
used = {f for _, fs in wanted for f in fs}
match = x.match_fields([names.get(f, f) for f in hand_fields], fields)
missing = [f for f in used if names.get(f, f) not in match]
if missing:
    sys.exit("no field for %s among: %s" % (", ".join(missing), " ".join(fields)))
wanted = {(q, tuple(match[names.get(f, f)] for f in fs)) for q, fs in wanted}
for what, some in (("not found: ", wanted - found), ("found, but not by hand: ", found - wanted)):
    if some:
        print(what + x.show(some))
sys.exit(wanted != found)
