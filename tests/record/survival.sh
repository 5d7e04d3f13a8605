#!/usr/bin/env bash
# survival.sh -- a trace has what happened up to the end of the program, however it ends;
# and what goes wrong with `record' is said.
source "$(dirname "$0")/common.sh"
here=$SOURCE/tests/record
compile "$here/ends.c" ends -O0 || exit 1

way () { # WAY MESSAGE
  ok "$1: recorded" record "$1.std" ./ends "$1"
  ok "$1: the order of events is a possible one" in_order "$1.std"
  ok "$1: and it was said: $2" grep -qF "$2" "$1.std.err"
  [ -n "$has_lines" ] || return
  is "$1: everything before is there" "$(counts "$1.std" '|w(before_the_end)')" 1000
}
way exit events
way _exit "ended with status 7"
way abort "signal 6"
way crash "signal 11"
way kill "signal 9"
way fork events
way exec events
way close events
if [ -n "$has_lines" ]; then
  is "a child is not in the trace of its parent" "$(counts fork.std in_the_child)" 0
  for way in fork exec close; do
    is "$way: the parent goes on" "$(counts $way.std '|w(after_the_child)')" 1000
  done
fi
ok "nothing is left over" test -z "$(find . -name 'phaselock-record.*')"

# The trace ends where the space does, and the program does not notice.
(ulimit -f 100; phaselock record -q -o full.std -- ./ends >/dev/null 2>full.err)
is "no more space: written all the same" "$?" 0
ok "no more space: said" grep -qF "there was no more space" full.err
ok "no more space: the order of events is a possible one" in_order full.std

expect 2 "a program that does not exist" phaselock record -- ./nothing
expect 2 "no program" phaselock record
expect 2 "a program that was not compiled so" phaselock record -- true
ok "it says what to do" grep -qF -- '-fsanitize=thread' <<<"$err"
ok "and writes no trace" test ! -e trace.std
expect 4 "nowhere to write" phaselock record -o nowhere/x.std -- ./ends
expect 0 "the default file" phaselock record -q -- ./ends
ok "the default file is trace.std" test -s trace.std
expect 0 "standard output" phaselock record -q -o - -- ./ends
ok "standard output has the trace" grep -q '^T0|fork(T1)|' <<<"$out"
# Words of the program that look like options are not ours.
printf '#include <stdio.h>\nint n; int main (int c, char **w) { n = c; return puts (w[c - 1]) < 0; }\n' >echo.c
compile echo.c echo
expect 0 "arguments" phaselock record -q -o echo.std -- ./echo -o --units
is "the program has its arguments" "$out" "--units"
# Without `record' a program with units and the recorder is just a program.
printf '#include <phaselock/unit.h>\nint main (void) { PHASELOCK_BEGIN (); PHASELOCK_END (); return 0; }\n' >unit.c
compile unit.c unit
ok "units without recording" ./unit
ok "units without the recorder" eval 'gcc -I"$SOURCE/trace/record" unit.c -o unit0 && ./unit0'
ok "units: recorded" phaselock record -q -o unit.std -- ./unit
is "units: begin and end" "$(cut -d'|' -f1,2 unit.std | tr '\n' ' ')" "T0|begin T0|end "
# SIGTERM is passed on.
printf '#include <signal.h>\n#include <unistd.h>\nint n; int main (void) { n = 1; write (1, "x", 1); for (;;) pause (); }\n' >wait.c
compile wait.c wait
mkfifo ready
"$PHASELOCK" record -o wait.std -- ./wait >ready 2>wait.err & waiting=$!
head -c 1 ready >/dev/null
kill "$waiting"
wait "$waiting"
is "SIGTERM ends the program, not the trace" "$?" 0
ok "SIGTERM: said" grep -qF 'signal 15' wait.err

# Standard output is closed: neither is the recording in its place for the program, nor for the trace.
cat >much.c <<'END'
#include <pthread.h>
#include <stdio.h>
volatile int x;
static void *run (void *a) { for (int i = 0; i < 20000; i++) x++; return a; }
int main (void) {
  pthread_t t; pthread_create (&t, 0, run, 0);
  for (int i = 0; i < 20000; i++) { x++; puts ("scribble scribble scribble"); }
  pthread_join (t, 0); return 0;
}
END
if compile much.c much; then
  expect 4 "-o - with standard output closed" bash -c '"$0" record -q -o - -- ./much >&-' "$PHASELOCK"
  ok "-o - with standard output closed: says so" grep -q "standard output" <<<"$err"
  expect 0 "-o FILE with standard output closed" bash -c '"$0" record -q -o much.std -- ./much >&-' "$PHASELOCK"
  is "-o FILE: all is in it" "$(grep -c '|w(x)|' much.std)" 40000
else
  skip "standard output closed" "it does not compile"
fi
done_testing
