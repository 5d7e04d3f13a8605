"""dynamic.py FOLDER TEMPLATE -- doc/dynamic.md from the runs in FOLDER.

Prints TEMPLATE with its $names replaced; writes the data of the plots into FOLDER.  A
run is a file NAME.jsonl of records (doc/json.md) with NAME.time, CPU seconds.
"""
import glob
import json
import os
import platform
import statistics
import string
import sys
from collections import namedtuple

from records import number, table

REDUCTIONS = ["none", "static", "phase", "dynamic"]
METHODS = ["ic3", "bmc"]
LEAST = 0.3  # ms: where a time of less is drawn
MATTERS = 20  # ms: below that, the load of the machine decides which is faster

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
        names = {os.path.basename(path)[:-4].rsplit("-", 1)[0]
                 for path in glob.glob(os.path.join(folder, "models", "*.eml"))}
        self.families = sorted(names, key=lambda name: (
            ["hashtable-insert", "hashtable-present", "hashtable-half", "dynamic-locking",
             "load-balancing", "lazy-initialisation"].index(name)))
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
                    file.write("# threads, s, work\n1 1e-9 0\n")  # never empty; out of the picture
                    file.writelines(f"{threads} {max(run.seconds, 1e-3):.4f} {run.work}\n"
                                    for threads, run in sorted(runs.items()))

    def table_of_reach(self):
        rows = [[family] + [self.reach(family, method, reduction) or "-"
                            for method in METHODS for reduction in REDUCTIONS]
                for family in self.families]
        return table(["model"] + [f"{m} {r}" for m in METHODS for r in REDUCTIONS], rows)

    def table_of_work(self, method):
        """CPU seconds and work of each number of threads."""
        rows = []
        for family in self.families:
            for threads in range(2, self.most + 1):
                runs = [self.runs[family][method, reduction].get(threads) for reduction in REDUCTIONS]
                if any(runs):
                    rows.append([family if threads == 2 else "", threads]
                                + [f"{run.seconds:.2f} s, {number(run.work)}" if run else "-" for run in runs])
        return table(["model", "threads"] + REDUCTIONS, rows)


def times(ratio):
    return "?" if ratio is None else f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"


def claim_reach(growth, family):
    """How far each reduction comes, and what dynamic saves against static."""
    words = []
    for method in METHODS:
        reach = {r: growth.reach(family, method, r) for r in REDUCTIONS}
        ratio, threads = growth.ratio(family, method, "static", "dynamic", "seconds")
        work, _ = growth.ratio(family, method, "static", "dynamic", "work")
        words.append(f"{method}: up to {reach['dynamic']} threads with dynamic, {reach['phase']} with phase, "
                     f"{reach['static']} with static, {reach['none']} with none; with {threads} threads static takes "
                     f"{times(ratio)} times the time and {times(work)} times the work of dynamic")
    return "; ".join(words)


def helps(growth, family, method):
    """Does dynamic decide more threads than static, or take at most half the work?"""
    more = growth.reach(family, method, "dynamic") - growth.reach(family, method, "static")
    ratio, _ = growth.ratio(family, method, "static", "dynamic", "work")
    return more > 0 or (more == 0 and ratio is not None and ratio >= 2)


def verdict_of_help(growth, family):
    return ", ".join(f"{method}: " + ("holds" if helps(growth, family, method) else "**does not hold**")
                     for method in METHODS)


def claim_of_insert(growth):
    """No help expected, and no cost with ic3."""
    if "hashtable-insert" not in growth.families:
        return ""
    words = []
    for method in METHODS:
        ratio, _ = growth.ratio("hashtable-insert", method, "dynamic", "phase", "work")
        if helps(growth, "hashtable-insert", method):
            words.append(f"{method}: it does help")
        else:
            words.append(f"{method}: {times(ratio)} times the work of phase, "
                         + ("holds" if ratio is not None and ratio <= 1.1 else "**does not hold**"))
    return ", ".join(words)


# ---- Scatter. ----

class Scatter:
    """The queries of models/data and models/dynamic by ic3: queries[key][reduction]."""

    def __init__(self, folder, limit):
        self.folder, self.limit = folder, limit
        self.queries = {}
        for reduction in REDUCTIONS:
            for path in sorted(glob.glob(os.path.join(folder, "runs", f"scatter-*-{reduction}.jsonl"))):
                for record in records_of(path):
                    self.queries.setdefault(record["id"], {})[reduction] = record

    def ms(self, record):
        return record["ms"] if record["verdict"] != "unknown" else self.limit * 1000

    def write_data(self):
        for i, across in enumerate(REDUCTIONS):
            for up in REDUCTIONS[i + 1:]:
                with open(os.path.join(self.folder, f"scatter-{across}-{up}.dat"), "w", encoding="utf-8") as file:
                    file.write("# s across, s up\n1e-9 1e-9\n")
                    for q in self.queries.values():
                        x, y = (max(self.ms(q[r]), LEAST) / 1000 for r in (across, up))
                        file.write(f"{x:.6f} {y:.6f}\n")

    def disagreements(self):
        verdicts = ({q[r]["verdict"] for r in REDUCTIONS} - {"unknown"} for q in self.queries.values())
        return sum(len(v) > 1 for v in verdicts)

    def both(self, a, b, where=None):
        return [q for q in self.queries.values()
                if q[a]["verdict"] != "unknown" and q[b]["verdict"] != "unknown"
                and (where is None or where(q[a]["model"]))]

    def ratio(self, a, b, where=None):
        """Time and work of A : B over what both decide."""
        both = self.both(a, b, where)
        time = [sum(q[r]["ms"] for q in both) for r in (a, b)]
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
                         f"{sum(map(self.ms, records)) / 1000:.1f} s", number(sum(map(work_of, decided)))])
        return table(["reduction", "queries", "violations", "safe", "not decided", "total time", "work of what is decided"], rows)

    def table_of_ratios(self, where=None):
        rows = []
        for a in REDUCTIONS:
            cells = []
            for b in REDUCTIONS:
                time, work, count = self.ratio(a, b, where)
                cells.append("" if a == b else f"{times(time)} / {times(work)}")
            rows.append([a] + cells)
        return table(["time / work of"] + [f": {b}" for b in REDUCTIONS], rows)


def is_data(model):
    """A model of models/data, in which no index, lock or bucket decides."""
    name = os.path.basename(model)
    return not any(name.startswith(f) for f in
                   ("hashtable", "dynamic-locking", "load-balancing", "lazy-initialisation"))


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.machine()


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
        "work_ic3": growth.table_of_work("ic3"), "work_bmc": growth.table_of_work("bmc"),
        "scatter": scatter.table(), "ratios": scatter.table_of_ratios(),
        "ratios_data": scatter.table_of_ratios(is_data),
        "queries": number(len(scatter.queries)), "disagreements": scatter.disagreements(),
        "none_time": times(none[0]), "none_work": times(none[1]),
        "insert_holds": claim_of_insert(growth),
        "agree_holds": "holds" if scatter.disagreements() == 0 else "**does not hold**",
        "none_holds": "holds" if (none[1] or 0) >= 2 else "**does not hold**",
        "data_queries": overhead["static"][2],
        "overhead_time_static": times(overhead["static"][0]), "overhead_work_static": times(overhead["static"][1]),
        "overhead_time_phase": times(overhead["phase"][0]), "overhead_work_phase": times(overhead["phase"][1]),
        "overhead_median": times(scatter.median_ratio("dynamic", "static", is_data)),
        "overhead_holds": "holds" if (overhead["static"][1] or 9) <= 1.1 and (overhead["static"][0] or 9) <= 1.1
                          else "holds for work, not for time" if (overhead["static"][1] or 9) <= 1.1
                          else "**does not hold**",
    }
    for family in ("hashtable-insert", "hashtable-present", "hashtable-half", "dynamic-locking",
                   "load-balancing", "lazy-initialisation"):
        word = family.replace("-", "_")
        known = family in growth.families
        names["claim_" + word] = claim_reach(growth, family) if known else "not measured"
        names["holds_" + word] = verdict_of_help(growth, family) if known else ""
    with open(template, encoding="utf-8") as file:
        sys.stdout.write(string.Template(file.read()).substitute(names))


main()
