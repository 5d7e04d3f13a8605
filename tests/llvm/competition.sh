#!/usr/bin/env bash
# competition.sh -- what a competition wants: property files, the word for the answer,
# witnesses of format 2.0, the tool-info module.
source "$(dirname "$0")/../lib/tap.sh"
here=$(cd "$(dirname "$0")" && pwd)
command -v clang >/dev/null || { echo "1..0 # SKIP there is no clang"; exit 0; }
"$PHASELOCK" llvm -q "$here/programs/counter.c" >/dev/null 2>"$scratch/why" || {
  grep -q 'no-llvm' "$scratch/why" && { echo "1..0 # SKIP built without LLVM"; exit 0; }; }
cd "$scratch" || exit 1
says () { case $out$err in *"$1"*) ;; *) printf '%s\n' "$out" "$err"; return 1 ;; esac; }

ok "the tool-info module" python3 "$here/tool_info.py" "$here/../../scripts/phaselock_svcomp.py"

echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' >unreach-call.prp
printf '\n  CHECK( init(main()), LTL(G ! data-race) )\n\n' >no-data-race.prp
echo 'CHECK( init(main()), LTL(G ! overflow) )' >no-overflow.prp
echo 'CHECK( init(other()), LTL(G ! call(__VERIFIER_error())) )' >other.prp
cat unreach-call.prp no-data-race.prp >both.prp
echo 'what?' >none.prp
cp "$here"/programs/{verifier-reach,counter,counter-fixed,threads-in-loop-fixed,division}.c .
cat >both.c <<'END'
#include <pthread.h>
extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);
int x, y;
float f;
void *work (void *a) { while (x < 1) x++; return a; }
int main (void)
{
  pthread_t t;
  int n = __VERIFIER_nondet_int (), m = __VERIFIER_nondet_int( );
  pthread_create (&t, 0, work, 0);
  if (n > 3 && m < 5)
    y = 1;
  if (m == 4) {
    if (!(n + m == 12)) return 0;
    if (x) reach_error ();
  }
  return 0;
}
END
answers () { # STATUS ANSWER PROPERTY PROGRAM
  expect "$1" "$4 and $3" "$PHASELOCK" check -q --property "$3.prp" --witness-format yaml -o "$4.$3.yml" "$4.c"
  ok "$2" test "${out##*$'\n'}" = "$2"
}
answers 10 "false(unreach-call)" unreach-call verifier-reach
answers 10 "false(unreach-call)" unreach-call both
answers 10 "false(no-data-race)" no-data-race both
answers 10 "false(no-data-race)" no-data-race counter
answers 0 true no-data-race counter-fixed
answers 0 true unreach-call counter-fixed
# An assertion is another function than reach_error; what goes wrong is neither.
answers 0 true unreach-call counter
answers 0 true unreach-call division
# Unknown is unknown: threads that the model does not have; a question that nobody asks.
answers 5 unknown no-data-race threads-in-loop-fixed
answers 5 unknown no-overflow counter
answers 5 unknown both counter
# A violation that may need values that the program never has is no answer.
sed 's/if (x)/if (x \&\& f > 2)/' both.c >float.c
answers 5 unknown unreach-call float
sed 's/int main/int other/' both.c >other.c
answers 10 "false(unreach-call)" other other
expect 2 "no property" "$PHASELOCK" check --property none.prp counter.c
ok "is said" says "no property file"
expect 2 "no file" "$PHASELOCK" check --property nowhere.prp counter.c
expect 2 "-p and --property" "$PHASELOCK" check -p race --property no-data-race.prp counter.c
expect 2 "two formats" "$PHASELOCK" check --format jsonl --witness-format yaml counter.c

# ---- Witnesses. ----
ok "the schema" python3 "$here/witness_schema.py" verifier-reach.unreach-call.yml \
  both.unreach-call.yml both.no-data-race.yml counter.no-data-race.yml other.other.yml
ok "no violation, no witness" test "$(cat counter-fixed.unreach-call.yml)" = "[]"
python3 "$here/witness_schema.py" --print both.unreach-call.yml >points
tail -n 6 points | sort >sorted
cat >wanted <<'END'
branching both.c:14 true
branching both.c:16 true
function_return both.c:10 \result == 4
function_return both.c:10 \result == 8
target both.c:16 
END
ok "values, ways and the target" bash -c 'sort points | grep -v "both.c:6" | diff - wanted'
ok "the loop of the other thread comes before" grep -q 'branching both.c:6 true' points
ok "a part of a condition, or what is negated, is no branching" bash -c '! grep -q "both.c:1[25]" points'
export SOURCE_DATE_EPOCH=86400
for n in 1 2; do "$PHASELOCK" check --witness-format yaml -p race counter.c >"w$n"; done
ok "the same bytes again" cmp w1 w2
ok "the time that was asked for" grep -q '1970-01-02T00:00:00Z' w1
"$PHASELOCK" check --witness-format yaml -p assert counter.c >w3
ok "an assertion is a call of another function" grep -q 'call(__assert_fail())' w3
sed -i 's/line: 20/line: 2000/' w3
expect 1 "the check of the schema checks" python3 "$here/witness_schema.py" w3
done_testing
