#!/usr/bin/env bash
# confirm.sh -- violations of C happen when the program is run, with its threads held where the witness has
# them; what does not happen has a reason, and nothing is left running.
source "$(dirname "$0")/../lib/tap.sh"
here=$(cd "$(dirname "$0")" && pwd)
command -v clang >/dev/null || { echo "1..0 # SKIP there is no clang"; exit 0; }
"$PHASELOCK" llvm -q "$here/programs/counter.c" >/dev/null 2>"$scratch/why" || {
  grep -q 'no-llvm' "$scratch/why" && { echo "1..0 # SKIP built without LLVM"; exit 0; }; }
export TMPDIR=$scratch/tmp; mkdir "$TMPDIR"; cd "$scratch" || exit 1
says () { case $out$err in *"$1"*) ;; *) printf '%s\n' "$out" "$err"; return 1 ;; esac; }

# A verdict that needs what nobody gives the program (arguments of main, a weak exchange that fails), that has no
# effect that could be seen (an index outside of its array), or that stands in the middle of a copy, or after the
# end of what a thread runs (the destructor of a key), or in the library (what nanosleep reads).
unseen='^(argc|array-outside|block-race|key-destructor|stack|thread-chosen|time-written|weak-exchange)\.c$'
expect 10 "all programs" "$PHASELOCK" confirm -q --confirm-time 1000 "$here"/programs/*.c
tell () { # PROGRAM GRADES...: the lines of its findings
  local program=$1 seen; shift; seen=$*
  if grep -qE "$unseen" <<<"$program"; then ok "$program: told" test -n "$seen"
  else ok "$program: ${seen// /, }" test -z "$(tr ' ' '\n' <<<"$seen" | grep -vxE 'HARMFUL|EXECUTED')"; fi
}
program= grades=
while read -r first second _; do
  case $first in
    */*.c:) [ -z "$program" ] || tell "$program" $grades; program=$(basename "${first%:}") grades= ;;
    HARMFUL | EXECUTED) grades+=" $first" ;;
    NOT) grades+=" NOT-$second" ;;
  esac
done <<<"$out"
tell "$program" $grades
ok "most are harmful or executed" test "$(grep -cE '^(HARMFUL|EXECUTED)' <<<"$out")" -gt 95
ok "an assertion" grep -qA1 '^HARMFUL  assert' <<<"$out"
ok "a deadlock" says "the threads wait for each other, and will for ever"
ok "a race" says "were about to access address"
ok "division by zero" says "signal 8"
ok "no folder is left" test -z "$(ls "$TMPDIR")"

cp "$here/programs/counter.c" .
expect 10 "--confirm" "$PHASELOCK" check --confirm counter.c
ok "is told with the finding" says "the assertion failed, in main"
expect 10 "records" "$PHASELOCK" check --confirm --format jsonl counter.c
ok "have the grade" says '"grade":"harmful"'

# What the model takes for any value, and a program that has another.
cat >input.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
int x;
void *work (void *a) { x = getchar (); return a; }
int main (void) { pthread_t t; pthread_create (&t, 0, work, 0); pthread_join (t, 0); assert (x != 77); return 0; }
END
expect 10 "a value that the program has not" "$PHASELOCK" confirm -q input.c
ok "is not executed" says "NOT EXECUTED"
ok "and why" says "all its steps happened, and then nothing followed from them"
clang -emit-llvm -g -c counter.c -o counter.bc
expect 10 "bitcode" "$PHASELOCK" confirm -q counter.bc
ok "has no hooks" says "what was compiled already has no hooks"
done_testing
