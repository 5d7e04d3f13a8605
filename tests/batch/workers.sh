#!/usr/bin/env bash
# Workers that are killed, crash, hang or outgrow their memory cost one query.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[ -r /proc/self/task/self/children ] || [ -r "/proc/$$/task/$$/children" ] || {
  skip "workers" "no /proc/PID/task/TID/children"; done_testing; exit; }
cp "$examples/stack.eml" "$examples/buffer.eml" .
# Two queries that take minutes; models of which the dearest is decided first.
"$gen" choices -n 24 -o long.eml
phaselock check --format jsonl -e bdd -p 9 stack.eml buffer.eml >others.jsonl

# start NAME OPTION...: a batch in the background, at its first long query.
start () {
  local name=$1; shift
  "$PHASELOCK" batch -e bdd -p 9 --progress always long.eml stack.eml buffer.eml "$@" 2>"$name.err" </dev/null &
  pid=$!
  wait_for "$name.err" 'slowest: long.eml: pattern 9' || echo "# the batch did not get going"
}
next () { wait_for "$1.err" 'slowest: long.eml: pattern 9, b,a' || echo "# the batch did not go on"; }
end () { status=0; wait "$pid" || status=$?; }

for signal in KILL SEGV ABRT; do
  rm -f ./*.part
  start "$signal" -o "$signal.jsonl"
  # shellcheck disable=SC2046
  kill -$signal $(children $pid)
  next "$signal"
  # shellcheck disable=SC2046
  kill -$signal $(children $pid)
  end
  is "SIG$signal: the batch goes on" "$status" 0
  is "SIG$signal: the queries are unknown" "$(head -2 "$signal.jsonl" | grep -c '"verdict":"unknown","reason":"internal"')" 2
  tail -n +3 "$signal.jsonl" >rest.jsonl
  same "SIG$signal: the others are decided" others.jsonl rest.jsonl
  ok "SIG$signal: it is told" grep -q "long.eml: query 1 of 2 is unknown (internal): its worker" "$signal.err"
  ok "SIG$signal: how to ask again" grep -q "to reproduce: phaselock check -p 9 -f a,b -e bdd long.eml" "$signal.err"
  ok "SIG$signal: in the record, too" grep -q '"reproduce":"phaselock check -p 9 -f b,a -e bdd long.eml"' "$signal.jsonl"
done
# What was lost with its worker can be asked again.
ok "lost queries: --resume is offered" grep -q "2 queries were lost with their workers" ABRT.err
cp ABRT.jsonl keep.jsonl
start again --resume -o ABRT.jsonl
ok "lost queries: only they are asked again" grep -q "continuing after 4 of 6 queries" again.err
# shellcheck disable=SC2046
kill -KILL $(children $pid); next again
# shellcheck disable=SC2046
kill -KILL $(children $pid); end
is "lost queries: lost again" "$status" 0
same "lost queries: the same unknowns" keep.jsonl ABRT.jsonl
echo '{"mine":1}' >ABRT.jsonl
expect 4 "a file that the journal did not write is not replaced" \
  phaselock batch --resume -e bdd -p 9 long.eml stack.eml buffer.eml -o ABRT.jsonl
is "a file that the journal did not write is as it was" "$(cat ABRT.jsonl)" '{"mine":1}'

# A worker that does not keep the time (it is stopped) is killed.
"$PHASELOCK" batch -e bdd -p 9 -f a,b --timeout 3 --progress always long.eml -o stopped.jsonl 2>stopped.err </dev/null &
pid=$!
wait_for stopped.err 'slowest: long.eml: pattern 9, a,b'
# shellcheck disable=SC2046
kill -STOP $(children $pid)
end
is "a worker that hangs: the batch goes on" "$status" 0
is "a worker that hangs: unknown for the time" "$(grep -c '"verdict":"unknown","reason":"timeout"' stopped.jsonl)" 2
ok "a worker that hangs: it is told" grep -q "its worker exceeded the time limit and was killed" stopped.err
ok "a worker that hangs: how to ask again" grep -q "to reproduce: phaselock check -p 9 -f a,b -e bdd --timeout 3 long.eml" stopped.err
ok "a worker that hangs: no journal is left" test ! -e stopped.jsonl.part

# Workers die with their parent, even if they are stopped, and nothing keeps
# the next batch out.
start orphans -o orphans.jsonl -j 3
workers=$(children $pid)
# shellcheck disable=SC2086
kill -STOP ${workers%% *}
kill -KILL $pid; end
is "the parent is killed: status" "$status" 137
for _ in $(seq 100); do
  alive=; for worker in $workers; do [ -e "/proc/$worker" ] && alive="$alive $worker"; done
  [ -z "$alive" ] && break; sleep 0.1
done
is "the parent is killed: its workers are gone" "$alive" ""
start orphans -o orphans.jsonl --resume
ok "the parent is killed: the next can start" test -e "/proc/$pid"
workers=$(children $pid)
kill -TERM $pid; end
is "SIGTERM: status" "$status" 143
alive=; for worker in $workers; do [ -e "/proc/$worker" ] && alive="$alive $worker"; done
is "SIGTERM: no worker is left" "$alive" ""
# A signal for all of them (a terminal, a job scheduler) costs no query.
rm -f all.jsonl*
start all -o all.jsonl
# shellcheck disable=SC2046
kill -INT $(children $pid) 2>/dev/null; kill -TERM $(children $pid) 2>/dev/null
kill -INT $pid; end
is "a signal for everybody: status" "$status" 130
is "a signal for everybody: nothing is lost" "$(grep -c '"internal"' all.jsonl.part)" 0
done_testing
