"""reproduction.py FOLDER TEMPLATE -- doc/reproduction.md from the records in FOLDER.

Prints TEMPLATE with its $names replaced; writes the data of the plots into FOLDER.
"""
import os
import statistics
import sys

from java_tables import java_sizes, scaling
from readings import readings
from records import decided, is_contest, number, page, processor, read_run, seconds, table

SETS = ["spin09", "strict"]
ENGINES = ["cpds", "bdd", "auto"]
LEAST = 0.001  # ms: where a time of 0 is drawn
MATTERS = 20  # ms: below that, the load of the machine decides which is faster


# ---- The data of the plots. ----

def write_scatter(folder, name, across, up, limit, keep):
    """One point per query that an engine was asked about: its time in the run ACROSS, and in UP."""
    for verdict in ["violation", "safe"]:
        with open(os.path.join(folder, f"scatter-{name}-{verdict}.dat"), "w") as file:
            file.write("# s across, s up\n1e-9 1e-9\n")  # never empty; out of the picture
            for key in across:
                known = up[key] if decided(up[key]) else across[key]
                if known.verdict != verdict or not keep(key, known):
                    continue
                x, y = (max(q.ms, LEAST) / 1000 if decided(q) else limit for q in (across[key], up[key]))
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


def classes(groups):
    """The table of the paper's Fig. 5: total times by which procedure decided in time.  GROUPS:
    name, run of cpds, run of bdd, run of auto."""
    rows = []
    for name, cpds, bdd, auto in groups:
        for title, wanted in [("both decided", (True, True)), ("cpds timed out, bdd decided", (False, True)),
                              ("bdd timed out, cpds decided", (True, False)), ("both timed out", (False, False))]:
            keys = [key for key in cpds if (decided(cpds[key]), decided(bdd[key])) == wanted]
            if keys:
                rows.append([name, title, number(len(keys)), seconds(total(cpds, keys)), seconds(total(bdd, keys)),
                             seconds(total(auto, keys)), f"{total(cpds, keys) / max(total(bdd, keys), LEAST):.1f}"])
    return table(["runs", "class", "queries", "-e cpds", "-e bdd", "-e auto", "cpds : bdd"], rows)


def compared(cpds, bdd):
    """Of the queries that an engine was asked about and on which one of them takes long enough to be
    compared: how many times as long does cpds take?  A query on which cpds times out counts with the
    limit: it takes longer."""
    keys = [key for key in cpds
            if max(cpds[key].ms, bdd[key].ms) >= MATTERS and decided(bdd[key]) and bdd[key].choices]
    return [max(cpds[key].ms, LEAST) / max(bdd[key].ms, LEAST) for key in keys] or [1.0]


def how_hard(cpds, bdd):
    """How much longer does a query take bdd, on average, if cpds timed out on it?"""
    late = [bdd[key].ms for key in cpds if not decided(cpds[key])]
    rest = [bdd[key].ms for key in cpds if decided(cpds[key])]
    return statistics.fmean(late) / max(statistics.fmean(rest), LEAST) if late and rest else None


def late_share(cpds, bdd, verdict):
    """How many of the queries that are a VERDICT time out with cpds, and of how many that an engine was
    asked about."""
    keys = [key for key in bdd if bdd[key].verdict == verdict and bdd[key].choices]
    return sum(not decided(cpds[key]) for key in keys), len(keys)


def disagreements(runs, plain, java):
    """Queries on which two runs with the same automata both decided, differently."""
    count = 0
    groups = [[run for run_name, run in runs.items() if run_name.startswith(name)] for name in SETS]
    groups.append([plain["cpds"], plain["bdd"], runs["spin09-auto"]])
    groups.append(list(java.values()) if java else [{}])
    for group in groups:
        for key in group[0]:
            count += len({run[key].verdict for run in group if decided(run[key])}) > 1
    return count


def holds(yes):
    return "holds" if yes else "**does not hold**"


def loads(folder):
    try:
        with open(os.path.join(folder, "loads"), encoding="utf-8") as file:
            lines = [line.split() for line in file]
        return lines[0][0][:10], f"{min(float(l[1]) for l in lines):.1f} and {max(float(l[1]) for l in lines):.1f}"
    except (OSError, IndexError, ValueError):
        return "unknown", "unknown"


def times(factor):
    return f"{factor:,.0f}" if factor >= 10 else f"{factor:.2g}"


def part(run, keys):
    return {key: run[key] for key in keys}


def percent(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "0 %"


def main():
    folder, template = sys.argv[1:3]
    limit = float(os.environ["LIMIT"])
    names = [f"{s}-{e}{x}" for s in SETS for e in ENGINES for x in ["", "-alone"]]
    runs = {name: read_run(folder, name) for name in names}
    plain = {engine: {("contest/" + key[0], *key[1:]): query
                      for key, query in read_run(folder, f"spin09-{engine}-plain").items()}
             for engine in ["bdd", "cpds"]}
    cpds, bdd, auto = (runs[f"spin09-{engine}-alone"] for engine in ENGINES)
    java = {name: read_run(folder, f"java-{name}")
            for name in ["auto-alone", "bdd-alone", "cpds-alone", "bdd-plain", "cpds-plain"]} \
        if os.path.exists(os.path.join(folder, "java-cpds-plain.jsonl")) else None

    asked = {key for key in auto if auto[key].choices}
    write_scatter(folder, "contest", plain["cpds"], plain["bdd"], limit, lambda key, known: known.choices)
    empty = {}
    write_scatter(folder, "java", java["cpds-plain"] if java else empty, java["bdd-plain"] if java else empty, limit,
                  lambda key, known: known.choices)
    write_scatter(folder, "bdd", cpds, bdd, limit, lambda key, known: key in asked)
    write_scatter(folder, "auto", cpds, auto, limit, lambda key, known: key in asked)
    for name in names:
        write_cactus(folder, name, runs[name])

    contest = [key for key in bdd if is_contest(key)]
    groups = [("models/contest, as in the paper", plain["cpds"], plain["bdd"], part(auto, contest))]
    if java:
        groups.append(("from Java, as in the paper", java["cpds-plain"], java["bdd-plain"], java["auto-alone"]))
    groups += [(f"all models, all reductions, {name}", *(runs[f"{name}-{e}-alone"] for e in ENGINES)) for name in SETS]
    old_cpds, old_bdd = dict(plain["cpds"]), dict(plain["bdd"])
    if java:
        old_cpds.update(java["cpds-plain"])
        old_bdd.update(java["bdd-plain"])
    old_ratios, ratios = compared(old_cpds, old_bdd), compared(cpds, bdd)
    late_old, late = len(unknown(old_cpds)), len(unknown(cpds))
    long_old = [key for key in old_cpds if old_bdd[key].choices or not decided(old_bdd[key])]
    late_violations, all_violations = late_share(old_cpds, old_bdd, "violation")
    late_safe, all_safe = late_share(old_cpds, old_bdd, "safe")
    hard, near = how_hard(old_cpds, old_bdd), within_factor(old_bdd, 2)
    violations = sum(q.verdict == "violation" for q in bdd.values())
    every = list(runs.values()) + list(plain.values())
    date, load = loads(folder)
    late_all = sum(len(unknown(run)) for run in every + (list(java.values()) if java else []))
    sys.stdout.write(page(template, dict(
        **readings(folder),
        date=date, load=load, processor=processor(), cores=os.cpu_count(), limit=f"{limit:g}", late_all=number(late_all),
        queries=number(len(bdd)), models=len({key[0] for key in bdd}), enough="more than" if len(bdd) > 2147 else "fewer than",
        contest_queries=number(len(contest)), contest_models=len({key[0] for key in contest}),
        java_queries=number(len(java["bdd-plain"])) if java else "0",
        idle=number(len(bdd) - len(asked)),
        classes=classes(groups),
        violations=number(violations), share_violations=f"{100 * violations / len(bdd):.1f} %",
        late_bdd=len(unknown(bdd)), late_old_bdd=len(unknown(old_bdd)),
        slowest_bdd=seconds(max(q.ms for q in bdd.values())), slowest_auto=seconds(max(q.ms for q in auto.values())),
        slowest_old=seconds(max(q.ms for q in old_bdd.values())),
        claim_decided="holds" if not unknown(bdd) and not unknown(old_bdd) else "not within the limit",
        old_asked=number(len(long_old)),
        overall_old=f"{total(old_cpds) / total(old_bdd):.1f}", total_old_cpds=seconds(total(old_cpds)), total_old_bdd=seconds(total(old_bdd)),
        overall=f"{total(cpds) / total(bdd):.1f}", total_cpds=seconds(total(cpds)), total_bdd=seconds(total(bdd)),
        claim_faster=holds(total(old_cpds) > total(old_bdd)), claim_faster_now=holds(total(cpds) > total(bdd)),
        best_old=f"{max(old_ratios):,.0f}", best=f"{max(ratios):,.0f}", claim_orders=holds(max(old_ratios) >= 100),
        compared_old=number(len(old_ratios)), compared=number(len(ratios)), matters=f"{MATTERS / 1000:g}",
        worst_old=times(1 / min(old_ratios)), worst=times(1 / min(ratios)), claim_never=holds(1 / min(old_ratios) <= 8),
        slower_old=number(sum(r < 1 for r in old_ratios)), slower=number(sum(r < 1 for r in ratios)),
        late=number(late),
        share_late_asked=percent(late_old, len(long_old)), share_late=percent(late, len(asked)),
        late_violations=f"{late_violations} of {number(all_violations)}", late_safe=f"{number(late_safe)} of {number(all_safe)}",
        claim_late_safe=holds(late_safe >= 0.5 * all_safe), claim_late_violations=holds(late_violations >= 0.5 * all_violations),
        near=f"{100 * near:.0f} %", claim_bands=holds(near >= 0.5),
        hard=f"{hard:.1f}" if hard else "not known how many", claim_hard=holds(hard and hard > 1),
        correlation=f"{rank_correlation([cpds[k].ms for k in asked], [bdd[k].ms for k in asked]):.2f}",
        plain_bdd=seconds(total(plain["bdd"])), reduced_bdd=seconds(total(bdd, contest)),
        plain_cpds=seconds(total(plain["cpds"])), reduced_cpds=seconds(total(cpds, contest)),
        disagreements=disagreements(runs, plain, java), claim_agree=holds(disagreements(runs, plain, java) == 0),
        java_sizes=java_sizes(java, runs) if java else "", scaling=scaling(folder))))


main()
