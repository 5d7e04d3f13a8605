#!/usr/bin/env python3
"""fixes.py -- the fixes of a SARIF log, applied: each of them removes its finding.

    fixes.py LOG [JAVAC-FOLDER]        TAP without a plan; the program is $PHASELOCK

Paths in the log are relative to the current folder.  Files that are fixed are written to
a folder of their own, and decided again; of Java, JAVAC-FOLDER has all the sources.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

from edits import edit

PROGRAM = os.environ["PHASELOCK"]


def query_options(query):
    asked = query.get("pattern", query["question"])
    options = ["-p", str(asked)]
    if query["fields"]:
        options += ["-f", ",".join(query["fields"])]
    return options


def check(result, folder):
    change, = result["fixes"][0]["artifactChanges"]
    path = urllib.parse.unquote(change["artifactLocation"]["uri"])
    path = path[len("file://"):] if path.startswith("file://") else path
    fixed = edit(open(path, encoding="utf-8").read(), change["replacements"])
    with tempfile.TemporaryDirectory() as scratch:
        target = os.path.join(scratch, os.path.basename(path))
        if path.endswith(".java"):
            shutil.copytree(folder, os.path.join(scratch, "src"))
            target = os.path.join(scratch, "src", os.path.relpath(path, folder))
        with open(target, "w", encoding="utf-8") as file:
            file.write(fixed)
        options = query_options(result["properties"]["query"])
        if path.endswith(".java"):
            sources = [os.path.join(d, f) for d, _, fs in os.walk(os.path.join(scratch, "src")) for f in fs]
            subprocess.run(["javac", "-g", "-nowarn", "-d", os.path.join(scratch, "classes")] + sources, check=True)
            name = result["properties"]["query"]["model"].split("!")[-1]
            options += ["--class", name]
            target = os.path.join(scratch, "classes")
        found = subprocess.run([PROGRAM, "check", "-q", "--format", "jsonl"] + options + [target], capture_output=True)
        records = [json.loads(line) for line in found.stdout.splitlines()]
        return [r["verdict"] for r in records if r["fields"] == result["properties"]["query"]["fields"]]


def main():
    run = json.load(open(sys.argv[1], encoding="utf-8"))["runs"][0]
    for result in run["results"]:
        if "fixes" not in result or "the query is then safe" not in result["message"]["text"]:
            continue
        name = result["properties"]["query"]["model"] + ": " + result["message"]["text"].split(".")[0]
        verdicts = check(result, sys.argv[2] if len(sys.argv) > 2 else None)
        print(("ok" if verdicts == ["safe"] else f"not ok ({verdicts})") + " - fixed: " + name.replace("#", ""))


main()
