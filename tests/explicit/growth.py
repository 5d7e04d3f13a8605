"""growth.py -- what the explicit engine says of random models whose numbers grow, with and without `growth'.

    growth.py PHASELOCK FIRST-SEED COUNT

Two or three processes add fields up, some under a lock; asserts bound the sums from above, and now and then something
else depends on one of them: a branch, an index, an assert from below, a subtraction, a field that wraps around.
"""
import json, os, random, subprocess, sys, tempfile

phaselock, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
FIELDS = "abc"


def term(r):
    return r.choice([r.choice(FIELDS), r.choice(FIELDS), str(r.randint(0, 3)), "k"])


def statement(r, n):
    f, kind = r.choice(FIELDS), r.random()
    if kind < 0.55:
        return "%s = %s + %s;" % (f, r.choice([f, r.choice(FIELDS)]), term(r))
    if kind < 0.62:
        return "int t%d = %s; %s = t%d + %s;" % (n, r.choice(FIELDS), f, n, r.choice(FIELDS))
    if kind < 0.68:
        return "sync m { %s = %s + 1; %s = %s; }" % (f, f, r.choice(FIELDS), f)
    if kind < 0.73:
        return r.choice(["assert (%s <= %d && %s < %d);" % (f, r.randint(3, 40), r.choice(FIELDS), r.randint(3, 40)),
                         "if (%s > %d || %s > %d) { assert (false); }" % (f, r.randint(3, 40), r.choice(FIELDS), r.randint(3, 40)),
                         "bool big%d = %s >= %d; assert (!big%d);" % (n, f, r.randint(3, 40), n)])
    if kind < 0.80:
        return "assert (%s <= %d);" % (r.choice([f, f + " + " + r.choice(FIELDS)]), r.choice([3, 5, 9, 20, 60]))
    if kind < 0.83:
        return "assert (%d >= %s && %s < %d);" % (r.randint(4, 30), f, r.choice(FIELDS), r.randint(4, 30))
    if kind < 0.86:
        return "assert (%s >= %d);" % (f, r.randint(0, 1))
    if kind < 0.89:
        return "if (%s > %d) { d = 1; }" % (f, r.randint(1, 9))
    if kind < 0.92:
        return "%s = call twice(%s);" % (f, r.choice(FIELDS))
    if kind < 0.94:
        return "%s = %s - 1;" % (f, f)
    if kind < 0.97:
        return "sync m { sync n { d = 1; } }"
    return r.choice(["sync n { sync m { d = 0; } }", "assert (d == 0);", "cells[d & 1] = %s;" % f, "%s = cells[0];" % f])


def model(seed):
    r = random.Random(seed)
    width = r.choice([4, 6, 8, 16, 32])
    text = "lock m, n;\nfield int(%d) a = 1, b = 1, c;\nfield int(2) d;\nfield int(%d) cells[2];\n" % (width, width)
    text += "proc twice(int x) : int { return x + %s; }\n" % r.choice(["x", "1", "a"])
    for p in range(r.randint(2, 3)):
        body = " ".join(statement(r, n) for n in range(r.randint(1, 3)))
        text += "process P%d { int k = 0; while (k < %d) { k = k + 1; %s } }\n" % (p, r.randint(1, 3), body)
    return text


def verdicts(path, *options):
    run = subprocess.run([phaselock, "check", "-e", "explicit", "-p", "assert,race,deadlock", "--format", "jsonl", *options, path],
                         capture_output=True, text=True)
    if run.returncode not in (0, 5, 10):
        return run.stderr
    return [(q["question"], q.get("at"), q.get("fields"), q["verdict"]) for q in map(json.loads, run.stdout.splitlines())
            if "verdict" in q]


failed = decided = 0
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "model.eml")
    for seed in range(first, first + count):
        with open(path, "w") as out:
            out.write(model(seed))
        with_, without = verdicts(path), verdicts(path, "--without", "growth")
        decided += isinstance(without, list)
        if with_ != without:
            failed += 1
            print("# seed %d: %s, without growth %s" % (seed, with_, without))
print("# %d of %d models were decided" % (decided, count))
sys.exit(failed > 0 or decided < count * 0.8)
