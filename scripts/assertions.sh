#!/usr/bin/env bash
# assertions.sh -- are there enough assertions?  How many for each thousand lines.
#
#     scripts/assertions.sh [FOLDER]
#
# Counts `assert (' in the sources of each room of tests/house/rooms, below FOLDER
# (default: the project that this script belongs to), and prints a table.  Fails
# below 30 for each thousand lines overall, or below 25 in a room.
#
# static_assert is not counted, since it is checked only once, by the compiler; nor
# is what stands in a comment or a string.  The lines are all lines of *.c, *.h, *.y
# and *.l, blank lines and comments included.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "${1:-$here}"
least_overall=30 least_room=25

sources () { find src wpds eml phaseauto java jvm llvm trace -type f -name '*.[chyl]' 2>/dev/null | sort; }
if [ ! -f tests/house/rooms ] || [ -z "$(sources)" ]; then
  echo "assertions.sh: no tests/house/rooms or no sources in $PWD" >&2
  exit 2
fi
# Generated files, which a tarball or a build in the source folder has, do not count.
parsers='/(pa_)?(parse|scan)\.[ch]$'
texts='^(phaseauto/shipped|src/report/page|src/cli/completions/scripts)\.c$'
mapfile -t files < <(sources | grep -vE "$parsers|$texts")

awk -v least_overall=$least_overall -v least_room=$least_room '
  # The room that PATH is in: the longest folder of the table above it.
  function room(path) {
    while (sub (/\/[^\/]*$/, "", path))
      if (path in lines)
        return path
    return ""
  }
  # LINE without comments and literals; in_comment is carried over to the next line.
  function code(line,   kept, found) {
    kept = ""
    while (line != "") {
      if (in_comment) {
        if (!(found = index (line, "*/")))
          break
        in_comment = 0
        line = substr (line, found + 2)
      } else if (match (line, /"([^"\\]|\\.)*"|[\47]([^\47\\]|\\.)[\47]|\/\*|\/\//)) {
        kept = kept substr (line, 1, RSTART - 1)
        found = substr (line, RSTART, 2)
        if (found == "//")
          break
        in_comment = found == "/*"
        line = substr (line, RSTART + RLENGTH)
      } else
        return kept line
    }
    return kept
  }
  # 30.04 is more than 30, and 29.96 is less: no rounding before the comparison.
  function row(name, asserts, count, least,   few) {
    few = asserts * 1000 < least * count
    printf "%-24s %6d %6d %6.1f%s\n", name, count, asserts, asserts * 1000 / count,
           few ? "  fewer than " least : ""
    return few
  }
  FNR == NR {
    if ($0 !~ /^#/ && NF > 2) {
      name[++rooms] = $1
      lines[$1] = 0
    }
    next
  }
  FNR == 1 { in_comment = 0; here = room(FILENAME) }
  here == "" { print FILENAME ": in no room"; bad = 1; nextfile }
  {
    lines[here]++
    text = code($0)
    while (match (text, /(^|[^A-Za-z0-9_])assert \(/)) {
      asserts[here]++
      text = substr (text, RSTART + RLENGTH)
    }
  }
  END {
    printf "%-24s %6s %6s %6s\n", "room", "lines", "assert", "per k"
    for (i = 1; i <= rooms; i++)
      if (lines[name[i]] > 0) {
        if (row(name[i], asserts[name[i]], lines[name[i]], least_room)) bad = 1
        all_lines += lines[name[i]]
        all_asserts += asserts[name[i]]
      }
    if (row("overall", all_asserts, all_lines, least_overall)) bad = 1
    exit bad
  }' tests/house/rooms "${files[@]}"
