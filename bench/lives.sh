#!/usr/bin/env bash
# lives.sh -- what starts and joins cost, against the floor, and how that grows.
#
#     bench/lives.sh [PROCESSES...]        default: 2 4 8 16
#
# All queries of models with that many processes besides `Main': the patterns of the
# set `complete', the races, the deadlock.  `floor' is reading, checking and
# lowering the model and one pass over it, `all' is that and deciding, in instructions
# as callgrind counts them; `check' against `lint' is the whole program, with the
# search for interleavings and their replay; `x' is the ratio to the row above.  Fails if
# all takes more than 100 times the floor where Main starts and joins eight processes, or
# if a query is unknown.  In a relay each process starts and joins the next one, in `last'
# Main joins none but one that joins them: these are shown for their growth, up to eight
# and four processes.
# Uses the build in $BUILD (default _build/), with bench/measure made.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD:-$here/_build}
counts=("$@")
[ $# -eq 0 ] && counts=(2 4 8 16)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
model=$folder/model.eml
failed=0

# Main starts N workers with twenty units each, all different processes.
#     private  a lock for each worker, besides the common ones
#     common   three fields, each guarded by a lock of its own
#     late     Main works on while it joins one worker after the other
#     last     another process joins them, which Main starts and joins
workers () { # KIND N
  awk -v kind="$1" -v n="$2" 'BEGIN {
    split ("a b c", field); split ("l m k", lock)
    printf "field a, b, c;\nlock l, m, k"
    for (w = 1; kind == "private" && w <= n; w++) printf ", p%d", w
    print ";\nproc work { sync l { unit { read a; write a; sync m { read b; write b; } } } }"
    print "process Main {\n  unit { write a; write b; write c; }"
    for (w = 1; w <= n; w++) printf "  start W%d;\n", w
    if (kind == "last") {
      print "  start Last;\n  join Last;\n  unit { read a; write b; read c; write a; }\n}\nprocess Last {"
    }
    for (w = 1; w <= n; w++) {
      printf "  join W%d;\n", w
      if (kind == "late") print "  unit { read a; write b; read c; write a; }"
    }
    print "  unit { read a; write b; read c; write a; }\n}"
    for (w = 1; w <= n; w++) {
      printf "process W%d {\n", w
      if (kind == "private") printf "  sync p%d {\n", w
      for (i = 0; i < 20; i++)
        printf "  sync %s { unit { read %s; write %s; } } call work;\n", lock[i % 3 + 1], field[i % 3 + 1], field[i % 3 + 1]
      print kind == "private" ? "  }\n}" : "}"
    }
  }'
}

make_model () { # KIND N
  case $1 in
    private | common | late | last) workers "$1" "$2" ;;
    *) # shellcheck disable=SC2086
      "$build/phaselock-gen" $1 -p "$2" -f 2 ;;
  esac >"$model"
}

instructions () { # COMMAND...
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >"$folder/line" \
    | awk '/Collected/ { print $NF }' || true
}

echo "| model | processes | queries | violations | unknown | floor, millions | all / floor | x | check / lint | x |"
echo "|---|---|---|---|---|---|---|---|---|---|"
export AUTOMATA=complete
for kind in 'workers --broken' 'workers --safe' 'stages --broken' 'stages --safe' 'relay --broken' 'relay --safe' \
            private common late last; do
  all_before=0 check_before=0
  for n in "${counts[@]}"; do
    [[ $kind == relay* && $n -gt 8 || $kind == last && $n -gt 4 ]] && continue
    make_model "$kind" "$n"
    lint=$(instructions "$build/phaselock" lint -q "$model")
    check=$(instructions "$build/phaselock" check -q "$model")
    floor=$(instructions "$build/bench/measure" floor auto "$model")
    all=$(instructions "$build/bench/measure" all auto "$model")
    read -r _ _ _ queries violations _ unknown _ <"$folder/line"
    awk -v head="$kind | $n | $queries | $violations | $unknown" -v f="$floor" -v a="$all" -v ab="$all_before" \
        -v l="$lint" -v c="$check" -v cb="$check_before" 'BEGIN {
      printf "| %s | %.1f | %.2f | %s | %.2f | %s |\n", head, f / 1e6, a / f, ab ? sprintf ("%.1f", a / ab) : "", c / l, cb ? sprintf ("%.1f", c / cb) : ""
    }'
    [ "$unknown" -eq 0 ] || failed=1
    if [[ $kind != relay* && $n -eq 8 ]] && awk -v f="$floor" -v a="$all" 'BEGIN { exit a <= 100 * f }'; then
      failed=1
    fi
    all_before=$all check_before=$check
  done
done
exit "$failed"
