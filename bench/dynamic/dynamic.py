"""dynamic.py FOLDER TEMPLATE -- doc/dynamic.md from the runs in FOLDER.

Prints TEMPLATE with its $names replaced; writes the data of the plots into FOLDER.  A
run is a file NAME.jsonl of records (doc/json.md) with NAME.time, CPU seconds.
"""
import glob
import json
import os
import statistics
import sys
from collections import namedtuple

from records import number, page, processor, table

FAMILIES = ["hashtable-insert", "hashtable-present", "hashtable-half", "dynamic-locking",
            "load-balancing", "lazy-initialisation"]
REDUCTIONS = ["none", "static", "phase", "dynamic"]
METHODS = ["ic3", "bmc"]
LEAST = 1  # work: where less is drawn
LATE = 400000  # ... and what was not decided

# seconds: CPU time of all queries together; work: calls of the solver and conflicts
Run = namedtuple("Run", "decided seconds work violations queries")


def records_of(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def work_of(record):
    return record["stats"]["calls"] + record["stats"]["conflicts"]


def read_run(folder, name):
    """The run NAME, or None if there is none: a smaller one was not decided."""
    path = os.path.join(folder, "runs", name)
    if not os.path.exists(path + ".jsonl"):
        return None
    records = records_of(path + ".jsonl")
    with open(path + ".time", encoding="utf-8") as file:
        seconds = float(file.read())
    return Run(bool(records) and all(r["verdict"] != "unknown" for r in records), seconds,
               sum(work_of(r) for r in records),
               sum(r["verdict"] == "violation" for r in records), len(records))


# ---- Growth. ----

class Growth:
    """The runs of all families: runs[family][method, reduction][threads]."""

    def __init__(self, folder, most):
        self.folder, self.most = folder, most
        names = {os.path.splitext(os.path.basename(path))[0].rsplit("-", 1)[0]
                 for path in glob.glob(os.path.join(folder, "models", "*.*"))}
        self.families = sorted(names, key=FAMILIES.index)
        self.runs = {family: {(method, reduction): self.series(family, method, reduction)
                              for method in METHODS for reduction in REDUCTIONS}
                     for family in self.families}

    def series(self, family, method, reduction):
        runs = {threads: read_run(self.folder, f"{family}-{threads}-{method}-{reduction}")
                for threads in range(2, self.most + 1)}
        for threads, run in runs.items():
            if run and run.violations:
                raise SystemExit(f"{family}, {threads} threads: a violation, but it is safe")
        return {threads: run for threads, run in runs.items() if run and run.decided}

    def reach(self, family, method, reduction):
        """The most threads that are decided within the limit; 0 for none."""
        return max(self.runs[family][method, reduction], default=0)

    def ratio(self, family, method, across, up, what):
        """ACROSS : UP at the most threads that both decide, and these threads."""
        a, b = self.runs[family][method, across], self.runs[family][method, up]
        both = [threads for threads in a if threads in b]
        if not both:
            return None, 0
        threads = max(both)
        x, y = (getattr(run[threads], what) for run in (a, b))
        return (x / y if y else None), threads

    def write_data(self):
        for family in self.families:
            for (method, reduction), runs in self.runs[family].items():
                path = os.path.join(self.folder, f"growth-{family}-{method}-{reduction}.dat")
                with open(path, "w", encoding="utf-8") as file:
                    file.write("# threads, s, work\n1 1e-9 0\n\n")  # never empty; out of the picture
                    file.writelines(f"{threads} {max(run.seconds, 1e-3):.4f} {run.work}\n"
                                    for threads, run in sorted(runs.items()))

    def table_of_reach(self):
        rows = [[family] + [self.reach(family, method, reduction) or "-"
                            for method in METHODS for reduction in REDUCTIONS]
                for family in self.families]
        return table(["model"] + [f"{m} {r}" for m in METHODS for r in REDUCTIONS], rows)


def times(ratio):
    return "?" if ratio is None else f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"


def helps(growth, family, method, against="static"):
    """Does dynamic decide more threads, or take at most half the work?"""
    more = growth.reach(family, method, "dynamic") - growth.reach(family, method, against)
    ratio, _ = growth.ratio(family, method, against, "dynamic", "work")
    return more > 0 or (more == 0 and ratio is not None and ratio >= 2)


def verdict_of_help(growth, family):
    words = []
    for method in METHODS:
        if not helps(growth, family, method):
            words.append(f"{method}: **does not hold**")
        elif helps(growth, family, method, "phase"):
            words.append(f"{method}: holds")
        else:
            words.append(f"{method}: holds against static; phase alone does it")
    return "; ".join(words)


def claim_of_insert(growth):
    """No help expected, and no cost with ic3."""
    if "hashtable-insert" not in growth.families:
        return ""
    words = []
    for method in METHODS:
        ratio, _ = growth.ratio("hashtable-insert", method, "dynamic", "phase", "work")
        if helps(growth, "hashtable-insert", method, "phase"):
            words.append(f"{method}: it does help")
        else:
            words.append(f"{method}: {times(ratio)} times the work of phase, "
                         + ("holds" if ratio is not None and ratio <= 1.1 else "**does not hold**"))
    return "; ".join(words)


# ---- Scatter. ----

class Scatter:
    """The queries of models/data and models/dynamic by ic3: queries[key][reduction]."""

    def __init__(self, folder, limit):
        self.folder, self.limit = folder, limit
        self.queries = {}
        self.models = {}  # CPU seconds of those all of whose queries are decided
        for reduction in REDUCTIONS:
            for path in sorted(glob.glob(os.path.join(folder, "runs", f"scatter-*-{reduction}.jsonl"))):
                name = os.path.basename(path)[len("scatter-"):-len(f"-{reduction}.jsonl")]
                run = read_run(folder, os.path.basename(path)[:-len(".jsonl")])
                self.models.setdefault(name, {})[reduction] = run
                for record in records_of(path):
                    self.queries.setdefault((name, record["query"][0]), {})[reduction] = record

    def write_data(self):
        for i, across in enumerate(REDUCTIONS):
            for up in REDUCTIONS[i + 1:]:
                with open(os.path.join(self.folder, f"scatter-{across}-{up}.dat"), "w", encoding="utf-8") as file:
                    file.write("# work across, work up\n0.001 0.001\n")  # never empty
                    for q in self.queries.values():
                        x, y = (max(work_of(q[r]), LEAST) if q[r]["verdict"] != "unknown" else LATE for r in (across, up))
                        file.write(f"{x} {y}\n")

    def disagreements(self):
        verdicts = ({q[r]["verdict"] for r in REDUCTIONS} - {"unknown"} for q in self.queries.values())
        return sum(len(v) > 1 for v in verdicts)

    def both(self, a, b, where=None):
        return [q for q in self.queries.values()
                if q[a]["verdict"] != "unknown" and q[b]["verdict"] != "unknown"
                and (where is None or where(q[a]["model"]))]

    def ratio(self, a, b, where=None):
        """CPU time of A : B over the models that both decide, work over the queries."""
        both = self.both(a, b, where)
        models = [m for name, m in self.models.items()
                  if m[a].decided and m[b].decided and (where is None or where(name))]
        time = [sum(m[r].seconds for m in models) for r in (a, b)]
        work = [sum(work_of(q[r]) for q in both) for r in (a, b)]
        return (time[0] / time[1] if time[1] else None, work[0] / work[1] if work[1] else None, len(both))

    def median_ratio(self, a, b, where=None):
        ratios = [work_of(q[a]) / work_of(q[b]) for q in self.both(a, b, where) if work_of(q[b])]
        return statistics.median(ratios) if ratios else None

    def table(self):
        rows = []
        for reduction in REDUCTIONS:
            records = [q[reduction] for q in self.queries.values()]
            decided = [r for r in records if r["verdict"] != "unknown"]
            rows.append([reduction, len(records), sum(r["verdict"] == "violation" for r in records),
                         sum(r["verdict"] == "safe" for r in records), len(records) - len(decided),
                         sum(m[reduction].decided for m in self.models.values()),
                         f"{sum(m[reduction].seconds for m in self.models.values()):.1f} s",
                         number(sum(map(work_of, decided)))])
        return table(["reduction", "queries", "violations", "safe", "not decided", "models decided", "CPU time of all",
                      "work of what is decided"], rows)


def is_data(model):
    """A model of models/data, in which no index, lock or bucket decides."""
    name = os.path.basename(model)
    return not any(name.startswith(f) for f in
                   ("hashtable", "dynamic-locking", "load-balancing", "lazy-initialisation"))


def verdict_of_overhead(ratio):
    time, work, _ = ratio
    if time is None or work is None:
        return "?"
    return "holds" if max(time, work) <= 1.1 else f"**does not hold** ({max(time, work) - 1:.0%})"


def main():
    folder, template = sys.argv[1:]
    limit, scatter_limit = float(os.environ["LIMIT"]), float(os.environ["SCATTER_LIMIT"])
    growth = Growth(folder, int(os.environ["MOST"]))
    scatter = Scatter(folder, scatter_limit)
    growth.write_data()
    scatter.write_data()
    overhead = {against: scatter.ratio("dynamic", against, is_data) for against in ("static", "phase")}
    none = scatter.ratio("none", "static")
    names = {
        "machine": processor(), "limit": f"{limit:g}", "scatter_limit": f"{scatter_limit:g}",
        "most": growth.most, "reach": growth.table_of_reach(),
        "scatter": scatter.table(),
        "queries": number(len(scatter.queries)), "disagreements": scatter.disagreements(),
        "none_time": times(none[0]), "none_work": times(none[1]),
        "insert_holds": claim_of_insert(growth),
        "agree_holds": "holds" if scatter.disagreements() == 0 else "**does not hold**",
        "none_holds": "holds" if (none[1] or 0) >= 2 else "**does not hold**",
        "data_queries": overhead["static"][2],
        "overhead_time_static": times(overhead["static"][0]), "overhead_work_static": times(overhead["static"][1]),
        "overhead_time_phase": times(overhead["phase"][0]), "overhead_work_phase": times(overhead["phase"][1]),
        "overhead_median": times(scatter.median_ratio("dynamic", "static", is_data)),
        "overhead_holds": "; ".join(f"against {against}: " + verdict_of_overhead(overhead[against])
                                    for against in ("static", "phase")),
    }
    for family in FAMILIES:
        word = family.replace("-", "_")
        known = family in growth.families
        names["holds_" + word] = verdict_of_help(growth, family) if known else ""
    sys.stdout.write(page(template, names))


if __name__ == "__main__":
    main()
