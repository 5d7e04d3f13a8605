#!/usr/bin/env bash
# explicit.sh -- the explicit engine and Spin on the same models, in one run: states stored, bytes
# of a state, seconds; the worst ratio of states first.
#
#     bench/explicit.sh [MODEL...]     models/data/*-fixed.eml and larger ones by default
#
# Spin gets what `dump --what promela' writes, with its partial-order reduction, and looks for
# assertions; we look for races, deadlocks and access predicates in the same search. Bytes are
# Spin's state vector, and ours; what both need to find a state again is left out. Fails if a model
# with locks and three processes or more takes us more states than Spin, a state more than twice the
# bytes, or all of them together more time. Installs Spin where it may.
source=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$source/_build}
if ! command -v spin >/dev/null; then
  apt-get install -y spin >/dev/null 2>&1 || { echo "explicit.sh: there is no spin" >&2; exit 2; }
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
make -s -C "$build" tests/explicit/data || exit

# The counter of Flanagan and Qadeer, with THREADS that call CALLS methods each.
counter () { # THREADS CALLS
  sed "s/process Thread\[2\]/process Thread[$1]/
       s/  while (\*) {/  int(4) calls = 0;\n  while (calls < $2) {\n    calls += 1;/" "$source/models/data/counter-fixed.eml"
}
models=("$@")
if [ $# = 0 ]; then
  models=("$source"/models/data/*-fixed.eml)
  for size in 2,3 3,2 3,3; do
    counter "${size%,*}" "${size#*,}" >"$scratch/counter-${size/,/x}.eml"
    models+=("$scratch/counter-${size/,/x}.eml")
  done
fi

spin_run () { # MODEL: states, bytes, seconds
  ( cd "$scratch" && rm -f pan*
    "$build/phaselock" dump --what promela "$1" >model.pml 2>/dev/null || exit
    spin -a model.pml >/dev/null 2>&1 && gcc -O2 -w -fwrapv -DSAFETY -DMEMLIM=4000 -o pan pan.c || exit
    timeout 300 ./pan -E -m5000000 >out 2>&1
    awk '/^State-vector/ { bytes = $2 } /states, stored/ { states = $1 }
         /elapsed time/ { seconds = $4 } END { print states, bytes, seconds + 0 }' out )
}
our_run () { # MODEL: states, bytes, seconds
  local states bytes begin end
  begin=$(date +%s.%N)
  "$build/phaselock" check -q -e explicit -p race,deadlock,assert,exclusive "$1" >/dev/null 2>&1
  end=$(date +%s.%N)
  read -r states bytes < <("$build/tests/explicit/data" "$1" | sed -nE 's/^# states: ([0-9]+) with.*; ([0-9]+) bytes.*/\1 \2/p')
  echo "$states $bytes $(awk "BEGIN { print $end - $begin }")"
}

for model in "${models[@]}"; do
  read -r processes locks < <("$build/phaselock" lint "$model" 2>/dev/null |
    sed -nE 's/.*ok: ([0-9]+) process[a-z]*, ([0-9]+) lock.*/\1 \2/p')
  read -r theirs their_bytes their_seconds < <(spin_run "$model")
  read -r ours our_bytes our_seconds < <(our_run "$model")
  [ -n "$theirs" ] && [ -n "$ours" ] || { echo "explicit.sh: $model: no result" >&2; continue; }
  echo "$(awk "BEGIN { print $ours / $theirs }") $(basename "$model" .eml) $processes $locks $theirs $ours $their_bytes $our_bytes $their_seconds $our_seconds"
done | sort -rn >"$scratch/rows"

awk '
  BEGIN { print "| model | processes | locks | Spin: states | ours | ratio | Spin: bytes a state | ours | Spin: s | ours |"
          print "|---|---|---|---|---|---|---|---|---|---|" }
  { printf "| %s | %d | %d | %d | %d | %.3f | %d | %d | %.2f | %.2f |\n", $2, $3, $4, $5, $6, $1, $7, $8, $9, $10
    theirs += $9; ours += $10
    if ($3 >= 3 && $4 > 0 && $1 >= 1) bad = bad "\n" $2 ": more states than Spin"
    if ($8 > 2 * $7) bad = bad "\n" $2 ": more than twice the bytes a state" }
  END { printf "\nIn all: Spin %.2f s, ours %.2f s\n", theirs, ours
        if (ours > theirs) bad = bad "\nslower than Spin in all"
        if (bad) { print "FAILED:" bad; exit 1 } }' "$scratch/rows"
