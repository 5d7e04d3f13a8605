#!/usr/bin/env bash
# `phaselock check -j': what it prints does not depend on who decides.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# Without times.
plain () { sed 's/,"ms":[^,}]*//; s/[0-9.]* m\{0,1\}s\b//g'; }
for options in '' '-q' '--stats' '--format jsonl' '--format jsonl --witness' '--format jsonl --stats' \
               '--format sarif' '--first' '--first --format jsonl' '-e bdd -p 1,12'; do
  # shellcheck disable=SC2086
  phaselock check $options "$examples" 2>&1 | plain >one; one=${PIPESTATUS[0]}
  # shellcheck disable=SC2086
  phaselock check $options -j 3 "$examples" 2>&1 | plain >three; three=${PIPESTATUS[0]}
  is "status, options: ${options:-none}" "$three" "$one"
  ok "output, options: ${options:-none}" cmp one three
done
phaselock check --report one.html "$examples" >/dev/null 2>&1
phaselock check -j 3 --report three.html "$examples" >/dev/null 2>&1
sed -i 's/"us":\[[^]]*\]//g; s/"ms":[0-9.e-]*//g; s/"made":"[^"]*","command":"[^"]*"//' one.html three.html
ok "the page is the same but for the times and the command" cmp one.html three.html
expect 0 "-j 0" phaselock check -j 0 "$examples/stack-fixed.eml"
for jobs in x -1 2000 ''; do expect 2 "refused: -j '$jobs'" phaselock check -j "$jobs" "$examples/stack.eml"; done

if [ -r "/proc/$$/task/$$/children" ]; then
  "$gen" choices -n 24 -o long.eml
  "$PHASELOCK" check -j 2 -e bdd -p 1,9 --progress always --format jsonl long.eml >killed.jsonl 2>killed.err </dev/null & pid=$!
  wait_for killed.err "now long.eml: pattern 9"
  # shellcheck disable=SC2046
  while kill -KILL $(children $pid) 2>/dev/null; do sleep 0.3; done
  status=0; wait $pid || status=$?
  is "workers are killed: an internal error" "$status" 6
  is "workers are killed: every query has a record" "$(wc -l <killed.jsonl)" 4
  ok "workers are killed: unknown" grep -q '"reason":"internal"' killed.jsonl
  "$PHASELOCK" check -j 2 -e bdd -p 9 --progress always long.eml >/dev/null 2>stopped.err </dev/null & pid=$!
  wait_for stopped.err "now long.eml"
  workers=$(children $pid)
  kill -INT $pid; status=0; wait $pid || status=$?
  is "SIGINT: status" "$status" 130
  alive=; for worker in $workers; do [ -e "/proc/$worker" ] && alive="$alive $worker"; done
  is "SIGINT: no worker is left" "$alive" ""
fi
done_testing
