"""verdicts.py -- runs phaselock on compiled classes and compares with what is expected.

    verdicts.py [--synchronized] [--no-lines] [--rename FILE] LABEL CLASSES SOURCE...

CLASSES has a folder for each source file (common.sh, compile).  Prints TAP without a plan;
LABEL is in the name of each test.

--synchronized  the public methods of the classes were made synchronized: so are the units
--no-lines      compiled without positions: those of notes are not compared
--rename FILE   names were changed, `old new' in each line
--together      all models of a file in one run, without --class; those with options of their own, and
                classes that are left out then, by themselves
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import expectations as x

PHASELOCK = os.environ["PHASELOCK"]


def run(arguments):
    return subprocess.run([PHASELOCK] + arguments, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, errors="replace", timeout=300)


class Extracted:
    """What `phaselock java' says about a case."""

    def __init__(self, case, classes, work, together):
        self.path = os.path.join(work, case.key + ".eml")
        made = os.path.join(work, case.source, case.name + ".eml")
        done = together.get(case.source)
        shared = done and case.arguments() == ["--class", case.name] and os.path.exists(made)
        if shared:
            os.replace(made, self.path)
        else:
            done = run(["java", "--notes", "--format", "jsonl"] + case.arguments() +
                       ["-o", self.path, os.path.join(classes, case.source[:-len(".java")])])
        self.status, self.messages = done.returncode, done.stderr
        if os.path.isdir(self.path):  # circles of locks through the class have models of their own
            models = self.path + ".models"
            os.replace(self.path, models)
            os.replace(os.path.join(models, case.name + ".eml"), self.path)
            shutil.rmtree(models)
        self.text = open(self.path, encoding="utf-8").read() if os.path.exists(self.path) else ""
        names = re.findall(r'^field\s+(.*?);', self.text, re.M)
        self.fields = [n.strip().strip('"') for line in names
                       for n in re.sub(r"^volatile\s+", "", line).split(",")]
        self.written = {n for n in self.fields if re.search(r'write "?%s"?[ ;@]' % re.escape(n), self.text)}
        self.notes = []  # (kind, line, code)
        for line in done.stdout.splitlines():
            record = json.loads(line)
            for note in record["notes"] if not shared or record["model"] == case.name else ():
                at = re.search(r":(\d+)$", note.get("at", ""))
                self.notes.append((note["kind"], int(at.group(1)) if at else 0, note["code"]))


def records_of(folder):
    """The records of all models in a folder, by the name of the model."""
    done = run(["check", "--format", "jsonl", folder])
    result = {}
    for line in done.stdout.splitlines():
        record = json.loads(line)
        if "verdict" in record:
            name = os.path.basename(record["model"])
            result.setdefault(name[:-len(".eml")] if name.endswith(".eml") else name, []).append(record)
    return result, done


def make_synchronized(case, sources):
    """Puts the units of methods that --synchronized has changed into the monitor: unit `m' is the
    method m, `mToSelf' is m that is given the object itself, and process `Thread' is run ().  Not
    `mTo', which is m of another object: it holds the monitor of that one."""
    classes = {m.group(1): m.group() for m in re.finditer(
        r"^[a-z ]*(?:class|enum) (\w+).*?^}", sources[case.source], re.M | re.S)}
    methods, name = set(), case.name
    while name in classes:  # the class, and what it extends
        methods |= set(re.findall(r"^  (?:@Override )?public synchronized [^=;(]*?(\w+)\(", classes[name], re.M))
        above = re.match(r"[^{]* extends (\w+)", classes[name])
        name = above.group(1) if above else None
    methods |= {name + "ToSelf" for name in methods}
    case.units = [(name, ["["] + trace + ["]"] if name in methods else trace) for name, trace in case.units]
    case.processes = [(name, ["["] + trace + ["]"] if name == "Thread" and "run" in methods else trace)
                      for name, trace in case.processes]
    case.violates, case.safe_on = [], []
    case.safe = False


def differences(case, extracted, found, hand, options):
    """What is not as expected, as sentences."""
    verdicts, unknown = found
    if unknown:
        yield "a query is unknown"
    if case.nothing:
        if extracted.written:
            yield "writes %s, expected nothing" % ", ".join(sorted(extracted.written))
        return
    names, written = x.fields_of(case)
    asked = {n for v in case.violates for n in v.partition(":")[2].split(",") if n}
    fields = x.match_fields(names + sorted((asked | set(case.safe_on)) - set(names)), extracted.fields)
    if not extracted.written and (written or not case.exact):
        yield "no field is written"
    if case.safe and verdicts:
        yield "expected safe, found " + x.show(verdicts)
    for v in case.violates:
        if x.named(v, fields) not in verdicts:
            yield "expected %s, found %s" % (v, x.show(verdicts))
    for f in case.safe_on:
        if f not in fields:
            yield "no field %s among %s" % (f, " ".join(extracted.fields))
        elif any(fields[f] in fs for _, fs in verdicts):
            yield "expected none on %s, found %s" % (f, x.show(verdicts))
    for f in case.unasked:
        if any(name == f or name.endswith("." + f) for name in extracted.fields):
            yield "there is a field %s among %s" % (f, " ".join(extracted.fields))
    if case.exact:
        missing = [f for f in written if f not in fields]
        if missing:
            yield "no field %s among: %s" % (", ".join(sorted(missing)), " ".join(extracted.fields))
        more = extracted.written - {fields[f] for f in written if f in fields}
        if more:
            yield "writes more: " + " ".join(sorted(more))
        if hand is not None:
            wanted, _ = hand
            if wanted - verdicts:
                yield "not found: " + x.show(wanted - verdicts)
            if verdicts - wanted:
                yield "found, but not expected: " + x.show(verdicts - wanted)
    for kind in case.notes:
        if not any(kind in ("any", k) for k, _, _ in extracted.notes):
            yield "no note of the kind '%s'" % kind
    if not options.no_lines:
        for line, kind in case.marks:
            if not any(kind in ("any", k) and abs(at - line) <= 2 for k, at, _ in extracted.notes):
                yield "no note '%s' at line %d" % (kind, line)


def renamed(text, names):
    return re.sub(r"[A-Za-z_]\w*", lambda m: names.get(m.group(), m.group()), text)


def rename(case, names):
    case.name = renamed(case.name, names)
    case.options = [renamed(o, names) for o in case.options]
    for attribute in ("violates", "safe_on", "unasked", "volatile"):
        setattr(case, attribute, [renamed(v, names) for v in getattr(case, attribute)])
    case.sets = [[renamed(n, names) for n in some] for some in case.sets]
    for attribute in ("procs", "units", "outside", "processes"):
        setattr(case, attribute, [(n, [renamed(t, names) for t in trace])
                                  for n, trace in getattr(case, attribute)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--synchronized", action="store_true")
    parser.add_argument("--no-lines", action="store_true")
    parser.add_argument("--rename")
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("label")
    parser.add_argument("classes")
    parser.add_argument("sources", nargs="+")
    options = parser.parse_args()

    cases, sources = [], {}
    for path in options.sources:
        sources[os.path.basename(path)] = open(path, encoding="utf-8").read()
        cases += x.read_cases(path)
    if options.synchronized:
        cases = [c for c in cases if c.units and not c.nothing]
        for case in cases:
            make_synchronized(case, sources)
    if options.rename:
        names = dict(line.split() for line in open(options.rename, encoding="utf-8"))
        for case in cases:
            rename(case, names)
    if options.only:
        cases = [c for c in cases if re.fullmatch(options.only, c.name)]
    assert len({c.key for c in cases}) == len(cases), "two cases of one name"

    work = tempfile.mkdtemp(dir=os.getcwd())
    extracted_in, hand_in = os.path.join(work, "extracted"), os.path.join(work, "hand")
    os.mkdir(extracted_in)
    os.mkdir(hand_in)
    together = {}
    for source in sources if options.together else ():
        os.mkdir(os.path.join(extracted_in, source))
        together[source] = run(["java", "--notes", "--format", "jsonl", "-o", os.path.join(extracted_in, source),
                                os.path.join(options.classes, source[:-len(".java")])])
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        all_extracted = list(pool.map(lambda c: Extracted(c, options.classes, extracted_in, together), cases))
    for source in together:  # models that no case is about
        shutil.rmtree(os.path.join(extracted_in, source))
    for case, extracted in zip(cases, all_extracted):
        if not case.exact or not extracted.text:
            continue
        names, _ = x.fields_of(case)
        fields = x.match_fields(names, extracted.fields)
        order = extracted.fields + [n for n in names if n not in fields]
        with open(os.path.join(hand_in, case.key + ".eml"), "w", encoding="utf-8") as file:
            file.write(x.hand_model(case, {n: fields.get(n, n) for n in names}, order))
    found, done = records_of(extracted_in)
    hand, hand_done = records_of(hand_in)

    for case, extracted in zip(cases, all_extracted):
        if case.refused:
            refused = extracted.status == 2 and case.refused in extracted.messages and not extracted.text
            wrong = [] if refused else ["not refused: " + extracted.messages[:200]]
        elif extracted.status != 0 or not extracted.text:
            wrong = ["phaselock java: exit status %d" % extracted.status] + \
                extracted.messages.splitlines()[:8]
        elif case.key not in found and extracted.fields:
            wrong = ["no record of a query"] + [l for l in done.stderr.splitlines() if case.key in l][:4]
        elif case.exact and case.key not in hand:
            wrong = ["no record of the traces"] + [l for l in hand_done.stderr.splitlines() if case.key in l][:4]
        else:
            wrong = list(differences(case, extracted, x.violations(found.get(case.key, [])),
                                     x.violations(hand[case.key]) if case.exact else None, options))
        print("%s - %s, %s, %s" % ("not ok" if wrong else "ok", case.source[:-len(".java")], case.name, options.label))
        for line in wrong:
            print("# " + line[:400])
    sys.stdout.flush()


main()
