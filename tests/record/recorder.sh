#!/usr/bin/env bash
# recorder.sh -- recorded programs behave as they did, and their traces are possible
# executions: locks alternate, forks precede, every event has a line.
source "$(dirname "$0")/common.sh"
here=$SOURCE/tests/record

recorded () { # NAME TRACE PROGRAM...
  local name=$1 trace=$2; shift 2
  ok "$name: recorded" record "$trace" "$@"
  ok "$name: the order of events is a possible one" in_order "$trace"
}
own_lines () { # NAME TRACE FILE: every location is a line of FILE
  [ -n "$has_lines" ] || { skip "$1: lines" "no libdw"; return; }
  ok "$1: every event has a line of $3" test -z "$(cut -d'|' -f3 "$2" | grep -vE "$3:[0-9]+\$")"
}

# Every kind of lock, by name.
ok "locks.c is compiled" compile "$here/locks.c" locks
recorded "locks" locks.std ./locks
is "the program printed what it prints" "$(cat locks.std.out)" "120 60 60"
own_lines "locks" locks.std locks.c
if [ -n "$has_lines" ]; then
  # 3 threads, 20 rounds: the recursive lock is taken once for each round.
  is "a recursive lock is taken once" "$(counts locks.std 'acq(recursive)')" 60
  is "and given back once" "$(counts locks.std 'rel(recursive)')" 60
  is "what was not taken is not given back" "$(counts locks.std '(checked)')" 0
  is "readers have locks of their own" "$(counts locks.std '|acq(shared@T')" 240
  is "a writer takes all of them" "$(counts locks.std '|acq(shared)|')" 60
  is "a spin lock" "$(counts locks.std 'acq(spin)')" 60
  is "a mutex of C11" "$(($(counts locks.std 'w(by_c11)') == 60 && $(counts locks.std 'acq(c11)') >= 60))" 1
  is "once, once" "$(counts locks.std 'w(by_once)')" 1
  is "three forks, three joins" "$(counts locks.std '|fork(') $(counts locks.std '|join(')" "3 3"
  ok "an atomic variable is its own lock" grep -qF 'acq(counter)' locks.std
  expect 0 "no race" phaselock trace -q locks.std
fi

# Names of variables.
ok "memory.c is compiled" compile "$here/memory.c" memory -O0
recorded "memory" memory.std ./memory
if [ -n "$has_lines" ]; then
  # Two fields that are also copied together; a range; a static variable of a function.
  for name in 'w(whole)' 'w(pairs[1].first)' 'w(pairs[1].second)' 'r(pairs[1].first)' 'r(pairs[1].second)' 'w(table.[0])' 'w(table.[2])' \
              'w(table.[3])' 'w(shop.stock/left)' 'w(shop.open)' 'w(either.u)' 'w(calls~0)' 'new(heap1)' 'w(heap1.4)'; do
    ok "memory: $name" grep -qF "$name" memory.std
  done
  is "memory: an object at an old address has its name" "$(counts memory.std 'new(heap1)')" 2
  is "memory: a cell of a table is written by the range and by itself" "$(counts memory.std 'w(table.[2])')" 2
fi

# C++, and units that are functions.
if command -v g++ >/dev/null; then
  ok "objects.cc is compiled" compile "$here/objects.cc" objects
  ok "objects: recorded with units" phaselock record -q --units 'Queue::*' -o objects.std -- ./objects
  ok "objects: the order of events is a possible one" in_order objects.std
  own_lines "objects" objects.std objects.cc
  if [ -n "$has_lines" ]; then
    is "objects: push and pop are units" \
      "$(counts objects.std 'begin(Queue::push)') $(counts objects.std 'end(Queue::pop)')" "10 10"
    # A pop that waits for a push is cut in two: status 0 or 10, as the threads ran.
    phaselock trace --atomicity objects.std >objects.out 2>&1
    ok "objects: 'trace' needs not be told what they are" grep -q ' 20 units: ' objects.out
    ok "objects: names of C++" grep -qF 'w(depot::stock)' objects.std
    expect 0 "objects: no race" phaselock trace -q objects.std
    expect 2 "objects: no function fits" phaselock record -q --units 'Stack::*' -o none.std -- ./objects
    ok "objects: no function fits: says so" grep -qF 'Stack::*: error: --units: no function that was called fits' <<<"$err"
    ok "objects: no function fits: there is a trace" grep -qF 'w(depot::stock)' none.std
  fi
else skip "C++" "no g++"; fi

# Linked as usual: then `record' puts itself before ThreadSanitizer's runtime.
if gcc -g -O1 -w -fsanitize=thread "$here/locks.c" -o usual 2>/dev/null; then
  recorded "linked with ThreadSanitizer" usual.std ./usual
  ok "linked with ThreadSanitizer: no race" phaselock trace -q usual.std
else skip "linked with ThreadSanitizer" "no libtsan"; fi
if command -v clang >/dev/null; then
  # shellcheck disable=SC2086
  ok "clang compiles with the same hooks" eval "clang -g -O1 -w -fsanitize=thread -c '$here/locks.c' -o c.o && gcc c.o -o clang-locks $link"
  recorded "clang" clang.std ./clang-locks
else skip "clang" "no clang"; fi

# Thousands of threads, most of the values of pthread_t used again and again.
ok "crowd.c is compiled" compile "$here/crowd.c" crowd
recorded "a crowd" crowd.std ./crowd 2000
is "a crowd: all came" "$(cat crowd.std.out)" 2000
is "a crowd: all were forked, half were joined" \
  "$(counts crowd.std '|fork(') $(counts crowd.std '|join(')" "2000 1000"
ok "a crowd: no race" phaselock trace -q crowd.std

# Signal handlers that interrupt the recorder.
ok "signals.c is compiled" compile "$here/signals.c" signals
recorded "signals" signals.std ./signals
is "signals: the program did what it should" "$(cat signals.std.out)" fine
if [ -n "$has_lines" ]; then
  is "signals: what a handler did is there" "$(($(counts signals.std 'w(in_handler)') >= 100))" 1
  is "signals: and nothing else is missing" "$(counts signals.std 'acq(lock)')" "$(counts signals.std 'w(outside)')"
fi
done_testing
