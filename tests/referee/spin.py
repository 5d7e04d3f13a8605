"""spin.py -- Spin and the explicit engine say the same of models with data.

    spin.py [--stuck] PHASELOCK COMPARE FIRST-SEED COUNT [MODEL...]

Asserts, places that go wrong, races, access predicates and the deadlock of each model, in one
run of Spin over what `dump --what promela' writes. Prints what differs, and counts.

--stuck: who waits for ever instead. Where Spin finds an invalid end state somebody does; where
it finds none, nobody does, or there is a circle of states, about which its end states say nothing.
"""
import json, os, re, subprocess, sys, tempfile

stuck = sys.argv[1] == "--stuck"
phaselock, compare, first, count, *models = sys.argv[1 + stuck:]
first, count = int(first), int(count)
QUESTIONS = "stuck" if stuck else "race,deadlock,assert,exclusive"


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


def pan(folder, flags, *options):
    """What the verifier, compiled with FLAGS, prints; None: it did not come to an end."""
    run = subprocess.run(["gcc", "-w", "-O0", "-fwrapv", "-DNOREDUCE", "-DMEMLIM=1000", *flags, "-o", "pan", "pan.c"],
                         cwd=folder, capture_output=True, text=True)
    if run.returncode != 0:
        return "Spin is refused: " + run.stderr[:500]
    try:
        run = subprocess.run(["./pan", "-m200000", *options], cwd=folder, capture_output=True, text=True, timeout=20)
    except subprocess.TimeoutExpired:
        return None
    return None if "max search depth too small" in run.stdout else run.stdout


def theirs(path, folder, expected):
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
    flags = ["-DSTUCK"] if stuck else ["-DRACE", "-DEXCLUSIVE", "-DDEADLOCK"]
    run = subprocess.run(["spin"] + flags + ["-a", "m.pml"], cwd=folder, capture_output=True, text=True)
    if run.returncode != 0:
        print("# %s: %s" % (path, (run.stdout + run.stderr)[:500]))
        return {"Spin refuses it"}
    if stuck:
        ends = pan(folder, ["-DSAFETY"], "-c1")
        if ends is None or "invalid end state" in ends.split("Full statespace")[0]:
            return ends and {"stuck"}
        circles = pan(folder, ["-DNP"], "-l", "-E", "-c1") if expected else ""
        return None if circles is None or "non-progress cycle" in circles.split("Full statespace")[0] else set()
    output = pan(folder, ["-DSAFETY"], "-E", "-c0")
    if output is None:
        return None
    found = {"Spin is refused"} & {output.split(":")[0]}
    for text in set(re.findall(r"assertion violated (.*) \(at depth", output)):
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
    paths = models
    for seed in range(first, first + count):
        text = subprocess.run([compare, "--show=%d" % seed] + ["--family=waits"] * stuck, capture_output=True, text=True).stdout
        paths.append("%s/seed-%d.eml" % (folder, seed))
        with open(paths[-1], "w") as out:
            out.write(text)
    for path in paths:
        a = ours(path)
        b = theirs(path, folder, a)
        if a is None or b is None:
            skipped += 1
        elif a == b:
            same += 1
        else:
            bad.append(path)
            print("# %s: only phaselock %s, only Spin %s" % (os.path.basename(path), sorted(a - b), sorted(b - a)), flush=True)
print("# %d the same, %d left out, %d differ" % (same, skipped, len(bad)))
sys.exit(bool(bad))
