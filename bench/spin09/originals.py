"""originals.py FOLDER -- what originals.sh did with each program, as a table."""
import os
import sys

from records import decided, number, read_run, seconds, table

folder = sys.argv[1]


def first_line(path):
    """Of what a compiler or the translation said."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [line.strip() for line in file if line.strip()]
    except OSError:
        return ""
    lines = [line for line in lines if "error" in line.lower()] or lines
    return lines[0].replace("|", "\\|") if lines else ""


rows, translated, with_locks = [], 0, 0
names = sorted(name for name in os.listdir(folder) if os.path.isdir(os.path.join(folder, name)))
for name in names:
    place = os.path.join(folder, name)
    with open(os.path.join(place, "status"), encoding="utf-8") as file:
        status = file.read().strip()
    translated += status in ("no locks", "decided")
    with_locks += status == "decided"
    if status != "decided":
        log = {"not compiled": "javac.log", "not translated": "java.log"}.get(status)
        why = first_line(os.path.join(place, log)) if log else "translated, but no model has a lock"
        rows.append([name, status, "", "", "", "", "", why])
        continue
    runs = {engine: read_run(place, engine) for engine in ["cpds", "bdd", "auto"]}
    cells = []
    for run in runs.values():
        late = sum(not decided(query) for query in run.values())
        cells.append(seconds(sum(query.ms for query in run.values())) + (f" ({late} late)" if late else ""))
    found = sum(query.verdict == "violation" for query in runs["auto"].values())
    rows.append([name, "translated", number(len(runs["auto"])), found] + cells + [""])
print(table(["program", "", "queries", "violations", "cpds", "bdd", "auto", "why not"], rows))
print(f"\n{translated} of {len(names)} programs were translated (the paper: 8 of 11), "
      f"{with_locks} of them have locks (the paper: 4).")
