#!/usr/bin/env bash
# hostile.sh -- programs that no C compiler makes: what LLVM's verifier lets through is
# read, or refused, and what cannot be followed is a gap; nothing crashes.
#
#     hostile.sh [FIRST LAST]   random edits of programs/ with these seeds; a few by default
source "$(dirname "$0")/../lib/tap.sh"
here=$(cd "$(dirname "$0")" && pwd)
command -v clang >/dev/null || { echo "1..0 # SKIP there is no clang"; exit 0; }
"$PHASELOCK" llvm -q "$here/programs/counter.c" >/dev/null 2>"$scratch/why" || {
  grep -q 'no-llvm' "$scratch/why" && { echo "1..0 # SKIP built without LLVM"; exit 0; }; }

# The first line of each file says what is not looked at.
for file in "$here"/hostile/*.ll "$here"/hostile/*.c; do
  gap=$(sed -n '1s/^[^a-z]*\([a-z-]*\):.*/\1/p' "$file")
  name=$(basename "$file")
  expect 0 "$name" "$PHASELOCK" check "$file"
  ok "$name: not looked at: $gap" grep -q "not looked at:.*$gap" <<<"$out"
done

# Random edits: read or refused.
survives () {
  python3 "$here/mutate.py" "$1" "$2" >"$scratch/edited.ll" || return 1
  timeout 60 "$PHASELOCK" llvm -q "$scratch/edited.ll" >/dev/null 2>"$scratch/says"
  case $? in 0 | 2 | 124) ;; *) cat "$scratch/says"; echo "the program: mutate.py PROGRAM.ll $2"; return 1 ;; esac
}
programs=("$here"/programs/*.c)
for seed in $(seq "${1:-1}" "${2:-24}"); do
  program=${programs[$((seed * 7 % ${#programs[@]}))]}
  clang -O0 -Xclang -disable-O0-optnone -emit-llvm -S -o "$scratch/program.ll" "$program" 2>/dev/null || continue
  ok "$(basename "$program" .c), edited with seed $seed" survives "$scratch/program.ll" "$seed"
done
done_testing
