"""spin.py -- Spin and the explicit engine say the same of models with data.

    spin.py PHASELOCK COMPARE FIRST-SEED COUNT [MODEL...]

Asserts, places that go wrong, races, access predicates and the deadlock of each model, in one
run of Spin over what `dump --what promela' writes. Prints what differs, and counts.
"""
import json, os, re, subprocess, sys, tempfile

phaselock, compare, first, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
QUESTIONS = "race,deadlock,assert,exclusive"


def ours(path):
    run = subprocess.run([phaselock, "check", "-e", "explicit", "-p", QUESTIONS, "--format", "jsonl", path],
                         capture_output=True, text=True)
    found = set()
    for line in run.stdout.splitlines():
        record = json.loads(line)
        if record["verdict"] == "unknown":
            return None
        if record["verdict"] != "violation":
            continue
        question = record["question"]
        if question == "assert":
            place = ":".join(record["at"].rsplit(":", 2)[1:])
            found.add(("wrong" if record.get("wrong") else "assert") + " " + place)
        else:
            found.add(" ".join([question] + record["fields"]))
    return found


def theirs(path, folder):
    run = subprocess.run([phaselock, "dump", "--what", "promela", path], capture_output=True, text=True)
    if run.returncode != 0:
        return None
    with open(folder + "/m.pml", "w") as out:
        out.write(run.stdout)
    claims, fields = {}, {}
    for line in run.stdout.splitlines():
        if match := re.match(r"   claim (\d+) at ([\d:]+): (an assertion)?", line):
            claims[match[1]] = ("assert " if match[3] else "wrong ") + match[2]
        if match := re.match(r"   field (\d+): (.*)", line):
            fields[match[1]] = match[2]
    flags = ["-DRACE", "-DEXCLUSIVE", "-DDEADLOCK"]
    for command in (["spin"] + flags + ["-a", "m.pml"],
                    ["gcc", "-w", "-O0", "-fwrapv", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=1000", "-o", "pan", "pan.c"]):
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if run.returncode != 0:
            print("# %s: %s" % (path, (run.stdout + run.stderr)[:500]))
            return {"Spin refuses it"}
    try:
        run = subprocess.run(["./pan", "-E", "-c0", "-m200000"], cwd=folder, capture_output=True, text=True, timeout=20)
    except subprocess.TimeoutExpired:
        return None
    if "max search depth too small" in run.stdout:
        return None
    found = set()
    for text in set(re.findall(r"assertion violated (.*) \(at depth", run.stdout)):
        if match := re.search(r"\(\((\d+)\+1000\)==0\)", text):
            found.add("race " + fields[match[1]])
        elif match := re.search(r"\(\((\d+)\+2000\)==0\)", text):
            found.add("exclusive " + fields[match[1]])
        elif "(3000==0)" in text:
            found.add("deadlock")
        elif match := re.fullmatch(r"\((\d+)!=\1\)", text):
            found.add(claims[match[1]])
        else:
            found.add(text)
    return found


same = skipped = 0
bad = []
with tempfile.TemporaryDirectory() as folder:
    paths = sys.argv[5:]
    for seed in range(first, first + count):
        text = subprocess.run([compare, "--show=%d" % seed], capture_output=True, text=True).stdout
        paths.append("%s/seed-%d.eml" % (folder, seed))
        with open(paths[-1], "w") as out:
            out.write(text)
    for path in paths:
        a = ours(path)
        b = theirs(path, folder)
        if a is None or b is None:
            skipped += 1
        elif a == b:
            same += 1
        else:
            bad.append(path)
            print("# %s: only phaselock %s, only Spin %s" % (os.path.basename(path), sorted(a - b), sorted(b - a)), flush=True)
print("# %d the same, %d left out, %d differ" % (same, skipped, len(bad)))
sys.exit(bool(bad))
