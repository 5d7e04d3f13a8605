"""readings.py -- the part of doc/reproduction.md about what spin09, strict and complete disagree on."""
from records import is_contest, number, read_run, table, violations


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
        half_blind=number(len(pairs(more) - pairs(found["strict"]))))
