"""java_tables.py -- the parts of doc/reproduction.md about models that come from Java, and about
models that grow."""
import os

from records import decided, number, seconds, table


def row(how, keys, cpds, bdd, auto):
    def time(run):
        late = sum(not decided(run[key]) for key in keys)
        return seconds(sum(run[key].ms for key in keys)) + (f" ({late} late)" if late else "")
    found = sum(auto[key].verdict == "violation" for key in keys)
    return [how, len({key[0] for key in keys}), number(len(keys)), found, time(cpds), time(bdd), time(auto)]


def java_sizes(java, runs):
    """What comes from the Java programs, and the models made by hand with the same units."""
    hand = [runs[f"spin09-{engine}-alone"] for engine in ["cpds", "bdd", "auto"]]
    made = [java[f"{engine}-alone"] for engine in ["cpds", "bdd", "auto"]]
    models = {os.path.basename(key[0]) for key in java["auto-alone"]}
    others = {model.removeprefix("main-") for model in models if model.startswith("main-")}
    rows = [row("by hand", [key for key in hand[0] if os.path.basename(key[0]) in others], *hand)]
    for how in ["main", "class"]:
        rows.append(row(f"`--{how}`", [key for key in made[0] if os.path.basename(key[0]).startswith(how + "-")], *made))
    return table(["made", "models", "queries", "violations", "cpds", "bdd", "auto"], rows)


def late_from(sizes, engine):
    """From which size on does the engine not decide all queries in time?"""
    late = [size for size, engines in sorted(sizes.items()) if engine in engines and int(engines[engine][2])]
    return late[0] if late else "never"


def scaling(folder):
    """What scaling.sh measured, a row for each series."""
    path = os.path.join(folder, "scaling.tsv")
    if not os.path.exists(path):
        return "There was no javac."
    series = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, size, engine, *numbers = line.split()
            series.setdefault(name, {}).setdefault(int(size), {})[engine] = numbers
    titles = {"threads": "threads that use the class Shop (`--class Shop --threads N`)",
              "customers": "customers of shop-run-2.eml, with a supplier and main",
              "fields": "fields of the class Shop that are asked about, four threads"}
    rows = []
    for name, sizes in series.items():
        most = max(float(engines["auto"][4]) for engines in sizes.values())
        rows.append([titles[name], f"{min(sizes)} to {max(sizes)}", late_from(sizes, "cpds"), late_from(sizes, "bdd"), seconds(most)])
    return table(["what grows", "sizes", "cpds late from", "bdd late from", "slowest with auto"], rows)
