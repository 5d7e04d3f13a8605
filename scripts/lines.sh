#!/usr/bin/env bash
# lines.sh -- does the program stay small?  Lines of C, room by room, and a ceiling.
#
#     scripts/lines.sh [--lower] [FOLDER]
#
# Counts all lines of *.c, *.h, *.y and *.l below FOLDER (default: the project that this
# script belongs to) without tests/, jvm/ and llvm/, and what is generated.  Fails above
# the number in tests/house/lines.  --lower writes the present number there if it is
# smaller: the ceiling falls, and does not rise without somebody saying so in a commit.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
lower=
if [ "${1-}" = --lower ]; then lower=1; shift; fi
cd "${1:-$here}"
ceiling=tests/house/lines
if ! [[ -f $ceiling && $(<"$ceiling") =~ ^[0-9]+$ ]]; then
  echo "lines.sh: no number in $PWD/$ceiling" >&2
  exit 2
fi

sources () {
  for folder in src wpds eml phaseauto java trace models bench doc; do
    [ -d "$folder" ] && find "$folder" -type f -name '*.[chyl]'
  done | sort
}
# Generated files, which a tarball or a build in the source folder has, do not count.
parsers='/(pa_)?(parse|scan)\.[ch]$'
texts='^(phaseauto/shipped|src/report/page|src/cli/completions/scripts)\.c$'
mapfile -t files < <(sources | grep -vE "$parsers|$texts")
[ ${#files[@]} -gt 0 ] || { echo "lines.sh: no sources in $PWD" >&2; exit 2; }

count=$(awk '
  FNR == 1 { split (FILENAME, part, "/")
             room = part[1] == "src" || part[1] == "java" ? part[1] "/" part[2] : part[1]
             if (room ~ /\.[chyl]$/) room = part[1] }
  { lines[room]++ }
  END { for (room in lines) printf "%-24s %6d\n", room, lines[room] }' "${files[@]}" | sort -k2nr)
total=$(awk '{ sum += $2 } END { print sum }' <<<"$count")
most=$(<"$ceiling")
printf '%s\n%-24s %6d\n%-24s %6d\n' "$count" overall "$total" "at most" "$most"
if [ -n "$lower" ] && [ "$total" -lt "$most" ]; then echo "$total" >"$ceiling"; fi
[ "$total" -le "$most" ]
