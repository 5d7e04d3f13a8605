#!/usr/bin/env python3
"""lsp.py -- a client of `phaselock lsp' that speaks the protocol.

    lsp.py FOLDER        TAP; the program is $PHASELOCK, models and sources are in $SOURCE
"""
import json
import os
import shutil
import subprocess
import sys
import time

PROGRAM, SOURCE, FOLDER = os.environ["PHASELOCK"], os.environ["SOURCE"], os.path.realpath(sys.argv[1])
count = failed = 0


def ok(fine, name, more=""):
    global count, failed
    count += 1
    failed += not fine
    print(f"{'ok' if fine else 'not ok'} {count} - {name}")
    if not fine:
        print("# " + str(more)[:600])


class Client:
    def __init__(self, root, options=None):
        self.server = subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.heard = []
        self.about = self.request("initialize", {"rootUri": uri(root), "capabilities": {},
                                                 "initializationOptions": options or {}})
        self.notify("initialized", {})

    def write(self, data):
        self.server.stdin.write(data)
        self.server.stdin.flush()

    def send(self, message):
        body = json.dumps(message).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def read(self):
        length = 0
        while (line := self.server.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.server.stdout.read(length)) if length else None

    def request(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.await_(lambda m: m.get("id") == self.number)

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def await_(self, wanted):
        """The next message that is WANTED; others are kept."""
        for i, message in enumerate(self.heard):
            if wanted(message):
                return self.heard.pop(i)
        while (message := self.read()) is not None:
            if wanted(message):
                return message
            self.heard.append(message)
        return {}

    def diagnostics(self, path, wanted):
        """Those of PATH, as soon as they are WANTED; they come again and again."""
        def fits(m):
            return (m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == uri(path)
                    and wanted(m["params"]["diagnostics"]))
        return self.await_(fits)["params"]["diagnostics"]

    def open(self, path):
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri(path), "languageId": path.split(".")[-1],
                                                              "version": 1, "text": open(path).read()}})

    def change(self, path, text):
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri(path), "version": 2},
                                               "contentChanges": [{"text": text}]})

    def save(self, path):
        self.notify("textDocument/didSave", {"textDocument": {"uri": uri(path)}})


def uri(path):
    return "file://" + path.replace(" ", "%20")


def edited(text, edits):
    lines = text.split("\n")
    for e in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True):
        start, end = e["range"]["start"], e["range"]["end"]
        assert start == end
        line = lines[start["line"]]
        lines[start["line"]] = line[:start["character"]] + e["newText"] + line[start["character"]:]
    return "\n".join(lines)


os.makedirs(FOLDER + "/my models", exist_ok=True)
path = FOLDER + "/my models/stack.eml"
shutil.copy(SOURCE + "/models/examples/stack.eml", path)
text = open(path).read()
c = Client(FOLDER)
ok(c.about["result"]["capabilities"]["hoverProvider"] is True, "initialize", c.about)

# A model: what is found when it is opened, with its interleaving and its repair.
c.open(path)
found = c.diagnostics(path, lambda d: any(x["code"] == "complete-1" for x in d))
first = next(x for x in found if x["code"] == "complete-1")
ok(first["severity"] == 1 and first["message"].startswith("lost update on field count"), "open: the finding", first)
line = first["range"]["start"]["line"]
ok("read" in text.split("\n")[line] and "count" in text.split("\n")[line], "open: on the line of the model", first)
at = {"textDocument": {"uri": uri(path)}, "position": {"line": line, "character": 2}}
hover = c.request("textDocument/hover", at)["result"]["contents"]["value"]
ok("Consumer[0]" in hover and "*" in hover and "Stack.java:42" in hover, "hover: the interleaving", hover)
ok(c.request("textDocument/hover", {**at, "position": {"line": 0, "character": 0}})["result"] is None, "hover: nothing here")
within = {"textDocument": {"uri": uri(path)}, "context": {"diagnostics": [first]}, "range": first["range"]}
actions = c.request("textDocument/codeAction", within)["result"]
ok(len(actions) == 1 and "Holding 's' in pop" in actions[0]["title"], "code action: the repair", actions)
open(path, "w").write(edited(text, actions[0]["edit"]["changes"][uri(path)]))
c.change(path, open(path).read())
c.save(path)
ok(c.diagnostics(path, lambda d: not d) == [], "the repair, saved: nothing is found any more")

# Mistakes while typing; characters beyond the first plane take two units of UTF-16.
c.change(path, "// \U0001F512\nfield x; \"\U0001F512\" field;\n")
wrong = c.diagnostics(path, lambda d: d and all(x["range"]["start"]["line"] < 2 for x in d))  # not those of before
ok(wrong[0]["severity"] == 1 and wrong[0]["range"]["start"] == {"line": 1, "character": 9}, "change: a mistake, where it is", wrong)
c.change(path, text)
ok(c.diagnostics(path, lambda d: not d) == [], "change: it is mended")
c.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})

# Broken messages are answered, and do no harm.
def error(data, name, code):
    c.write(data)
    answer = c.await_(lambda m: "error" in m)
    ok(answer["error"]["code"] == code, name, answer)
error(b"Content-Length: 5\r\n\r\n{nope", "no JSON", -32700)
error(b"Content-Length: 2\r\n\r\n[]", "no object", -32600)
error(b"Content-Length: many\r\n\r\n", "no length", -32700)
error(b"Nonsense\r\n\r\n", "no header", -32700)
error(b"Content-Length: 99999999999\r\n\r\n", "too long", -32700)
error(b'Content-Length: 12\r\n\r\n{"id": 77  }', "no method", -32600)
ok(c.request("textDocument/definition", {})["error"]["code"] == -32601, "an unknown method")
ok(c.request("textDocument/hover", {"position": 7})["error"]["code"] == -32602, "broken parameters")
ok(c.request("initialize", {})["error"]["code"] == -32601, "initialized twice")
c.notify("textDocument/didChange", [1, 2])
c.notify("textDocument/didOpen", {"textDocument": {"uri": 7}})
c.notify("$/cancelRequest", {"id": 12345})
c.notify("no/such/thing", None)
ok(c.request("textDocument/hover", at)["result"] is None, "it is still there")

# Java: the classes of the workspace.
if shutil.which("javac"):
    source = FOLDER + "/src/main/java/Counter.java"
    os.makedirs(os.path.dirname(source), exist_ok=True)
    open(source, "w").write("""class Counter {
  private int n;

  public synchronized void inc() {
    n++;
  }

  public int get() {
    return n;
  }
}
""")
    compile_ = ["javac", "-g", "-d", FOLDER + "/target/classes", source]
    subprocess.run(compile_, check=True)
    c.open(source)
    race = c.diagnostics(source, lambda d: d)
    ok(len(race) == 1 and race[0]["code"] == "race" and race[0]["range"]["start"]["line"] in (4, 8), "Java: a race on its line", race)
    actions = c.request("textDocument/codeAction", {"textDocument": {"uri": uri(source)}, "range": race[0]["range"]})["result"]
    edits = {a["title"]: a["edit"]["changes"][uri(source)] for a in actions}
    repair = next((e for t, e in edits.items() if "synchronized" in t), [])
    ok("public synchronized int get()" in edited(open(source).read(), repair), "Java: the repair", actions)
    comment = next((e for t, e in edits.items() if "Suppress" in t), [])
    ok("\n    // phaselock: ignore race - REASON\n" in edited(open(source).read(), comment), "Java: the suppression", actions)
    fixed = edited(open(source).read(), repair)
    time.sleep(1.1)  # the time of a file counts seconds
    open(source, "w").write(fixed)
    subprocess.run(compile_, check=True)
    ok(c.diagnostics(source, lambda d: not d) == [], "Java: compiled again, the race is gone")

# C: the program of compile_commands.json, and a file that is a program by itself.
if shutil.which("clang") and subprocess.run([PROGRAM, "llvm", "-q", SOURCE + "/tests/llvm/programs/counter.c"],
                                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
    work = FOLDER + "/c program"
    os.makedirs(work + "/src")
    os.makedirs(work + "/build")
    parts = {"shared.h": "extern int x; void add (void);\n",
             "shared.c": '#include "shared.h"\nint x;\nvoid add (void)\n{\n  x++;\n}\n',
             "app.c": '#include <pthread.h>\n#include "shared.h"\nvoid *work (void *a) { add (); return a; }\nint main (void)\n{\n'
                      '  pthread_t t;\n  pthread_create (&t, 0, work, 0);\n  add ();\n  return pthread_join (t, 0);\n}\n',
             "tool.c": '#include "shared.h"\nint main (void)\n{\n  add ();\n  return 0;\n}\n'}
    for name, content in parts.items():
        open(f"{work}/src/{name}", "w").write(content)
    json.dump([{"directory": work + "/build", "file": "../src/" + name, "command": "cc -c ../src/" + name}
               for name in parts if name.endswith(".c")], open(work + "/build/compile_commands.json", "w"))
    d = Client(work)
    d.open(work + "/src/app.c")
    race = d.diagnostics(work + "/src/shared.c", lambda e: e)
    ok(len(race) == 1 and race[0]["code"] == "race" and race[0]["range"]["start"]["line"] == 4,
       "C: opened, a race in another file of the program", race)
    at = {"textDocument": {"uri": uri(work + "/src/shared.c")}, "position": {"line": 4, "character": 2}}
    hover = d.request("textDocument/hover", at)["result"]["contents"]["value"]
    ok("main" in hover and "work" in hover and "shared.c:5" in hover, "C: its interleaving", hover)
    d.open(work + "/src/tool.c")
    ok(d.diagnostics(work + "/src/shared.c", lambda e: not e) == [], "C: the program with the main that was opened last has none")
    d.notify("exit", None)
    alone = FOLDER + "/alone"
    os.makedirs(alone)
    shutil.copy(SOURCE + "/tests/llvm/programs/counter.c", alone)
    d = Client(alone)
    d.open(alone + "/counter.c")
    found = d.diagnostics(alone + "/counter.c", lambda e: e)
    ok({"race", "assert"} == {x["code"].split(":")[0] for x in found}, "C: a program in one file", found)
    shutil.copy(SOURCE + "/tests/llvm/programs/counter-fixed.c", alone + "/counter.c")
    d.save(alone + "/counter.c")
    ok(d.diagnostics(alone + "/counter.c", lambda e: not e) == [], "C: repaired and saved, nothing is found")
    d.notify("exit", None)

ok(c.request("shutdown", None)["result"] is None, "shutdown")
ok(c.request("textDocument/hover", at)["error"]["code"] == -32600, "after that, no request")
c.notify("exit", None)
ok(c.server.wait(20) == 0, "exit")

# Before initialize, and without shutdown.
server = subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
body = b'{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}'
out, _ = server.communicate(b"Content-Length: %d\r\n\r\n" % len(body) + body)
ok(b"-32002" in out and server.returncode == 2, "not initialized; the editor has gone", out)
print(f"1..{count}")
sys.exit(failed > 0)
