"""readings.py -- the part of doc/reproduction.md about what spin09, strict and complete disagree on:
counts, and for each reason why a violation of spin09 is a false alarm an interleaving that
$PHASELOCK finds, and replays."""
import json
import os
import re
import subprocess

from records import is_contest, number, read_run, table, violations


def phaselock(*arguments):
    # 10: there is a violation.
    result = subprocess.run([os.environ["PHASELOCK"], *arguments], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode not in (0, 10):
        raise SystemExit(f"phaselock {' '.join(arguments)}: status {result.returncode}\n{result.stderr}")
    return result.stdout


def shapes(automata):
    """By number: title, pattern."""
    found = {}
    for line in phaselock("patterns", "-a", automata).splitlines():
        match = re.match(r" *(\d+)  (.*?)  +(\S.*)$", line)
        found[int(match[1])] = (match[2], match[3])
    return found


# ---- Examples. ----

def witness(folder, automata, key):
    model, pattern, fields = key
    text = phaselock("check", "--witness", "--format", "jsonl", "-a", automata, "-p", str(pattern),
                     "-f", ",".join(fields), os.path.join(folder, "models", model))
    for line in text.splitlines():
        record = json.loads(line)
        if tuple(record["fields"]) == fields:
            return record
    raise SystemExit(f"{key}: no record")


WORDS = {"acquire": "lock", "release": "unlock", "unit-begin": "begin unit", "unit-end": "end unit"}


def step_text(step):
    word = WORDS.get(step["action"], step["action"])
    if not step["action"].startswith("unit"):
        word += " " + step["object"]
    return word + (" *" if "phase" in step else "")


def shown(record):
    """The steps, leaving out calls, nested operations, and accesses to other fields."""
    return [step for step in record["witness"]
            if step["action"] not in ("call", "return") and not step.get("nested")
            and (step["action"] not in ("read", "write") or step["object"] in record["fields"])]


def interleaving(record):
    """One column per process; * marks the steps of the automaton."""
    columns = record["processes"]
    steps = shown(record)
    texts = [(columns.index(step["process"]), step_text(step)) for step in steps]
    width = max([len(name) for name in columns] + [len(text) for _, text in texts]) + 4
    lines = ["".join(name.ljust(width) for name in columns).rstrip()]
    lines += [" " * (width * column) + text for column, text in texts]
    return "\n".join("    " + line for line in lines)


def why_false(record):
    """Which unit boundary of v lies between its accesses?"""
    v = record["processes"][1]
    inside = False
    accesses = []  # (in a unit?, number of the unit)
    unit = 0
    for step in record["witness"]:
        if step["process"] != v or step.get("nested"):
            continue
        if step["action"] == "unit-begin":
            inside, unit = True, unit + 1
        elif step["action"] == "unit-end":
            inside = False
        elif "phase" in step:
            accesses.append(inside and unit)
    if not any(accesses):
        return "neither access of the second process is in a unit: nothing says that they belong together"
    if not all(accesses):
        return "one access of the second process is in no unit: nothing says that it belongs to the other"
    assert accesses[0] != accesses[1], record
    return "the two accesses of the second process are in two units that follow each other"


def query_text(key):
    return f"`{key[0].removesuffix('.eml')}`, {', '.join(key[2])}"


def examples(folder, keys, known):
    """The shortest false alarm for each reason, preferably of models/contest."""
    found = {}
    for key in sorted(keys):
        record = witness(folder, "spin09", key)
        rank = (not is_contest(key), len(shown(record)))
        reason = why_false(record)
        if reason not in found or rank < found[reason][0]:
            found[reason] = (rank, key, record)
    parts = []
    for reason, (_, key, record) in sorted(found.items()):
        title, shape = known[key[1]]
        parts.append(f"**{reason[0].upper()}{reason[1:]}.** Pattern {key[1]}, {title}, `{shape}`, in {query_text(key)}:\n\n"
                     f"{interleaving(record)}")
    return "\n\n".join(parts)


def pairs(keys):
    """The unordered pairs of fields of a model, and the single fields."""
    return {(key[0], frozenset(key[2])) for key in keys}


def readings(folder):
    """The names of the template, from the records in FOLDER."""
    runs = {name: read_run(folder, f"{name}-auto") for name in ["spin09", "strict", "complete"]}
    for name, run in runs.items():
        late = sum(query.verdict == "unknown" for query in run.values())
        if late:
            raise SystemExit(f"{name}: {late} queries are undecided; take a higher LIMIT")
    found = {name: violations(run) for name, run in runs.items()}
    false = found["spin09"] - found["strict"]
    missed = found["strict"] - found["spin09"]
    more = {key for key in found["complete"] if key[1] > 14}

    def split(keys):
        inside = sum(map(is_contest, keys))
        return [number(inside), number(len(keys) - inside), number(len(keys))]

    return dict(
        overview=table(["", "models/contest", "generated", "all"], [
            ["queries of the fourteen patterns"] + split(runs["strict"]),
            ["violations, `spin09`"] + split(found["spin09"]),
            ["violations, `strict`"] + split(found["strict"]),
            ["false alarms of `spin09`: violations that `strict` has not"] + split(false),
            ["violations of patterns 15 to 32 in `complete`"] + split(more),
        ]),
        false=number(len(false)), found=number(len(found["spin09"])),
        false_share=f"{100 * len(false) / len(found['spin09']):.0f} %",
        missed=number(len(missed)), more=number(len(more)), more_pairs=number(len(pairs(more))),
        half_blind=number(len(pairs(more) - pairs(found["strict"]))),
        false_examples=examples(folder, false, shapes("spin09")))
