"""experiments.py FOLDER TEMPLATE -- the page of the runs in FOLDER.

Prints TEMPLATE with its $names replaced; writes the data of the plot into FOLDER.
"""
import json
import os
import sys

from dynamic import METHODS, Growth, claim_of_insert, helps, read_run, times
from records import page, processor, table


def auto(growth, family, ending):
    """The most threads that auto decides, and CPU seconds by threads."""
    runs = {threads: read_run(growth.folder, f"{family}-{threads}-auto-{ending}") for threads in range(2, growth.most + 1)}
    return {threads: run.seconds for threads, run in runs.items() if run and run.decided}


def by_hand(growth):
    """C against models: the same program, by auto."""
    rows = []
    for family in growth.families:
        c, eml = auto(growth, family, "c"), auto(growth, family, "eml")
        both = [threads for threads in c if threads in eml]
        threads = max(both, default=0)
        rows.append([family, max(c, default="-"), max(eml, default="-")]
                    + ([threads, f"{c[threads]:.2f} s", f"{eml[threads]:.2f} s"] if both else ["-", "-", "-"]))
    return table(["program", "threads, C", "threads, model", "both", "C", "model"], rows)


def verdict(growth, family):
    words = []
    for method in METHODS:
        ratio, threads = growth.ratio(family, method, "static", "dynamic", "work")
        reach = [growth.reach(family, method, reduction) for reduction in ("static", "dynamic")]
        said = "holds" if helps(growth, family, method) else "**does not hold**"
        words.append(f"{method}: {reach[0] or 'no'} against {reach[1] or 'no'} threads"
                     + (f", {times(ratio)} times the work with {threads}" if ratio else "") + f": {said}")
    return "; ".join(words)


def races_of(folder, name):
    """Verdicts by field, CPU seconds."""
    with open(os.path.join(folder, "runs", name + ".jsonl"), encoding="utf-8") as file:
        records = [json.loads(line) for line in file if line.strip()]
    with open(os.path.join(folder, "runs", name + ".time"), encoding="utf-8") as file:
        seconds = float(file.read())
    found = [r["fields"][0] for r in records if r.get("verdict") == "violation"]
    open_ = [r["fields"][0] for r in records if r.get("verdict") == "unknown" or r.get("gaps")]
    return found, open_, len(records), seconds


def said(folder, name):
    found, open_, count, seconds = races_of(folder, name)
    fields = ", ".join(f"`{field}`" for field in found) or "no field"
    return (f"{fields} of {count}" + (f"; {len(open_)} not decided, or with gaps" if open_ else "")
            + f", {seconds:.1f} s")


def strategies(folder):
    """The table of bmc-table.sh, and its rows by name: races, depth, clauses."""
    with open(os.path.join(folder, "strategies"), encoding="utf-8") as file:
        text = file.read().strip()
    rows = {}
    for line in text.split("\n")[2:]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        rows[cells[0]] = [float(cell) for cell in cells[1:]]
    return text, rows


def more(rows, better, worse, least=1.1):
    """Does the row BETTER find more races, or come deeper in the same time?"""
    a, b = rows[better], rows[worse]
    holds = a[0] > b[0] or (a[0] == b[0] and a[1] >= least * b[1])
    return (f"{a[0]:.0f} races and depth {a[1]:.0f} against {b[0]:.0f} and {b[1]:.0f}: "
            + ("holds" if holds else "**does not hold**"))


def main():
    folder, template = sys.argv[1:]
    growth = Growth(folder, int(os.environ["MOST"]))
    growth.write_data()
    text, rows = strategies(folder)
    with open(os.path.join(folder, "filesystem.c"), encoding="utf-8") as file:
        lines = sum(1 for _ in file)
    full = "csr, balance, contexts, locksets"
    names = {"machine": processor(), "limit": os.environ["LIMIT"], "race_limit": os.environ["RACE_LIMIT"],
             "most": growth.most, "reach": growth.table_of_reach(), "by_hand": by_hand(growth), "lines": lines,
             "races": said(folder, "filesystem"), "races_fixed": said(folder, "filesystem-fixed"),
             "races_whole": said(folder, "filesystem-whole"), "strategies": text,
             "lazy": more(rows, "lazy: " + full, "eager: " + full),
             "contexts": more(rows, "lazy: csr, balance, contexts", "lazy: csr, balance"),
             "balance": more(rows, "lazy: csr, balance", "lazy: csr"),
             "locksets": more(rows, "lazy: " + full, "lazy: csr, balance, contexts"),
             "insert": claim_of_insert(growth)}
    for family in growth.families:
        names["holds_" + family.replace("-", "_")] = verdict(growth, family)
    sys.stdout.write(page(template, names))


main()
