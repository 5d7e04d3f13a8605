#!/usr/bin/env bash
# mutate.sh -- break the engines in small ways, and see that it is noticed.
#
#     mutate.sh [NAME...]      all of `mutants', or those named
#
# Each mutant is built in a copy of the sources, where only what it changes is
# compiled again, and decides random queries until it disagrees with somebody,
# dies, or has used up its time; then the regressions.  Prints a table; with KEEP=FOLDER the smallest
# model that told each mutant from the others is stored there.  Exit status 1 if
# one was not noticed.  Run by `make check-mutations' with SOURCE set.
#
# MUTANT_SECONDS (default 120): time of one.  MUTANT_SEED (default 1).
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
: "${SOURCE:=$(cd "$here/../.." && pwd)}" "${MUTANT_SECONDS:=120}" "${MUTANT_SEED:=1}" "${KEEP:=}"
unset MAKEFLAGS MFLAGS MAKELEVEL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source" "$work/build" "$work/found"
tar -C "$SOURCE" --exclude=./_build --exclude=./.git --exclude=autom4te.cache -cf - . | tar -C "$work/source" -xf - || exit 2
program=tests/differential/differential
data_program=tests/explicit/data
movers_program=tests/ic3/movers
pdr_program=tests/ic3/pdr
referee_program=tests/referee/compare

echo "building..." >&2
cd "$work/build" || exit 2
"$work/source/configure" --quiet CFLAGS='-O1' >"$work/log" 2>&1 &&
  make -j"$(nproc)" "$program" "$data_program" "$movers_program" "$pdr_program" "$referee_program" >>"$work/log" 2>&1 || { tail -20 "$work/log"; exit 2; }

missed=0 caught=0
printf '| engine | mutant | what breaks | noticed by | queries |\n|---|---|---|---|---|\n'
while IFS='|' read -r engine name file change what; do
  case $engine in ''|'#'*) continue;; esac
  # A substitution may contain the separator: it ends at the last slash.
  rest=$change'|'$what
  what=${rest##*/|} change=${rest%/|*}/
  if [ $# -gt 0 ]; then
    case " $* " in *" $name "*) ;; *) continue;; esac
  fi
  target=$work/source/$file
  cp -p "$target" "$work/original"
  perl -0777 -pi -e "$change" "$target"
  row="| $engine | $name | $what |"
  if cmp -s "$target" "$work/original"; then
    echo "$row DOES NOT APPLY | |"; missed=$((missed + 1)); continue
  fi
  touch "$target"
  case $engine in data) wanted=$data_program;; reductions) wanted=$movers_program;; pdr) wanted=$pdr_program;; codes|bmc) wanted=$referee_program;; *) wanted=$program;; esac
  if ! make "$wanted" >"$work/log" 2>&1; then
    echo "$row DOES NOT COMPILE | |"; missed=$((missed + 1))
  elif [ "$engine" = codes ]; then
    # Until the referee, or the replay, disagrees.
    if timeout "$MUTANT_SECONDS" "$referee_program" --seed="$MUTANT_SEED" --queries=3000 >"$work/log" 2>&1 &&
       "$referee_program" "$SOURCE"/tests/referee/regressions/*.eml >"$work/log" 2>&1; then
      echo "$row NOTHING | 3000 |"; missed=$((missed + 1))
    else
      caught=$((caught + 1))
      echo "$row $(grep -c ' says \| died ' "$work/log") verdicts of $referee_program | 3000 |"
    fi
  elif [ "$engine" = bmc ]; then
    # Models that hand values over; then those on which bmc was wrong once.
    timeout "$MUTANT_SECONDS" "$referee_program" --parties=bmc --family=handover --fail-fast --seed="$MUTANT_SEED" --queries=50000 >"$work/log" 2>&1
    how=$(grep -m1 -o ' says .*\| died .*' "$work/log")
    for model in "$SOURCE"/tests/bmc/*.eml; do
      [ -n "$how" ] || "$referee_program" --parties=bmc "$model" >/dev/null 2>&1 || how="regression ${model##*/}"
    done
    if [ -n "$how" ]; then caught=$((caught + 1)); else missed=$((missed + 1)); fi
    echo "$row ${how:-NOTHING} | $(sed -n 's/.*, \([0-9]*\) queries.*/\1/p' "$work/log") |"
  elif [ "$wanted" != "$program" ]; then
    if "$wanted" >"$work/log" 2>&1; then
      echo "$row NOTHING | |"; missed=$((missed + 1))
    else
      caught=$((caught + 1))
      echo "$row $(grep -c '^not ok' "$work/log") checks of $wanted | |"
    fi
  else
    rm -f "$work"/found/*
    # Mutants of the engines that every campaign asks are soon noticed by a
    # light one; the others need all parties.
    case $engine in antichain|explicit) effort=--light;; *) effort=;; esac
    # Numbers of the older mutants stay comparable if no model has life cycles.
    case $engine in lives) effort=--lives=100;; *) effort="$effort --lives=0";; esac
    "$program" --fail-fast $effort --seed="$MUTANT_SEED" --seconds="$MUTANT_SECONDS" --keep="$work/found" >"$work/log" 2>&1
    how=$(sed -n 's/^# \(disagreement\|death\|invalid\), seed.*/\1/p' "$work/log" | head -1)
    # What random models do not show, one that was made for it may.
    if [ -z "$how" ]; then
      how=$("$program" --regressions="$SOURCE/tests/differential/regressions" 2>/dev/null |
        sed -n 's/^not ok [0-9]* - \(.*\)\.eml.*/regression \1/p' | head -1)
    fi
    queries=$(sed -n 's/^# [0-9]* models, \([0-9]*\) queries.*/\1/p' "$work/log" | tail -1)
    if [ -n "$how" ]; then
      caught=$((caught + 1))
      echo "$row $how | $queries |"
      if [ -n "$KEEP" ]; then
        for suffix in eml pa; do
          cp "$work"/found/seed-*.$suffix "$KEEP/$name.$suffix" 2>/dev/null
        done
      fi
    else
      missed=$((missed + 1))
      echo "$row NOTHING | $queries |"
    fi
  fi
  # Newer than what was built from the mutant.
  cp "$work/original" "$target"
  touch "$target"
done <"$here/mutants"
echo "$caught noticed, $missed not" >&2
[ "$missed" = 0 ]
