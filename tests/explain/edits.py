"""edits.py -- the replacements of a fix of a SARIF log, in a text."""


def edit(text, replacements):
    """TEXT with REPLACEMENTS in it; a region has a line and columns that count characters."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    changes = []
    for r in replacements:
        region = r["deletedRegion"]
        begin = starts[region["startLine"] - 1] + region["startColumn"] - 1
        end = starts[region["startLine"] - 1] + region["endColumn"] - 1
        changes.append((begin, end, r["insertedContent"]["text"]))
    for begin, end, new in sorted(changes, reverse=True):
        text = text[:begin] + new + text[end:]
    return text
