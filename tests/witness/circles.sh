#!/usr/bin/env bash
# Long circles of processes that wait for each other: decided, interleaved and replayed,
# by a rule and not by a search (src/witness/meeting_interleave.h).  A violation has been replayed.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"

# A ring of N processes.  BODY has i for a process's own lock, j and k for the next ones.
ring () { # N BODY
  local n
  for ((n = 0; n < $1; n++)); do
    echo "lock f$n; process P$n { $2 }" | sed "s/\<i\>/f$n/g; s/\<j\>/f$(((n + 1) % $1))/g; s/\<k\>/f$(((n + 2) % $1))/g"
  done
}
finds () { # NAME LENGTH OPTION...
  expect 10 "$1" careful check --timeout 30 -p deadlock --format jsonl "${@:3}" x.eml
  is "$1: all of them wait" "$(sed -n 's/.*"locks":\[\([^]]*\)].*/\1/p' <<<"$out" | tr , '\n' | wc -l)" "$2"
}

for engine in auto antichain bdd; do
  ring 12 'loop { sync i { sync j { skip; } } }' >x.eml
  finds "12 philosophers, $engine" 12 -e $engine
done
for n in 20 40 63; do
  ring $n 'loop { sync i { sync j { skip; } } }' >x.eml
  finds "$n philosophers" $n
done
ring 64 'loop { sync i { sync j { skip; } } }' >x.eml
expect 5 "64 philosophers are too many" careful check -p deadlock x.eml
says "64 philosophers: why" "(bound)"

# Before a process may keep its lock, the one before it has to pass that.
ring 30 'sync j { } sync i { sync j { } }' >x.eml
finds "30 that pass a lock first" 30
ring 30 'sync j { sync k { } } while (*) { sync k { skip; } } sync i { sync j { } }' >x.eml
finds "30 that pass two locks, one in the other" 30
{ ring 20 'start w; sync i { sync j { } }' | sed '2,$s/start w; //'; echo 'field x; process w { write x; }'; } >x.eml
finds "20, one of which starts another process" 20
{ ring 16 'sync i { sync j { } }'; echo 'process Main {'; seq -f 'start P%.0f;' 0 15; seq -f 'join P%.0f;' 0 15; echo '}'; } >x.eml
finds "16 that are started and joined" 16
done_testing
