#!/usr/bin/env bash
# Workers that somebody stops, wherever they are: a batch ends all the same.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[ -r "/proc/$$/task/$$/children" ] || {
  skip "workers that are stopped" "no /proc/PID/task/TID/children"; done_testing; exit; }
"$gen" random --count=40 --fields=4 --seed=7 -o models
"$PHASELOCK" batch -q models -o whole.jsonl
"$PHASELOCK" batch -q --witness --stats models -o large.jsonl
all=$(wc -l <whole.jsonl)
# Lost queries apart, all is as it should be.
fits () { # FILE FILE
  [ "$(wc -l <"$2")" = "$all" ] &&
    diff <(timeless "$1") <(timeless "$2") | sed -n 's/^> //p' | grep -cv '"verdict":"unknown","reason":"\(timeout\|internal\)"' | grep -qx 0
}
state () { sed 's/.*) \(.\).*/\1/' "/proc/$1/stat" 2>/dev/null; }

# While they reply: nobody reads what the batch writes, so that it does not hear
# its workers; when all wait, to reply or for something to do, they are stopped,
# and then everything is read.
mkfifo pipe
timeout -s KILL 100 "$PHASELOCK" batch -q --witness --stats models -j 2 --timeout 1 -o pipe 2>reply.err </dev/null &
guard=$!
exec 3<pipe
quiet=0
for _ in $(seq 300); do
  parent=$(children $guard) workers=
  for parent in $parent; do workers=$(children "$parent"); break; done
  times=$(for worker in $workers; do state "$worker"; cut -d' ' -f14,15 "/proc/$worker/stat"; done 2>/dev/null | xargs)
  if [ -n "$workers" ] && [ "$times" = "${before:-}" ] && [[ $times != *R* ]]; then quiet=$((quiet + 1)); else quiet=0; fi
  before=$times
  [ $quiet -ge 10 ] && break
  sleep 0.1
done
is "nobody reads: the workers wait" "$quiet" 10
# shellcheck disable=SC2086
kill -STOP $workers
cat <&3 >reply.jsonl
exec 3<&-
status=0; wait $guard || status=$?
is "stopped while they reply: the batch goes on" "$status" 0
ok "stopped while they reply: nothing else changes" fits large.jsonl reply.jsonl
# A worker that waits for something to do costs none: on a busy machine both may.
lost=$(grep -c '"reason":"internal"' reply.jsonl)
[ "$lost" -le 2 ]
tap_result $? "stopped while they reply: costs each a query at most ($lost)"
is "stopped while they reply: it is told" \
   "$(grep -c 'its worker was stopped or hung outside the query' reply.err)" "$lost"

# At any time: reading, deciding, in between.
pids=()
for i in 1 2 3 4 5 6 7 8; do
  { timeout -s KILL 100 "$PHASELOCK" batch -q models -j 2 --timeout 1 -o "any$i.jsonl" </dev/null 2>"any$i.err" &
    guard=$!
    sleep 0.0$i; sleep 0.$((i % 4))
    # shellcheck disable=SC2046
    for parent in $(children $guard); do kill -STOP $(children "$parent" | cut -d' ' -f1); done
    wait $guard; } 2>/dev/null &
  pids+=($!)
done
for i in 1 2 3 4 5 6 7 8; do
  status=0; wait "${pids[i - 1]}" || status=$?
  is "stopped at any time ($i): status" "$status" 0
  ok "stopped at any time ($i): the results" fits whole.jsonl "any$i.jsonl"
done
done_testing
