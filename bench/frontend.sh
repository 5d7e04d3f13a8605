#!/usr/bin/env bash
# frontend.sh -- instructions per input byte of the front end, by callgrind.
#
#     bench/frontend.sh [MEGABYTES...]        default 0.3 3 30
#
# For three families of generated models: the inclusive counts of parsing
# (source_read and eml_parse, all that eml_parse_path does) and of lowering
# (resolve_names, build_graphs, ir_check_nesting, ir_project), divided by the
# bytes of the model.  Prints a Markdown table.  Exit status 1 if a figure is
# above its bound (300, 600), or grows with the size: more than a fifth above that of
# the smallest model.  Instructions do not depend on what else the machine does; 30 MB
# take some minutes.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD:-$here/_build}
sizes=("$@")
[ ${#sizes[@]} -gt 0 ] || sizes=(0.3 3 30)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bound_of_parsing=300 bound_of_lowering=600

# The --size that makes about 0.1 MB of each family.
straight=(straight --positions)  straight_size=3930
chain=(chain)                    chain_size=1100
loops=(loops --depth=4)          loops_size=550

# model FAMILY MEGABYTES FILE
model () {
  local -n words=$1 size=${1}_size
  local n; n=$(awk -v s="$size" -v m="$2" 'BEGIN { printf "%d", s * 10 * m }')
  "$build/phaselock-gen" "${words[@]}" --size="$n" >"$3"
}

# sum FUNCTION...: the sum of their counts, including callees.
sum () {
  local f total=0 count
  for f in "$@"; do
    count=$(awk -v f="$f" '$0 ~ ":" f "( |$)" { gsub (",", "", $1); print $1; exit }' "$work/annotated")
    [ -n "$count" ] || { echo "no count for $f" >&2; return 2; }
    total=$((total + count))
  done
  echo "$total"
}

status=0
printf '| family | MB | `;` | parsing | lowering |\n|---|---|---|---|---|\n'
for family in straight chain loops; do
  first_parsing= first_lowering=
  for size in "${sizes[@]}"; do
    model "$family" "$size" "$work/model.eml"
    bytes=$(stat -c %s "$work/model.eml")
    statements=$(tr -cd ';' <"$work/model.eml" | wc -c)
    valgrind -q --tool=callgrind --callgrind-out-file="$work/profile" \
      "$build/phaselock" lint -q "$work/model.eml" >/dev/null 2>"$work/messages" ||
      { cat "$work/messages" >&2; exit 2; }
    callgrind_annotate --inclusive=yes --threshold=100 "$work/profile" >"$work/annotated"
    parsing=$(($(sum source_read eml_parse) / bytes))
    lowering=$(($(sum resolve_names build_graphs ir_check_nesting ir_project) / bytes))
    : "${first_parsing:=$parsing}" "${first_lowering:=$lowering}"
    printf '| %s | %.1f | %d | %d | %d |\n' "$family" \
      "$(awk -v b="$bytes" 'BEGIN { print b / 1e6 }')" "$statements" "$parsing" "$lowering"
    if [ $((parsing * 5)) -gt $((first_parsing * 6)) ] || [ "$parsing" -ge "$bound_of_parsing" ] ||
       [ $((lowering * 5)) -gt $((first_lowering * 6)) ] || [ "$lowering" -ge "$bound_of_lowering" ]
    then status=1; fi
  done
done
[ "$status" = 0 ] || echo "not flat, or above a bound ($bound_of_parsing, $bound_of_lowering)" >&2
exit "$status"
