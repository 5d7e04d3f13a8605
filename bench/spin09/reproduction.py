"""reproduction.py FOLDER TEMPLATE -- doc/reproduction.md from the records in FOLDER.

Prints TEMPLATE with its $names replaced; writes the data of the plots into FOLDER.
"""
import os
import platform
import statistics
import string
import sys

from records import decided, is_contest, number, read_run, seconds, table

SETS = ["spin09", "strict"]
ENGINES = ["bdd", "auto"]
LEAST = 0.001  # ms: where a time of 0 is drawn
MATTERS = 20  # ms: below that, the load of the machine decides which is faster


# ---- The data of the plots. ----

def write_scatter(folder, runs, limit):
    bdd, auto = runs["spin09-bdd-alone"], runs["spin09-auto-alone"]
    for verdict in ["violation", "safe"]:
        for where in ["contest", "generated"]:
            with open(os.path.join(folder, f"scatter-{verdict}-{where}.dat"), "w") as file:
                file.write("# s of bdd, s of auto\n1e-9 1e-9\n")  # never empty; out of the picture
                for key in bdd:
                    known = bdd[key] if decided(bdd[key]) else auto[key]
                    if known.verdict != verdict or is_contest(key) != (where == "contest") or not known.choices:
                        continue
                    x, y = (max(q.ms, LEAST) / 1000 if decided(q) else limit for q in (bdd[key], auto[key]))
                    file.write(f"{x:.9f} {y:.9f}\n")


def write_cactus(folder, name, run):
    times = sorted(max(query.ms, LEAST) for query in run.values() if decided(query))
    with open(os.path.join(folder, f"cactus-{name}.dat"), "w") as file:
        file.writelines(f"{ms / 1000:.9f}\n" for ms in times)


# ---- Figures. ----

def total(run, keys=None):
    return sum(run[key].ms for key in (run if keys is None else keys))


def unknown(run):
    return [query for query in run.values() if not decided(query)]


def ranks(values):
    order = sorted(range(len(values)), key=values.__getitem__)
    rank = [0.0] * len(values)
    i = 0
    while i < len(order):
        j = i
        while j + 1 < len(order) and values[order[j + 1]] == values[order[i]]:
            j += 1
        for k in range(i, j + 1):
            rank[order[k]] = (i + j) / 2
        i = j + 1
    return rank


def rank_correlation(xs, ys):
    """Spearman's."""
    if len(xs) < 2:
        return 0.0
    a, b = ranks(xs), ranks(ys)
    ma, mb = statistics.fmean(a), statistics.fmean(b)
    up = sum((x - ma) * (y - mb) for x, y in zip(a, b))
    down = (sum((x - ma) ** 2 for x in a) * sum((y - mb) ** 2 for y in b)) ** 0.5
    return up / down if down else 0.0


def within_factor(run, factor):
    """The share of queries within FACTOR of the median of their model, among those
    that an engine was asked about."""
    by_model = {}
    for query in run.values():
        if query.choices:
            by_model.setdefault(query.key[0], []).append(max(query.ms, LEAST))
    near = asked = 0
    for times in by_model.values():
        middle = statistics.median(times)
        near += sum(middle / factor <= ms <= middle * factor for ms in times)
        asked += len(times)
    return near / asked if asked else 0.0


def classes(runs, suffix):
    """The table of the paper's Fig. 5: total times by which engines decided in time."""
    rows = []
    for name in SETS:
        bdd, auto = runs[f"{name}-bdd{suffix}"], runs[f"{name}-auto{suffix}"]
        for title, wanted in [("both decided", (True, True)), ("bdd timed out, auto decided", (False, True)),
                              ("auto timed out, bdd decided", (True, False)), ("both timed out", (False, False))]:
            keys = [key for key in bdd if (decided(bdd[key]), decided(auto[key])) == wanted]
            times = [seconds(total(bdd, keys)), seconds(total(auto, keys)),
                     f"{total(bdd, keys) / total(auto, keys):.1f}"] if keys else [""] * 3
            rows.append([name, title, number(len(keys))] + times)
    return table(["automata", "class", "queries", "-e bdd", "-e auto", "bdd : auto"], rows)


def engines(runs, suffix):
    rows = []
    for name in SETS:
        for engine in ENGINES:
            run = runs[f"{name}-{engine}{suffix}"]
            rows.append([name, engine, number(len(run))]
                        + [number(sum(q.verdict == v for q in run.values())) for v in ["violation", "safe", "unknown"]]
                        + [seconds(total(run)), seconds(max(q.ms for q in run.values()))])
    return table(["automata", "engine", "queries", "violations", "safe", "timed out", "total time", "slowest"], rows)


def by_model(runs):
    models = {}
    for key in runs["spin09-bdd-alone"]:
        models.setdefault(key[0], []).append(key)
    rows = []
    for model in sorted(models):
        keys = models[model]
        row = [model.removesuffix(".eml"), len(keys)]
        row += [sum(runs[f"{name}-auto"][key].verdict == "violation" for key in keys) for name in SETS]
        for suffix in ["-alone", ""]:
            row += [seconds(total(runs[f"spin09-{engine}{suffix}"], keys)) for engine in ENGINES]
        rows.append(row)
    return table(["model", "queries", "violations, spin09", "violations, strict", "bdd alone", "auto alone",
                  "bdd sharing", "auto sharing"], rows)


def disagreements(runs):
    """Queries on which two runs with the same automata both decided, differently."""
    count = 0
    for name in SETS:
        group = [run for run_name, run in runs.items() if run_name.startswith(name)]
        for key in group[0]:
            count += len({run[key].verdict for run in group if decided(run[key])}) > 1
    return count


def holds(yes):
    return "holds" if yes else "**does not hold**"


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.machine()


def loads(folder):
    try:
        with open(os.path.join(folder, "loads"), encoding="utf-8") as file:
            lines = [line.split() for line in file]
        return lines[0][0][:10], f"{min(float(l[1]) for l in lines):.1f} and {max(float(l[1]) for l in lines):.1f}"
    except (OSError, IndexError, ValueError):
        return "unknown", "unknown"


def main():
    folder, template = sys.argv[1:3]
    limit = float(os.environ["LIMIT"])
    names = [f"{s}-{e}{x}" for s in SETS for e in ENGINES for x in ["", "-alone"]]
    runs = {name: read_run(folder, name) for name in names}
    write_scatter(folder, runs, limit)
    for name in names:
        write_cactus(folder, name, runs[name])

    plain = read_run(folder, "spin09-bdd-plain")
    bdd, auto = runs["spin09-bdd-alone"], runs["spin09-auto-alone"]
    contest = [key for key in bdd if is_contest(key)]
    both = [key for key in bdd if decided(bdd[key]) and decided(auto[key]) and auto[key].choices]
    ratios = [max(bdd[key].ms, LEAST) / max(auto[key].ms, LEAST) for key in both]
    long = [ratio for key, ratio in zip(both, ratios) if max(bdd[key].ms, auto[key].ms) >= MATTERS] or ratios
    late_bdd, late_auto = unknown(bdd), unknown(auto)
    violations = sum(q.verdict == "violation" for q in bdd.values())
    correlation = rank_correlation([bdd[key].ms for key in both], [auto[key].ms for key in both])
    # As the paper argues: do the queries that are hard for one engine take more than their
    # share of the other's time?
    order = sorted(both, key=lambda key: bdd[key].ms)
    hard = order[len(order) // 2:]
    share = total(auto, hard) / total(auto, both) if total(auto, both) else 0
    near = within_factor(bdd, 2)
    date, load = loads(folder)
    asked = sum(1 for key in auto if auto[key].choices)
    print(string.Template(open(template, encoding="utf-8").read()).substitute(
        date=date, load=load, processor=processor(), cores=os.cpu_count(), limit=f"{limit:g}",
        queries=number(len(bdd)), models=len({key[0] for key in bdd}),
        contest_queries=number(sum(map(is_contest, bdd))), contest_models=len({k[0] for k in bdd if is_contest(k)}),
        plain=seconds(total(plain)), plain_late=len(unknown(plain)),
        plain_bdd=seconds(total(bdd, contest)), plain_auto=seconds(total(auto, contest)),
        asked=number(asked), idle=number(len(bdd) - asked),
        enough="more than" if len(bdd) > 2147 else "fewer than",
        violations=number(violations), share_violations=f"{100 * violations / len(bdd):.1f} %",
        late_bdd=len(late_bdd), late_auto=len(late_auto),
        claim_decided="holds" if not late_bdd and not late_auto else "not within the limit",
        slowest_bdd=seconds(max(q.ms for q in bdd.values())), slowest_auto=seconds(max(q.ms for q in auto.values())),
        overall=f"{total(bdd) / total(auto):.1f}", total_bdd=seconds(total(bdd)), total_auto=seconds(total(auto)),
        claim_faster=holds(total(bdd) > total(auto)),
        best=f"{max(long):,.0f}", worst=f"{1 / min(long):.2g}", median=f"{statistics.median(ratios):.1f}",
        slower=number(sum(r < 1 for r in long)), compared=number(len(long)), matters=f"{MATTERS / 1000:g}",
        worst_all=f"{1 / min(ratios):.2g}", slower_all=number(sum(r < 1 for r in ratios)), compared_all=number(len(ratios)),
        claim_never=holds(1 / min(long) <= 8), claim_orders=holds(max(long) >= 100),
        near=f"{100 * near:.0f} %", claim_bands=holds(near >= 0.5),
        correlation=f"{correlation:.2f}", hard_share=f"{100 * share:.0f} %", claim_hard=holds(share > 0.5),
        sharing_bdd=f"{total(bdd) / total(runs['spin09-bdd']):.1f}", sharing_auto=f"{total(auto) / total(runs['spin09-auto']):.1f}",
        disagreements=disagreements(runs), claim_agree=holds(disagreements(runs) == 0),
        engines_alone=engines(runs, "-alone"), engines_shared=engines(runs, ""),
        classes_alone=classes(runs, "-alone"), by_model=by_model(runs)), end="")


main()
