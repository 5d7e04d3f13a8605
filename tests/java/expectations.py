"""expectations.py -- what is expected of Java classes, as it stands beside them.

A source file has, above each class, what must come out of it.  All of it was derived by
hand, from the rules of doc/java.md, and not from what the program prints:

    //: class NAME OPTION...      a case: phaselock ... --class NAME OPTION...
    //: main NAME OPTION...       a case: phaselock ... --main NAME OPTION...
    //: safe                      no query is violated
    //: violates 1:n 12:a,b race:n deadlock      these are, perhaps others, too
    //: safe-on a b               no violation is about these fields
    //: unasked a b               there are no such fields: nothing is asked about them
    //: nothing                   there is no mutable location
    //: refused WORDS             an error that has these words, and no model
    //: traces                    what the traces below say, and nothing else
    //: note KIND                 a note of this kind appears: may miss, adds executions
    //: volatile a                this field is volatile
    //: set a b                   these fields are an atomic set
    //: proc NAME TRACE           a procedure
    //: unit NAME TRACE           a unit of the most general client
    //: outside NAME TRACE        what that client also does, outside of units: run ()
    //: process NAME[2] TRACE     a process (of a program; of a class, a thread that it starts once)

and on a line of Java:

    // NOTE KIND                  a note of this kind has this position (two lines more or less)

A TRACE is what a method does:

    R f   W f          a read, a write
    [ ... ]            holding the monitor of the object
    l< ... >           holding the lock l; rd:l< > and wr:l< > halves of a read-write lock
    ( a | b )          one of them; `.' is nothing
    ( a )*             any number of times
    wait l             l is given back meanwhile (`wait this': the monitor)
    call p   { ... }   calls a procedure; a unit
    return, break, continue
    start P  join P    of processes

If a case has traces, they are a model, and the extracted model must have exactly its
violations: every pattern, race and deadlock, query by query; and write the same fields.
"""
import re
import sys


class Case:
    def __init__(self, mode, name, options, source):
        self.mode, self.name, self.options, self.source = mode, name, options, source
        self.safe = self.nothing = self.traces_only = False
        self.refused = ""
        self.violates, self.safe_on, self.notes, self.volatile, self.sets = [], [], [], [], []
        self.unasked = []
        self.procs, self.units, self.outside, self.processes = [], [], [], []
        self.marks = []  # (line, kind)

    @property
    def key(self):
        return re.sub(r"[^A-Za-z0-9]+", "_", self.mode + "_" + self.name + "_" + "_".join(self.options))

    @property
    def exact(self):
        return bool(self.units or self.outside or self.processes)

    def arguments(self):
        return ["--" + self.mode, self.name] + self.options

    def traces(self):
        return self.procs + self.units + self.outside + self.processes


KINDS = ("may miss", "adds executions", "any")


def read_cases(path):
    """The cases of a source file, in order."""
    source = path.rsplit("/", 1)[-1]
    cases = []
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        if "// NOTE " in line:
            kind = line.split("// NOTE ", 1)[1].strip()
            assert kind in KINDS, (path, number, kind)
            cases[-1].marks.append((number, kind))
        if not line.startswith("//: "):
            continue
        word, _, rest = line[4:].strip().partition(" ")
        rest = rest.strip()
        if word in ("class", "main"):
            name, *options = rest.split()
            cases.append(Case(word, name, options, source))
            continue
        case = cases[-1]
        if word == "safe":
            case.safe = True
        elif word == "nothing":
            case.nothing = True
        elif word == "refused":
            case.refused = rest
        elif word == "traces":
            case.traces_only = True
        elif word == "violates":
            case.violates += rest.split()
        elif word == "unasked":
            case.unasked += rest.split()
        elif word == "safe-on":
            case.safe_on += rest.split()
        elif word == "volatile":
            case.volatile += rest.split()
        elif word == "set":
            case.sets.append(rest.split())
        elif word == "note":
            assert rest in KINDS, (path, number)
            case.notes.append(rest)
        elif word in ("proc", "unit", "outside", "process"):
            name, _, trace = rest.partition(" ")
            lists = {"proc": case.procs, "unit": case.units, "outside": case.outside, "process": case.processes}
            lists[word].append((name, trace.split()))
        else:
            raise SystemExit("%s:%d: what is '%s'?" % (path, number, word))
    for case in cases:
        assert (case.safe + case.nothing + case.traces_only + bool(case.refused) + bool(case.violates or case.safe_on or case.notes or case.unasked)) >= 1, \
            (path, case.name, "expects nothing")
    return cases


def fields_of(case):
    """The fields of the traces, in order, and those that are written."""
    seen, written = [], set()
    for _, trace in case.traces():
        for i, token in enumerate(trace):
            if token in ("R", "W"):
                if trace[i + 1] not in seen:
                    seen.append(trace[i + 1])
                if token == "W":
                    written.add(trace[i + 1])
    return seen, written


class Writer:
    """From traces to EML.  FIELDS maps names of the traces to names of the model; OWN is
    the index of the process that a read half of a read-write lock belongs to."""

    def __init__(self, fields, clients, own):
        self.fields, self.clients, self.own = fields, clients, own
        self.locks = []

    def lock(self, name):
        name = "monitor of this" if name == "this" else name
        if name not in self.locks:
            self.locks.append(name)
        return '"%s"' % name

    def locks_of(self, token):
        half, colon, name = token.partition(":")
        if not colon:
            return [token]
        if half == "rd":
            return ["%s %d" % (name, self.own)]
        assert half == "wr", token
        return ["%s %d" % (name, i) for i in range(self.clients)]

    def block(self, tokens, closing):
        """Statements up to a token in CLOSING, which is returned with them."""
        out = []
        while True:
            token = tokens.pop(0) if tokens else None
            if token in closing:
                return " ".join(out), token
            assert token is not None and token not in ("]", ">", ")", ")*", "|", "}"), (token, tokens)
            if token in ("R", "W"):
                out.append('%s "%s";' % ({"R": "read", "W": "write"}[token], self.fields[tokens.pop(0)]))
            elif token == ".":
                out.append("skip;")
            elif token == "[" or token.endswith("<"):
                inner, _ = self.block(tokens, ("]",) if token == "[" else (">",))
                locks = ["this"] if token == "[" else self.locks_of(token[:-1])
                for l in reversed(locks):
                    inner = "sync %s { %s }" % (self.lock(l), inner)
                out.append(inner)
            elif token == "{":
                out.append("unit { %s }" % self.block(tokens, ("}",))[0])
            elif token == "(":
                alternatives, end = [], "|"
                while end == "|":
                    inner, end = self.block(tokens, ("|", ")", ")*"))
                    alternatives.append(inner)
                inner = "choose { %s }" % " } or { ".join(alternatives) if len(alternatives) > 1 \
                    else "{ %s }" % alternatives[0]
                out.append("while (*) { %s }" % inner if end == ")*" else inner)
            elif token in ("return", "break", "continue"):
                out.append(token + ";")
            elif token == "wait":
                out.append("wait %s;" % self.lock(tokens.pop(0)))
            elif token == "call":
                out.append('call "%s %d";' % (tokens.pop(0), self.own))
            elif token in ("start", "join"):
                out.append("%s %s;" % (token, tokens.pop(0)))
            else:
                raise SystemExit("what is '%s' in a trace?" % token)


def hand_model(case, fields, order, clients=2):
    """The EML text of a case.  FIELDS: name in the traces -> name in the model; ORDER:
    the names in the model, in its order."""
    writer = Writer(fields, clients, 0)
    text = []
    volatile = {fields[f] for f in case.volatile}
    body = []
    halves = any(t.startswith(("rd:", "wr:")) for _, trace in case.traces() for t in trace)
    for own in range(clients if halves else 1):
        writer.own = own
        for name, trace in case.procs:
            body.append('proc "%s %d" { %s }' % (name, own, writer.block(list(trace), (None,))[0]))
        if case.units or case.outside:
            units = ["unit { %s }" % writer.block(list(trace), (None,))[0] for _, trace in case.units]
            units += [writer.block(list(trace), (None,))[0] for _, trace in case.outside]
            body.append("process Client%d%s { while (*) { choose { %s } } }" % (
                own, "" if halves else "[%d]" % clients, " } or { ".join(units)))
    for name, trace in case.processes:
        body.append("process %s { %s }" % (name, writer.block(list(trace), (None,))[0]))
    for name in order:
        text.append('field %s"%s";' % ("volatile " if name in volatile else "", name))
    for i, names in enumerate(case.sets):
        text.append("atomicset set%d { %s }" % (i, ", ".join('"%s"' % fields[n] for n in names)))
    for name in writer.locks:
        text.append('lock "%s";' % name)
    return "\n".join(text + body) + "\n"


def plain(name):
    return name[:-2] if name.endswith("[]") else name


def same_field(wanted, name):
    """Does NAME of a model end in the Java name WANTED?  (An atomic variable may be
    called by its name or as what is in it.)"""
    def ends(a, b):
        return b == a or b.endswith("." + a) or b.endswith("$" + a)
    return ends(wanted, name) or (not wanted.endswith("[]") and ends(wanted, plain(name)) and name != plain(name))


def match_fields(wanted, names):
    """WANTED -> the name in NAMES; what fits exactly comes first."""
    result, free = {}, list(names)
    for exact in (True, False):
        for w in wanted:
            if w in result:
                continue
            fits = [n for n in free if same_field(w, n) and (not exact or n == w or n.split(".", 1)[-1] == w)]
            if fits:
                result[w] = fits[0]
                free.remove(fits[0])
    return result


def violations(records):
    """{(question, fields)} of the records of one model; and whether one is unknown."""
    found, unknown = set(), False
    for r in records:
        if r.get("verdict") == "violation":
            found.add((str(r.get("pattern", r.get("question"))), tuple(r.get("fields", []))))
        elif r.get("verdict") == "unknown":
            unknown = True
    return found, unknown


def named(violation, fields):
    """12:a,b -> ("12", names in the model); None if a field is not there."""
    question, _, names = violation.partition(":")
    names = [n for n in names.split(",") if n]
    if any(n not in fields for n in names):
        return None
    return question, tuple(fields[n] for n in names)


def show(found):
    return " ".join(sorted(q + (":" + ",".join(f) if f else "") for q, f in found)) or "nothing"


if __name__ == "__main__":  # prints the cases, to read them
    for p in sys.argv[1:]:
        for c in read_cases(p):
            f, _ = fields_of(c)
            print("//", c.source, c.name)
            if c.exact:
                print(hand_model(c, {x: x for x in f}, f))
