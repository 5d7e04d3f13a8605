#!/usr/bin/env bash
# large.sh -- large texts: read, or refused with a clear error, within little
# time and memory; never a crash, a hang, gigabytes.
source "$(dirname "$0")/common.sh"
P='process P { skip; }'

{ printf 'field '; letters 10000000 n; echo '; process P { skip; }'; } >x.eml
refuses "a name of 10 MB" "x.eml:1:7: error: a name of 10000000 bytes"
[ "${#err}" -lt 2000 ]; tap_result $? "the message is not as long as the name"
{ printf 'field "'; letters 10000000 n; echo '"; process P { skip; }'; } >x.eml
refuses "a quoted name of 10 MB" "[long-name]"
{ printf 'process P { skip @"'; letters 10000000 n; echo '"; }'; } >x.eml
refuses "a position of 10 MB" "[long-name]"
{ letters 1000000 "\`"; echo; } >x.eml; refuses "a million bad characters" "[bad-character]"
blocks () { printf 'process P '; letters "$1" '{'; letters "$1" '}'; echo; }
blocks 10000 >x.eml; accepts "10,000 nested blocks"
expect 0 "10,000 nested blocks are formatted" careful fmt x.eml
[ "${#out}" -lt 2000000 ]; tap_result $? "... in little space"
blocks 10001 >x.eml; refuses "10,001 nested blocks" "blocks nested more than 10000 deep"
blocks 1000000 >x.eml; refuses "a million nested blocks" "blocks nested more than 10000 deep"
{ printf 'lock l; process P '; printf '{ sync l '; copies 5000 '{ if (*) { sync l ' | tr -d '\n'; echo '{ } ' ; copies 10002 '}'; } >x.eml
expect 2 "nested statements of all kinds count, too" careful lint -q x.eml
{ echo 'lock l; process P {'; copies 3300 'sync l { if (*) { while (*) {'; copies 3300 '}}}'; echo '}'; } >x.eml
accepts "10,000 nested statements"
seq 250000 | sed 's/.*/field f&; lock l&; proc p& {} process q& {}/' >x.eml
expect 0 "accepted: a million declarations" careful lint -q x.eml
says "most warnings are only counted" "more warnings not shown"
{ echo 'field a; process P { if (*) { read a; }'; copies 100000 'else if (*) { read a; }'; echo '}'; } >x.eml
accepts "an else-if chain of 100,000 arms"
{ echo 'process P { choose { skip; }'; copies 100000 'or { skip; }'; echo '}'; } >x.eml
accepts "a choice of 100,000"
{ echo 'process P { goto x'; copies 100000 ', x'; echo '; label x: skip; }'; } >x.eml
accepts "a goto with 100,000 labels"
{ seq 100000 | awk '{ print "proc p" $1 " { call p" $1 + 1 "; }" }'; echo 'proc p100001 { call p1; } process P[10000] { call p1; }'; } >x.eml
accepts "a recursion through 100,000 procedures, 10,000 processes"

# Orders of locks: many pairs, one long cycle, many locks held at once.
{ seq 10000 | sed 's/.*/lock a&, b&;/'; echo 'process P {'; seq 10000 | sed 's/.*/sync a& { sync b& { } }/'
  echo '} process Q {'; seq 10000 | sed 's/.*/sync b& { sync a& { } }/'; echo '}'; } >x.eml
expect 0 "10,000 pairs of locks in both orders" careful lint -q x.eml
says "... most of them are only counted" "x.eml: 9950 more warnings not shown"
seq 0 899 | awk '{ print "lock l" $1 "; process P" $1 " { sync l" $1 " { sync l" ($1 + 1) % 900 " { } } }" }' >x.eml
expect 0 "a cycle of 900 locks" careful lint -q x.eml
says "... is found" "'l6', 'l7' and 892 more are taken in the order of a cycle"
{ seq 20000 | sed 's/.*/lock l&;/'; echo 'process P[2] {'; seq 20000 | sed 's/.*/lock l&;/'; seq 20000 -1 1 | sed 's/.*/unlock l&;/'
  echo '} process Q { sync l20000 { sync l19999 { } } }'; } >x.eml
expect 0 "20,000 locks held at once" careful lint -q x.eml
says "... the two in both orders are found" "'l19999' and 'l20000' are taken in both orders"

# Life cycles and waits.
{ echo 'process Main {'; seq 20000 | sed 's/.*/start P&; join P&;/'; echo '}'
  seq 20000 | sed 's/.*/process P& { }/'; } >x.eml
accepts "20,000 processes that are started and joined"
{ echo 'process M { start P;'; copies 100000 'start P; join P;'; echo '} process P[10000] { }'; } >x.eml
expect 0 "200,000 starts and joins of 10,000 processes" careful lint -q x.eml
{ echo 'proc all {'; seq 20000 | sed 's/.*/start P&;/'; echo '}'; seq 20000 | sed 's/.*/process P& { call all; }/'; } >x.eml
expect 2 "refused: 20,000 processes that start themselves" careful lint -q x.eml
says "... most of them are only counted" "x.eml: 19950 more errors not shown"
{ echo 'lock a, b; process P[2] {'; copies 100000 'lock a;'; copies 100000 'wait a; notify a;'; echo 'sync b {'
  copies 50000 'wait a;'; echo '}'; copies 100000 'unlock a;'; echo '}'; } >x.eml
expect 2 "a lock taken 100,000 times, and 150,000 waits" careful lint -q x.eml
says "... of which 50,000 cross" "x.eml: 49950 more errors not shown"

echo 'field x; process P[10000] { unit { write x; read x; } } process M { start P; join P; unit { read x; } }' >x.eml
expect 10 "10,000 copies that are started and joined: all queries" careful check --timeout 20 x.eml
says "... are decided" "6 queries: 2 violations, 4 safe"
expect 10 "... without reductions, too" careful check -q --timeout 20 --without all x.eml
says "... with the same verdicts" "6 queries, 2 violations, 4 safe"
{ echo 'field x; process P[2000] { unit { write x; read x; } } process M { start P;'; seq -f 'join P[%.0f];' 0 1999; echo 'unit { read x; } }'; } >x.eml
expect 10 "2,000 copies that are joined one by one" careful check -q --timeout 20 x.eml
says "... are decided" "6 queries, 2 violations, 4 safe"

# Contexts that explode: 2^20 sets of locks held by a recursive procedure.
{ echo 'proc any { choose { skip; }'; seq 20 | sed 's/.*/or { sync l& { call any; } }/'; echo '}'
  seq 20 | sed 's/.*/lock l&;/'; echo 'process P { call any; }'; } >x.eml
expect 2 "refused: a model with 2^20 contexts" careful lint -q x.eml
says "the message names the procedure" "x.eml:1:6: error: procedure 'any' is called in more than 65536 different contexts"

# Too little memory is a message, not a crash.
plain=$(plain_program)
if [ -z "$plain" ]; then
  skip "too little memory" "there is no build without sanitizers"
else
  seq 1000000 | sed 's/.*/field f&;/' >x.eml; echo "$P" >y.eml
  little () { ulimit -v 60000; "$plain" "$@"; }
  expect 2 "too little memory" little lint -q x.eml y.eml
  says "too little memory: says so" "x.eml: error: not enough memory for this model [memory]"
fi
done_testing
