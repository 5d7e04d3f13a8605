"""records.py -- read the records of a run of reproduce.sh.

A record (doc/json.md) becomes a Query; a run is a dictionary from the key of a
query (model, pattern, fields), which is the same in every run and every set of
automata, to its Query.
"""
import json
import os
import platform
import string
import textwrap
from collections import namedtuple

Query = namedtuple("Query", "key verdict reason ms engine choices processes")


def read_run(folder, name):
    run = {}
    with open(os.path.join(folder, name + ".jsonl"), encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            key = (record["model"], record["pattern"], tuple(record["fields"]))
            if key in run:
                raise SystemExit(f"{name}: {key} has two records")
            run[key] = Query(key, record["verdict"], record.get("reason"), record["ms"],
                             record["engine"], record["stats"]["choices"],
                             record.get("processes"))
    return run


def is_contest(key):
    return key[0].startswith("contest/")


def violations(run):
    return {key for key, query in run.items() if query.verdict == "violation"}


def decided(query):
    return query.verdict != "unknown"


def number(n):
    """1544 as 1,544."""
    return f"{n:,}"


def seconds(ms):
    """Milliseconds as a text, in seconds, with about three digits."""
    s = ms / 1000
    return f"{s:,.0f} s" if s >= 100 else f"{s:.1f} s" if s >= 10 else f"{s:.2f} s" if s >= 0.1 else f"{s:.4f} s"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.machine()


def page(template, names):
    """The document TEMPLATE with its $names replaced, and its paragraphs filled."""
    with open(template, encoding="utf-8") as file:
        text = string.Template(file.read()).substitute(names)
    blocks = text.rstrip("\n").split("\n\n")
    return "\n\n".join(block if block.startswith(("|", "#", "!", "    ")) else filled(block) for block in blocks) + "\n"


def filled(block):
    """A paragraph, or a list of items that begin with "- "."""
    parts = ["- " + item for item in block[2:].split("\n- ")] if block.startswith("- ") else [block]
    return "\n".join(textwrap.fill(" ".join(part.split()), 118, subsequent_indent="  " * part.startswith("- "),
                                   break_long_words=False, break_on_hyphens=False) for part in parts)
