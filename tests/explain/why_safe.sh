#!/usr/bin/env bash
# why_safe.sh -- what explain says protects a safe query: each kind of reason, and that
# it is true.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"
models=$SOURCE/models/examples

because () { # NAME EXPECTED MODEL OPTION...: the reason, in one line
  local name=$1 expected=$2
  shift 2
  expect 0 "$name" phaselock explain "$@"
  is "$name: why" "$(tail -n +2 "$scratch/stdout" | tr -s ' \n' ' ' | sed 's/ $//')" "Because: $expected"
  expect 0 "$name, JSON" phaselock explain --format json "$@"
  is "$name, JSON: the same" "$(sed -E 's/.*"because":"(([^"\\]|\\.)*)".*/\1/' "$scratch/stdout")" "$expected"
}
# Removed: a lock is no longer there, and no place has a position.
without () { # LOCK MODEL
  sed -E 's/ *@"[^"]*"//g' "$2" | sed -E "s/sync $1 \{/choose {/; s/^( +)(un)?lock $1;/\1skip;/"
}

# ---- No process makes a step, or the steps of a thread. ----
printf '%s\n' 'field x, y;' 'process P { unit { read x; } unit { write x; } unit { write y; read x; } }' \
  'process Q { write x; }' >steps.eml
because "no such step" "no process reads y inside a unit (step 1 of the pattern)." steps.eml -p 2 -f y
because "not in one unit" "no process reads x and then writes x in one unit, as u has to." steps.eml -p 1 -f x
because "not twice" "no process reads x and then again in one unit, as u has to." steps.eml -p 2 -f x
because "no such step of these" "no process that may be u reads x inside a unit (step 1 of the pattern)." \
  steps.eml -p 1 -f x -P Q,P
printf '%s\n' 'field x, y; atomicset A { x } atomicset B { y }' 'process P { unit B { read x; write x; } unit A { write x; } }' \
  'process Q { write x; unit A { read y; } }' >sets.eml
because "in the unit of another set" "no process reads x inside a unit of A (step 1 of the pattern)." sets.eml -p 1 -f x
printf '%s\n' 'field x;' 'process P { unit { read x; write x; } }' 'process Q { unit { read x; } }' >alone.eml
because "one process for two" "there are no 2 different processes that can make the steps of u and u', one thread each." \
  alone.eml -p 1 -f x
{ sed 's/unit { read x; } unit { write x; }/unit { read x; write x; }/' steps.eml; } >together.eml
expect 10 "in one unit: no longer safe" phaselock check -q -p 1 -f x together.eml
sed 's/^process Q.*/process Q { write x; }/' alone.eml >two.eml
expect 10 "two processes: no longer safe" phaselock check -q -p 1 -f x two.eml

# ---- A lock that two would need. ----
because "stack-fixed" "Consumer[0] holds 's' (acquired at Stack.java:50) from step 1 to step 4 of the pattern, and Producer needs it (acquired at Stack.java:20) for step 2." \
  "$models/stack-fixed.eml" -p 12 -f count,data
without s "$models/stack-fixed.eml" >stack.eml
expect 10 "stack-fixed without it" phaselock check -q -p 12 -f count,data stack.eml
because "the engine does not matter" "Consumer[0] holds 's' (acquired at Stack.java:50) from step 1 to step 4 of the pattern, and Producer needs it (acquired at Stack.java:20) for step 2." \
  "$models/stack-fixed.eml" -p 12 -f count,data -e explicit
cat >calls.eml <<'END'
field x;
lock a, b;
proc change { read x; write x; }
process P {
  sync b {
    sync a { unit { call change; } }
  }
  sync a { unit { call change; } }
  sync a { unit { skip; call change; } }
}
process Q {
  lock a;
  write x;
  unlock a;
}
END
because "through calls, at several places" "P holds 'a' (acquired at calls.eml:6:5, calls.eml:8:3 and 1 more) from step 1 to step 3 of the pattern, and Q needs it (acquired at calls.eml:12:3) for step 2." \
  calls.eml -p 1 -f x
without a calls.eml >callsless.eml
expect 10 "through calls, without it" phaselock check -q -p 1 -f x callsless.eml
without b calls.eml >callsfree.eml
expect 0 "through calls, without another one" phaselock check -q -p 1 -f x callsfree.eml

# Reads and writes in place of accesses: one lock for all of them, or not.
echo 'automaton any (l) { threads u, v; u accesses l in unit; v accesses l; u accesses l in unit; u stays in unit from 1 to 3; }' >any.pa
printf '%s\n' 'field x; lock a, b;' 'process P { sync a { sync b { unit { read x; write x; } } } }' \
  'process Q { choose { sync a { read x; } } or { sync a { write x; } } }' >any.eml
because "accesses" "P holds 'a' (acquired at any.eml:2:13) from step 1 to step 3 of the pattern, and Q needs it (acquired at any.eml:3:22, any.eml:3:48) for step 2." \
  any.eml -a any.pa -p any -f x
sed 's/or { sync a/or { sync b/' any.eml >any-two.eml
because "accesses with different locks" "'a' and 'b' together prevent it, and without either one some interleaving would match." \
  any-two.eml -a any.pa -p any -f x

# Several choices of processes.
{ cat calls.eml
  for p in R S T; do echo "process $p { sync a { write x; } }"; done; } >many.eml
expect 0 "several choices" phaselock explain many.eml -p 1 -f x
is "several choices: three, and the rest is counted" "$(grep -cE '^(Because: w|W)ith u = P, u. = [QRST], P holds' <<<"$out")/$(grep -c '^In the same way, one lock prevents it for 1 more choice of processes.$' <<<"$out")" 3/1

# ---- Locks that are enough. ----
cat >either.eml <<'END'
field x;
lock a, b, c;
process P {
  choose {
    sync a { unit { read x; write x; } }
  }
  or {
    sync b { unit { read x; write x; } }
  }
  sync c { skip; }
}
process Q {
  sync c {
    sync a {
      sync b { write x; }
    }
  }
}
END
because "two locks" "'a' and 'b' together prevent it, and without either one some interleaving would match." \
  either.eml -p 1 -f x
for engine in bdd explicit; do
  because "two locks, $engine" "'a' and 'b' together prevent it, and without either one some interleaving would match." \
    either.eml -p 1 -f x -e $engine
done
for lock in a b; do
  without $lock either.eml >less.eml
  expect 10 "two locks, without $lock" phaselock check -q -p 1 -f x less.eml
done
without c either.eml >free.eml
expect 0 "two locks, without c" phaselock check -q -p 1 -f x free.eml
because "buffer-fixed" "'mutex' alone prevents it, and without it some interleaving would match." \
  "$models/buffer-fixed.eml" -p 2 -f count
without mutex "$models/buffer-fixed.eml" >buffer.eml
expect 10 "buffer-fixed without it" phaselock check -q -p 2 -f count buffer.eml
# Two locks around each access where one would do.
sed -E 's/c;/c, d;/; s/sync a \{ (unit.*)/sync a { sync c { \1 }/; s/sync b \{ (unit.*)/sync b { sync d { \1 }/
  s/sync b \{ write x; \}/sync b { sync d { write x; } }/' either.eml >spare.eml
because "locks to spare" "'c' and 'd' together prevent it, but other locks would also do." spare.eml -p 1 -f x
sed 's/sync c {/choose {/' spare.eml >spareless.eml
expect 0 "locks to spare: without one of them" phaselock check -q -p 1 -f x spareless.eml
# Some choices of processes by one lock, the rest by several.
{ cat either.eml; echo 'process R { sync c { write x; } }'
  echo 'process S { sync c { unit { read x; write x; } } }'; } >mixed.eml
expect 10 "mixed: without -P" phaselock explain mixed.eml -p 1 -f x
sed '/^process R/d' mixed.eml >mixed-safe.eml
sed -i 's/^process S { sync c/process S { sync a { sync b/; s/^process S.*/& }/' mixed-safe.eml
expect 0 "mixed" phaselock explain mixed-safe.eml -p 1 -f x
says "mixed: by one lock" "Because: with u = S, u' = Q, S holds 'a' (acquired at mixed-safe.eml:"
says "mixed: the rest" "That leaves 3 choices of processes; for all choices, 'a' and 'b' together
  prevent it, and without either one some interleaving would match."
# Many locks: more than are tried one by one.
{ sed 's/^lock .*/&/; /^lock/q' either.eml | sed "s/c;/c$(printf ', l%s' $(seq 100));/"
  sed '1,2d; s/sync c { skip; }/&'"$(printf ' sync l%s { skip; }' $(seq 100))"'/' either.eml; } >hundred.eml
because "a hundred locks" "'a' and 'b' together prevent it, and without either one some interleaving would match." \
  hundred.eml -p 1 -f x
# None at all.
echo 'automaton order (l, m) { threads u, v; u reads l; v writes l; u writes m; }' >order.pa
printf '%s\n' 'field x, y; lock a;' 'process P { sync a { write y; read x; } }' 'process Q { sync a { write x; } }' >order.eml
because "no lock" "no order of the steps is possible whatever the locks: without any lock it is safe, too." \
  order.eml -a order.pa -p order -f x,y
without a order.eml | sed 's/sync a {/choose {/g' >unlocked.eml
expect 0 "no lock: without any" phaselock check -q -a order.pa -p order -f x,y unlocked.eml
done_testing
