#!/usr/bin/env bash
# reproduce.sh -- `make reproduce-dynamic-small': it can be interrupted and goes on where it was,
# and its document says what its records say.
source "$SOURCE/tests/lib/tap.sh"
export NO_COLOR=1 LC_ALL=C DYNAMIC_LIMIT=1 DYNAMIC_SCATTER_LIMIT=0.3
reproduce=$SOURCE/bench/dynamic/reproduce.sh
cd "$scratch" || exit
if ! command -v python3 >/dev/null; then
  echo "1..0 # SKIP no python3"
  exit 0
fi

# The program, but the fifth run dies after it has written something.
cat >stopping <<EOS
#!/usr/bin/env bash
if [ "\$1" = check ] && [ -e "$scratch/stop" ]; then
  echo x >>"$scratch/stop"
  if [ "\$(wc -l <"$scratch/stop")" = 5 ]; then echo '{"half":'; exit 6; fi
fi
exec "$PHASELOCK" "\$@"
EOS
chmod +x stopping
: >stop
expect 2 "the fifth run dies" env PHASELOCK="$scratch/stopping" bash "$reproduce" --small here
ok "it says which" grep -q 'exit status 6' <<<"$err"
ok "four runs are finished" test "$(ls here/runs/*.jsonl | wc -l)" = 4
sha256sum here/runs/*.jsonl >sums
rm stop
expect 0 "continued" env PHASELOCK="$scratch/stopping" bash "$reproduce" --small here
ok "what was finished is not done again" sha256sum -c sums
ok "the half is gone" bash -c '! grep -l half here/runs/*'
ok "no part is left" bash -c '! ls here/runs/*.part here/runs/*.messages'
ok "every reduction has been tried" bash -c \
  'for r in none static phase dynamic; do for m in ic3 bmc; do ls here/runs/hashtable-present-2-$m-$r.jsonl || exit; done; done'
ok "no name is left open" bash -c '! grep -nE "[$][a-z_{]" here/dynamic.md'
queries=$(cat here/runs/scatter-*-none.jsonl | wc -l)
found=$(cat here/runs/scatter-*-dynamic.jsonl | grep -c '"verdict":"violation"')
ok "the document: the queries" grep -q "^$queries queries (races" here/dynamic.md
ok "the document: the violations" grep -q "^| dynamic | $queries | $found |" here/dynamic.md
ok "the document: reductions agree" grep -qF '0 queries with two different verdicts: holds.' here/dynamic.md
ok "the document: threads" grep -qE '^\| hashtable-present \| [23-]' here/dynamic.md
if command -v gnuplot >/dev/null; then
  for plot in growth scatter; do ok "the $plot plot" grep -q '^</svg>' "here/dynamic-$plot.svg"; done
else
  skip "the plots" "no gnuplot"
fi
expect 2 "another limit" env DYNAMIC_LIMIT=2 PHASELOCK="$scratch/stopping" bash "$reproduce" --small here
ok "it says what to do" grep -q 'remove it, or name another folder' <<<"$err"

# What the shipped document was made of.
document=$SOURCE/doc/dynamic.md
for model in "$SOURCE"/models/dynamic/*-fixed.eml; do
  name=$(basename "$model" -fixed.eml)
  ok "doc/dynamic.md knows $name" grep -q "^| $name | [0-9-]" "$document"
done
done_testing
