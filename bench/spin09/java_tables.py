"""java_tables.py -- the parts of doc/reproduction.md about models that come from Java, and about
models that grow."""
import os
import re

from records import decided, number, seconds, table


def read_sizes(folder):
    """By model: processes, locks, fields, symbols, as `dump --what sizes` wrote them."""
    sizes, model = {}, None
    with open(os.path.join(folder, "sizes"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("# "):
                model = os.path.basename(line[2:].strip())
            if found := re.match(r"fields (\d+), .*, locks (\d+), processes (\d+)", line):
                fields, locks, processes = map(int, found.groups())
            if found := re.match(r"contexts .* symbols (\d+), rules", line):
                sizes[model] = (processes, locks, fields, int(found.group(1)))
    return sizes


def row(name, how, size, keys, cpds, bdd, auto):
    def time(run):
        late = sum(not decided(run[key]) for key in keys)
        return seconds(sum(run[key].ms for key in keys)) + (f" ({late} late)" if late else "")
    found = sum(auto[key].verdict == "violation" for key in keys)
    return [name, how, *size, len(keys), found, time(cpds), time(bdd), time(auto)]


def keys_of(run, model):
    return [key for key in run if os.path.basename(key[0]) == model]


def java_sizes(folder, java, runs):
    """A model made by hand, and below it what comes from the Java program with the same units."""
    sizes = read_sizes(folder)
    hand = [runs[f"spin09-{engine}-alone"] for engine in ["cpds", "bdd", "auto"]]
    made = [java[f"{engine}-alone"] for engine in ["cpds", "bdd", "auto"]]
    rows = []
    for model in sorted({os.path.basename(key[0]) for key in java["auto-alone"]}):
        name = model.removesuffix(".eml")
        if name.startswith("main-"):
            other = model.removeprefix("main-")
            name = other.removesuffix(".eml")
            if keys_of(hand[0], other):
                rows.append(row(name, "by hand", sizes[other], keys_of(hand[0], other), *hand))
        how, name = ("`--main`", name) if model.startswith("main-") else ("`--class`", name.removeprefix("class-"))
        rows.append(row(name, how, sizes[model], keys_of(made[0], model), *made))
    return table(["model", "made", "processes", "locks", "fields", "symbols", "queries", "violations", "cpds", "bdd", "auto"],
                 rows)


def java_summary(folder, java, plain, auto):
    """What it comes to, in sentences."""
    cpds, bdd = java["cpds-plain"], java["bdd-plain"]
    late = sum(not decided(q) for q in cpds.values())
    asked = sum(bool(q.choices) or not decided(q) for q in bdd.values())
    hand_late = sum(not decided(q) for q in plain["cpds"].values())
    hand_asked = sum(bool(q.choices) or not decided(q) for q in plain["bdd"].values())
    return (f"As in the paper, without reductions, cpds times out on {number(late)} of the {number(asked)} queries of models from Java "
            f"that an engine is asked about (of {number(len(cpds))}), and on {number(hand_late)} of {number(hand_asked)} "
            f"(of {number(len(plain['cpds']))}) of the models made by hand. bdd takes "
            f"{seconds(sum(q.ms for q in bdd.values()) / max(asked, 1))} for one of the former on average.")


def late_from(sizes, engine):
    """From which size on does the engine not decide all queries in time?"""
    late = [size for size, engines in sorted(sizes.items()) if engine in engines and int(engines[engine][2])]
    return f"{engine} is late from {late[0]} on" if late else f"{engine} decides all"


def scaling(folder):
    """The tables of scaling.sh, one for each series."""
    path = os.path.join(folder, "scaling.tsv")
    if not os.path.exists(path):
        return "There was no javac."
    series = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, size, engine, *numbers = line.split()
            series.setdefault(name, {}).setdefault(int(size), {})[engine] = numbers
    titles = {"threads": "Threads that use the class Shop (`--class Shop --threads N`)",
              "customers": "Customers of shop-run-2.eml, made more, with a supplier and main",
              "fields": "Fields of the class Shop that are asked about, four threads"}
    parts = []
    for name, sizes in series.items():
        rows = []
        for size, engines in sorted(sizes.items()):
            cells = [size, engines["auto"][0], engines["bdd"][1] if "bdd" in engines else engines["auto"][1]]
            for engine in ["cpds", "bdd", "auto"]:
                if engine not in engines:
                    cells.append("-")
                    continue
                late, slowest = int(engines[engine][2]), float(engines[engine][4])
                cells.append(f"{late} late" if late else seconds(slowest))
            rows.append(cells)
        most = max(float(engines["auto"][4]) for engines in sizes.values())
        parts.append(f"{titles[name]}: {late_from(sizes, 'cpds')}, {late_from(sizes, 'bdd')}; auto takes at most {seconds(most)}.\n\n" + table([name, "queries", "asked", "slowest with cpds", "bdd", "auto"], rows))
    return "\n\n".join(parts)
