#!/usr/bin/env python3
"""commands.py -- the command below a cause shows that cause.

    commands.py [OPTION...] MODEL...

TAP without a plan.  Of each MODEL, a file or a folder of classes (each class of it by
itself), `check' is run with these options of one word, and the command below each cause as it is printed, with a shell.
The record that it then makes has a violation, and its cause is one that no other command
of the model has shown.  The program is $PHASELOCK; it is called
phaselock in the folder $COMMANDS_BIN.
"""
import json
import os
import re
import subprocess
import sys

PROGRAM = os.environ["PHASELOCK"]
os.environ["PATH"] = os.environ["COMMANDS_BIN"] + ":" + os.environ["PATH"]
os.environ.pop("COLUMNS", None)


def run(words):
    return subprocess.run(words, capture_output=True, text=True, errors="surrogateescape")


def models_of(path, options):
    if not os.path.isdir(path):
        return [[path]]
    # A row for each class that is chosen: "check  NAME  reason".
    rows = run([PROGRAM, "java", "--list", path]).stdout.splitlines()
    names = [row.split()[1] for row in rows if row.startswith("check ")]
    return [["--class", name, path] for name in names]


def commands_of(text):
    """Of each cause, the first command below it, in one line."""
    commands = []
    for part in re.split(r"^(?:Cause \d+ of \d+|One cause|One violation)\b.*", text, flags=re.M)[1:]:
        found = re.search(r"^  phaselock explain (?:.*\\\n)*.*$", part, flags=re.M)
        commands.append(found.group(0).replace("\\\n", "") if found else None)
    return commands


def try_model(words, options):
    name = words[-1] if words[0] != "--class" else words[1]
    text = run([PROGRAM, "check", *options, *words]).stdout
    headings = len(re.findall(r"^(?:Cause \d+ of \d+|One cause|One violation)\b", text, flags=re.M))
    commands = commands_of(text)
    seen, bad = {}, []
    for command in commands:
        if not command:
            bad.append("a cause without a command")
            continue
        shown = run(["bash", "-c", command.strip() + " --format json"])
        try:
            record = json.loads(shown.stdout)
        except ValueError:
            bad.append(f"{command}: no record: {shown.stderr.strip()}")
            continue
        if shown.returncode != 10 or record["verdict"] != "violation":
            bad.append(f"{command}: {record['verdict']}")
        elif record.get("cause") in seen:
            bad.append(f"{command}: the cause of {seen[record['cause']]}")
        seen[record.get("cause")] = command
    if headings or "VIOLATION" in text:
        good = not bad and len(commands) == headings > 0
        print(("ok" if good else "not ok") + f" - {name}: the commands of {headings} causes")
        for line in bad:
            print("#", line)
    return headings


def main():
    arguments = sys.argv[1:]
    options = [a for a in arguments if a.startswith("-")]
    causes = 0
    for path in (a for a in arguments if not a.startswith("-")):
        for words in models_of(path, options):
            causes += try_model(words, options)
    print(f"# {causes} causes")


main()
