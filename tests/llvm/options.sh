#!/usr/bin/env bash
# options.sh -- options for C, messages for what cannot be read, statuses, positions, notes.
source "$(dirname "$0")/../lib/tap.sh"
here=$(cd "$(dirname "$0")" && pwd)
command -v clang >/dev/null || { echo "1..0 # SKIP there is no clang"; exit 0; }
"$PHASELOCK" llvm -q "$here/programs/counter.c" >/dev/null 2>"$scratch/why" || {
  grep -q 'no-llvm' "$scratch/why" && { echo "1..0 # SKIP built without LLVM"; exit 0; }; }
cd "$scratch" || exit 1
says () { case $out$err in *"$1"*) ;; *) printf '%s\n' "$out" "$err"; return 1 ;; esac; }

# ---- What cannot be read. ----
echo 'int main (void) { return x; }' >bad.c
expect 2 "C that does not compile" "$PHASELOCK" check bad.c
ok "clang says why, and we say it" says "does not compile it: bad.c:1:26: error: use of undeclared identifier 'x' [not-compiled]"
expect 2 "no compiler" "$PHASELOCK" check --clang ./nowhere "$here/programs/counter.c"
ok "which one" says "nowhere"
echo 'BC and no bitcode' >broken.bc
expect 2 "no bitcode" "$PHASELOCK" check broken.bc
ok "that is said" says "[bad-bitcode]"
clang -emit-llvm -c "$here/programs/counter.c" -o whole.bc
head -c 900 whole.bc >half.bc
expect 2 "half of it" "$PHASELOCK" check half.bc
ok "that is said, too" says "[bad-bitcode]"
echo 'int x;' >nothing.c
expect 2 "no main" "$PHASELOCK" check nothing.c
ok "--main is named" says "--main"
expect 2 "no such file" "$PHASELOCK" check nowhere.c

# ---- Options. ----
"$PHASELOCK" check --format jsonl -p race "$here/programs/counter.c" >race.jsonl
ok "a race of a program's own threads is not minor" grep -q '"rank":{"kind":"other"' race.jsonl
sed 's/^main/other/' "$here/programs/counter.c" >other.c
expect 10 "--main" "$PHASELOCK" check -q --main other other.c
printf '#include "extra.h"\nint main (void) { return MORE; }\n' >include.c
mkdir include; echo '#define MORE 0' >include/extra.h
expect 0 "--cflags" "$PHASELOCK" check -q --cflags "-I include -DLESS" include.c
mkdir folder; cp "$here/programs/counter.c" bad.c folder
printf 'field f;\nprocess P { write f; }\n' >folder/p.eml
expect 0 "C below a folder is left alone" "$PHASELOCK" check -q folder
cp "$here/programs/threads-in-loop-fixed.c" .
expect 0 "--notes" "$PHASELOCK" check --notes --threads 3 threads-in-loop-fixed.c
ok "the number of threads is in the note" says "the model has the first 3 of them [threads]"
ok "and its line" says "threads-in-loop-fixed.c:23: may miss"
ok "nothing is called safe" says "4 queries, 4 no violation found"
expect 5 "--strict" "$PHASELOCK" check -q --strict threads-in-loop-fixed.c

# ---- What a person sees. ----
cp "$here/programs/counter.c" .
expect 10 "explain" "$PHASELOCK" explain -p assert counter.c
ok "the assertion" says "VIOLATION  assert (x == 2)"
ok "lines of C" says "counter.c:8"
ok "it was replayed" says "Replayed: yes"
sed 's/unit"))) void add/none"))) void add/' "$here/programs/unit.c" >plain.c
expect 10 "--units" "$PHASELOCK" check -q --units 'ad*' plain.c
ok "the pattern" says "VIOLATION  pattern 1"

# ---- Models. ----
expect 0 "llvm" "$PHASELOCK" llvm -q -o peterson.eml "$here/programs/peterson.c"
expect 10 "the model has the races" "$PHASELOCK" check -q peterson.eml
ok "and no assertion fails" says "2 violations, 30 safe"
expect 0 "atomic blocks that several ways lead to are written" "$PHASELOCK" llvm -q -o exchange.eml "$here/programs/compare-exchange.c"
expect 0 "and can be read" "$PHASELOCK" check -q -p assert exchange.eml
expect 0 "certificates" "$PHASELOCK" check -q --certificate fixed.cert "$here/programs/counter-fixed.c"
expect 0 "certify" "$PHASELOCK" certify "$here/programs/counter-fixed.c" fixed.cert
expect 0 "lint" "$PHASELOCK" lint "$here/programs/counter-fixed.c"
expect 0 "batch" "$PHASELOCK" batch -q -o batch.jsonl "$here/programs/counter.c" "$here/programs/counter-fixed.c"
ok "the same verdicts" grep -q '"question":"race".*"verdict":"violation"' batch.jsonl
# ---- Calls that cannot all be inlined. ----

calls() { # each of 20 functions calls the next three times
  echo '#include <pthread.h>'
  echo 'int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;'
  echo "void f20 (int n) { $1 }"
  for ((i = 19; i >= 0; i--)); do
    echo "void f$i (int n) { f$((i + 1)) (n + 1); if (n > 3) f$((i + 1)) (n - 1); f$((i + 1)) (n); }"
  done
  echo 'void *work (void *a) { x = 1; return a; }'
  echo 'int main (void) { pthread_t t; pthread_create (&t, 0, work, 0); f0 (0); return 0; }'
}
calls 'x = n;' >many.c
expect 10 "functions that would be too many are procedures" "$PHASELOCK" check -q -p race -f x many.c
ok "and what they do is found" says "VIOLATION  race  x"
calls 'pthread_mutex_lock (&m); x = n; pthread_mutex_unlock (&m);' >many.c
expect 10 "those that lock, too" "$PHASELOCK" check -q -p race -f x many.c
calls 'pthread_t t; pthread_create (&t, 0, (void *(*) (void *)) 0, 0);' >many.c
expect 2 "those that create threads are not" "$PHASELOCK" check -q many.c
ok "and that is said" says "too-large"

cat >cells.c <<'END'
#include <pthread.h>
pthread_spinlock_t many[5000];
int x;
void *work (void *a)
{ pthread_spin_lock (&many[*(int *) a]); x = 1; pthread_spin_unlock (&many[*(int *) a]); return a; }
int main (void)
{ pthread_t t; int n = 3; pthread_create (&t, 0, work, &n); work (&n); pthread_join (t, 0); return 0; }
END
expect 0 "locks that are too many" "$PHASELOCK" check -q --notes -p race -f x cells.c
ok "are left out, with a gap" says "which is left out [large-array]"

expect 10 "a program without globals" "$PHASELOCK" check "$here/programs/argc.c"
ok "and its assertion" says "VIOLATION  assert"

# ---- Several files: compile_commands.json. ----
mkdir -p several/inc several/src several/build
cat >several/inc/queue.h <<'END'
#include <pthread.h>
struct queue { pthread_mutex_t lock; int length; };
extern struct queue queue;
void put (void);
int length (void);
END
cat >several/src/queue.c <<'END'
#include "queue.h"
struct queue queue = { PTHREAD_MUTEX_INITIALIZER, START };
void put (void) { pthread_mutex_lock (&queue.lock); queue.length++; pthread_mutex_unlock (&queue.lock); }
int length (void) { return queue.length; }
END
cat >several/src/app.c <<'END'
#include <assert.h>
#include "queue.h"
static void *work (void *x) { put (); return x; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  int n = length ();
  pthread_join (t, 0);
  assert (length () == START + 1);
  return n;
}
END
# A file that is not where the compiler is run, options that only say where output goes, a text in quotes.
commands () { # FILE...
  local before='['
  for file; do
    printf '%s {"directory": "%s/several/build", "file": "../src/%s", "command": "gcc -O3 -Wall -Werror -I ../inc \\"-DSTART=3\\" -MD -MF x.d -o x.o -c ../src/%s"}' "$before" "$PWD" "$file" "$file"
    before=','
  done
  echo ']'
}
commands queue.c app.c >several/compile_commands.json
expect 10 "a program in two files" "$PHASELOCK" check -q several/compile_commands.json
python3 - several/compile_commands.json <<'END'
import json, os, sys
rows = json.load(open(sys.argv[1]))
for row in rows:
    row.pop('command')
    row['arguments'] = ['cc', '-Wno-everything', '-I../inc', '-DSTART=3', '-c', '-o', 'x.o', row['file']]
    row['file'] = os.path.realpath(os.path.join(row['directory'], row['file']))
json.dump(rows, open('several/bear_compile_commands.json', 'w'))
END
expect 10 "... as bear writes it" "$PHASELOCK" check -q several/bear_compile_commands.json
ok "... its race" says "VIOLATION  race  queue.length  u = work, u' = main"
expect 10 "a program in two files, again" "$PHASELOCK" check -q several/compile_commands.json
ok "its race" says "VIOLATION  race  queue.length  u = work, u' = main"
ok "and nothing else" says 'queries, 1 violation, '
ok "nothing is left behind" test -z "$(ls several/build)"
sed 's/START + 1/START + 2/' several/src/app.c >several/src/tool.c
commands app.c queue.c tool.c >several/compile_commands.json
expect 2 "two programs" "$PHASELOCK" check -q several/compile_commands.json
ok "are told apart" says 'choose a program by compile_commands.json!../src/tool.c'
expect 10 "by the file with main" "$PHASELOCK" check -q -p assert 'several/compile_commands.json!tool.c'
ok "whose assertion fails" says 'VIOLATION  assert'
expect 10 "by its whole path" "$PHASELOCK" check -q -p assert "several/compile_commands.json!$PWD/several/src/tool.c"
expect 10 "SARIF" "$PHASELOCK" check -q -p race --format sarif --root several 'several/compile_commands.json!tool.c'
ok "has the files of the program" says '"uri":"src/queue.c"'
expect 0 "not that of the other" "$PHASELOCK" check -q -p assert 'several/compile_commands.json!app.c'
cp several/src/queue.c several/src/again.c
commands app.c queue.c again.c >several/compile_commands.json
expect 2 "defined twice" "$PHASELOCK" check -q several/compile_commands.json
ok "which is said" says 'define the same thing twice'
commands queue.c >several/compile_commands.json
expect 2 "no main" "$PHASELOCK" check -q several/compile_commands.json
ok "which is said" says 'has the main of a program'
echo '{' >several/compile_commands.json
expect 2 "no JSON" "$PHASELOCK" check -q several/compile_commands.json
echo '[1, {"file": 2}]' >several/compile_commands.json
expect 2 "no rows" "$PHASELOCK" check -q several/compile_commands.json
done_testing
