"""exports.py -- names that want to get out, in every language that phaselock writes.

    exports.py FOLDER MARKUP SARIF          TAP; the program is $PHASELOCK

Each name has pieces that end a comment, a string, an element, a line or a script in one
of the languages.  Models with such names, and the same models with plain names, are
written in each language and read by the programs that people read them with, where these
are there: Spin, Graphviz, and the parsers of Python.  What is read has to be the same
structure for both, and to have the names in it.
"""
import html
import html.parser
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import xml.etree.ElementTree

FOLDER, MARKUP, SARIF = sys.argv[1:]
PROGRAM = os.environ["PHASELOCK"]
os.chdir(FOLDER)
count = failures = 0


def ok(fine, name, *more):
    global count, failures
    count += 1
    print(f"{'' if fine else 'not '}ok {count} - {name}")
    if not fine:
        failures += 1
        for text in more:
            print("#", repr(text)[:600])


def skip(name, why):
    global count
    count += 1
    print(f"ok {count} - {name} # SKIP {why}")


def run(*words, wanted=(0,), **more):
    done = subprocess.run(words, capture_output=True, **more)
    if done.returncode not in wanted:
        ok(False, f"{words}: exit status {done.returncode}", done.stderr)
    return done.stdout


def phaselock(*words, wanted=(0, 10)):
    return run(PROGRAM, *words, wanted=wanted)


# ---- Names. ----

PIECES = [
    "*/ active proctype evil() { assert(false) } /*", "*/ c_code { system(\"touch evil\"); } /*",
    "*/", "/*", "//", "*\\", "\\", "\"", "'", "`", "``", "```", "\"]; evil [label=\"", "\\N", "\\l",
    "&lt;", "&#60;", "<script>evil()</script>", "</script>", "<!--", "-->", "]]>", "<![CDATA[",
    "%", "%s%n", "%%{init: {}}%%", "#", ";", "$$x$$", "$(touch evil)", "`touch evil`", "{0}",
    "[a](javascript:evil)", "|", "\t", "\x01", "\x1b[31m", "\x1b]0;evil\x07", "\x7f", "\x85",
    "\x9b31m", "\u2028", "\u2029", "\u202e", "\u2066", "\ufeff", "\ufffe", "\uffff", "\xad",
    "\U000e0041", "\U0001f600", "u = v", "end", "#define evil", "'; DROP TABLE records; --",
]
# Each piece at the beginning, inside and at the end of a name.
NAMES = PIECES + ["a" + "b".join(PIECES[i:i + 6]) + "c" for i in range(0, len(PIECES), 6)]
PLAIN = [f"plain{i}" for i in range(len(NAMES))]


def quoted(name):
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def hostile(character):
    code = ord(character)
    return (code < 0x20 or 0x7F <= code <= 0x9F or code in (0xAD, 0x61C, 0x180E, 0xFEFF, 0xFFFE, 0xFFFF)
            or 0x200B <= code <= 0x200F or 0x2028 <= code <= 0x202E or 0x2060 <= code <= 0x206F
            or 0xFFF9 <= code <= 0xFFFB or 0xE0000 <= code <= 0xE007F)


def shown(name):
    """As a person reads it."""
    return "".join(f"<U+{ord(c):04X}>" if hostile(c) else c for c in name)


def model(names):
    """Each name as a field, a lock, a set, a procedure and a process; small fields have
    values and are asserted something about.  All in one, with violations."""
    q = [quoted(n) for n in names]
    lines = [f'model {quoted("m" + names[0])};']
    for i, name in enumerate(names):
        f, l, s, p = (quoted(k + name) for k in "flsp")
        lines += [f"field int {f} = 1; lock {l}; atomicset {s} {{ {f} }}",
                  f"proc {p} {{ unit {s} {{ sync {l} {{ read {f} @{q[i]}; }} {f} = 2 @{q[i]}; }} }}",
                  f"process {q[i]}[2] {{ call {p}; assert ({f} > 0, {q[i]}); }}"]
    return "\n".join(lines) + "\n"


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


write("hostile.eml", model(NAMES))
write("plain.eml", model(PLAIN))

# ---- Promela. ----


def without_comments(text):
    """As the preprocessor of C takes them away."""
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


promela = {m: phaselock("dump", "--what", "promela", m + ".eml").decode() for m in ("hostile", "plain")}
ok(without_comments(promela["hostile"]) == without_comments(promela["plain"]),
   "promela: names are in comments, and nothing else is different")
ok(all(shown(n) in promela["hostile"] for n in NAMES if not re.search("[*/]", n)),
   "promela: the comments have the names")
ok(not any(hostile(c) for c in promela["hostile"].replace("\n", "")), "promela: nothing hostile in it")
if shutil.which("spin"):
    os.mkdir("spin")
    # A few processes: Spin takes no more than 255.
    for part in range(0, len(NAMES), 12):
        write("spin/part.eml", model(NAMES[part:part + 12]))
        write("spin/part.pml", phaselock("dump", "--what", "promela", "spin/part.eml").decode())
        said = subprocess.run(["spin", "-a", "part.pml"], cwd="spin", capture_output=True)
        made = open("spin/pan.m").read() if os.path.exists("spin/pan.m") else "evil"
        ok(said.returncode == 0 and b"rror" not in said.stdout + said.stderr and "evil" not in made
           and not os.path.exists("spin/evil"), f"spin -a: names from {part} on", said.stdout, said.stderr)
        if os.path.exists("spin/pan.m"):
            os.remove("spin/pan.m")
else:
    skip("spin -a", "no spin")
# The path of a model, where there are several, is in a comment, too.
os.mkdir("include <stdio.h>")
shutil.copy("plain.eml", "include <stdio.h>/a.eml")
shutil.copy("plain.eml", "include <stdio.h>/b.eml")
several = phaselock("dump", "--what", "promela", "include <stdio.h>/a.eml", "include <stdio.h>/b.eml").decode()
ok(without_comments(several) == (" \n" + without_comments(promela["plain"])) * 2,
   "promela of several models: a path is no directive", several[:200])

# ---- DOT. ----


def graph(text):
    """What Graphviz reads: nodes, edges, and the labels; in a layout that takes no time."""
    read = json.loads(run("dot", "-Kpatchwork", "-Tdot_json", input=text))
    things = read.get("objects", []) + read.get("edges", [])
    labels = [t["label"] for t in things + [read] if "label" in t]
    return ([t["name"] for t in read.get("objects", [])],
            [(e["tail"], e["head"]) for e in read.get("edges", [])], labels)


def read_label(label):
    """A label of Graphviz as it is drawn."""
    return html.unescape(re.sub(r"\\(.)", lambda m: "\n" if m[1] in "nlr" else m[1], label))


# Models with one name each, for pictures.
pictures = list(range(len(PIECES), len(NAMES))) + list(range(0, len(PIECES), 9))
for i in pictures:
    write(f"hostile{i}.eml", model([NAMES[i]]))
write("plain0.eml", model([PLAIN[0]]))


def explained(format, i):
    path, name = (f"hostile{i}.eml", NAMES[i]) if i is not None else ("plain0.eml", PLAIN[0])
    return phaselock("explain", "--format", format, "-p", "race", "-f", quoted("f" + name), path)


if shutil.which("dot"):
    made = {m: graph(phaselock("dump", "--what", "dot", m + ".eml")) for m in ("hostile", "plain")}
    ok(made["hostile"][:2] == made["plain"][:2] and len(made["hostile"][2]) == len(made["plain"][2]),
       "dot: the graph is the same")
    labels = "\n".join(map(read_label, made["hostile"][2]))
    missing = [n for n in NAMES if shown(n) not in labels]
    ok(not missing, "dot: the labels are the names", missing, labels)
    plain = graph(explained("dot", None))
    for i in pictures:
        drawn = graph(explained("dot", i))
        ok(drawn[:2] == plain[:2], f"dot: the picture of name {i} has the same nodes and edges", NAMES[i])
else:
    skip("dot", "no dot")

# ---- SVG and Mermaid. ----


for i in pictures:
    drawn = explained("svg", i)
    tree = xml.etree.ElementTree.fromstring(drawn)
    tags = {e.tag.split("}")[1] for e in tree.iter()}
    ok(tags <= {"svg", "style", "rect", "text", "title", "path", "circle", "line", "defs", "marker", "g", "polygon"}
       and shown("f" + NAMES[i]).replace("\\", "") in "".join(tree.itertext()).replace("\n", "").replace("\\", ""),
       f"svg: the picture of name {i} has nothing but shapes and texts, and the name", tags, NAMES[i])
    write(f"{i}.mermaid", explained("mermaid", i).decode())
    ok(subprocess.run([MARKUP, "mermaid", f"{i}.mermaid"]).returncode == 0, f"mermaid: name {i} is a sequence diagram")
    drawn = open(f"{i}.mermaid").read()
    ok(len(drawn.splitlines()) == len(explained("mermaid", None).decode().splitlines()) and "$$" not in drawn,
       f"mermaid: name {i} has as many lines as another")

# ---- Records, SARIF, SQLite, the page. ----
models = [f"hostile{i}.eml" for i in pictures]
run(PROGRAM, "check", "-q", "--format", "jsonl", "--witness", "-p", "race,1", "-o", "all.jsonl", *models, wanted=(10,))
records = [json.loads(line) for line in open("all.jsonl", "rb")]
fields = {f for r in records for f in r["fields"]}
ok(fields == {"f" + NAMES[i] for i in pictures}, "records: the names, exactly", fields ^ {"f" + NAMES[i] for i in pictures})
run(PROGRAM, "merge", "-o", "all.sqlite", "all.jsonl")
base = sqlite3.connect("all.sqlite")
tables = {t for (t,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
stored = {f for (line,) in base.execute("SELECT record FROM queries") for f in json.loads(line)["fields"]}
ok(stored == fields, "sqlite: the names, exactly", tables)
ok(phaselock("merge", "all.sqlite") == open("all.jsonl", "rb").read(), "sqlite: and back")
run(PROGRAM, "check", "-q", "--format", "sarif", "-p", "race,1", "-o", "all.sarif", *models, wanted=(10,))
ok(subprocess.run([SARIF, "all.sarif"], stdout=subprocess.DEVNULL).returncode == 0, "sarif: valid")
log = json.load(open("all.sarif", encoding="utf-8"))
texts = [r["message"]["text"] for r in log["runs"][0]["results"]]
ok(texts and not any(re.search(r"(?<!\\)\]\(", t) for t in texts), "sarif: no message has a link")
ok(not any(hostile(c) for t in texts for c in t.replace("\n", "")), "sarif: nothing hostile in messages")
run(PROGRAM, "report", "-o", "all.html", "all.jsonl")


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.data, self.inside = [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, sorted(attributes)))
        self.inside = len(self.tags) if tag == "script" else None

    def handle_data(self, data):
        if self.inside is not None:
            self.data[self.inside] = self.data.get(self.inside, "") + data

    def handle_endtag(self, tag):
        self.inside = None


run(PROGRAM, "check", "-q", "--format", "jsonl", "--witness", "-p", "race,1", "-o", "plain.jsonl", "plain0.eml", wanted=(10,))
run(PROGRAM, "report", "-o", "plain.html", "plain.jsonl")
pages = {p: Page(open(p + ".html", encoding="utf-8").read()) for p in ("all", "plain")}
ok(pages["all"].tags == pages["plain"].tags, "page: the same elements, whatever the names are")
data = [text for text in pages["all"].data.values() if text.lstrip().startswith("{")]
ok(len(data) == 1 and {"f" + NAMES[i] for i in pictures} <= set(json.loads(data[0])["s"]), "page: its data has the names, exactly")

# ---- Automata: DOT, SVG, Markdown, and their own language. ----


def automata(names):
    lines = []
    for i, n in enumerate(names):
        lines += ["/// " + re.sub(r"[\x00-\x1f]", "?", n), "///",
                  "///     " + re.sub(r"[\x00-\x1f]", "?", n),
                  f"automaton {quoted(n)} {quoted('t' + n)} ({quoted('l' + n)}) {{ threads {quoted('u' + n)}, w{i};",
                  f"  {quoted('u' + n)} reads {quoted('l' + n)} in unit; w{i} writes {quoted('l' + n)}; }}"]
    return "\n".join(lines) + "\n"


write("hostile.pa", automata(NAMES))
write("plain.pa", automata(PLAIN))
again = phaselock("patterns", "-a", "hostile.pa", "--format", "pa")
with open("again.pa", "wb") as file:
    file.write(again)
ok(phaselock("patterns", "-a", "again.pa", "--format", "pa") == again, "pa: what is written is read, and is the same")
tree = xml.etree.ElementTree.fromstring(phaselock("patterns", "-a", "hostile.pa", "--format", "svg"))
plain = xml.etree.ElementTree.fromstring(phaselock("patterns", "-a", "plain.pa", "--format", "svg"))
ok([e.tag for e in tree.iter()] == [e.tag for e in plain.iter()], "svg of patterns: the same elements")
if shutil.which("dot"):
    made = [graph(phaselock("patterns", "-a", p + ".pa", "--format", "dot")) for p in ("hostile", "plain")]
    ok(made[0][:2] == made[1][:2], "dot of patterns: the same graph")


def code_and_text(text):
    """Markdown without its code: fences first, then what stands between backquotes."""
    text = re.sub(r"^(```+)java\n.*?^\1\n", "", text, flags=re.S | re.M)
    return re.sub(r"(?<![\\`])(`+)(?!`)(.*?)(?<!`)\1(?!`)", "", text)


page = code_and_text(phaselock("patterns", "-a", "hostile.pa", "--format", "markdown").decode())
free = re.sub(r"\\[\\`*_\[\]<>#|&!~$]", "", page)
ok("<" not in free and "evil" in free and not re.search(r"&[#\w]", free), "markdown: no HTML", free)
ok(not re.search(r"\]\((?!#|patterns/)", free), "markdown: no links to elsewhere")
print(f"1..{count}")
sys.exit(failures > 0)
