#!/usr/bin/env bash
# reproduce.sh -- `make reproduce-small': the paper's experiment with a few models. It
# can be interrupted, loses nothing, and its documents say what its records say.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/expected.sh"
export NO_COLOR=1 LC_ALL=C
# The script and its documents are tested: the models are decided with sanitizers by contest.sh.
program=$(plain_program)
export PHASELOCK=${program:-$PHASELOCK}
contest=$SOURCE/models/contest
reproduce=$SOURCE/bench/spin09/reproduce.sh
cd "$scratch" || exit
if ! command -v python3 >/dev/null; then
  echo "1..0 # SKIP no python3"
  exit 0
fi

# ---- Interrupted, and continued. ----
# The program, but its third batch is killed as soon as it has begun to write.
cat >stopping <<EOS
#!/usr/bin/env bash
if [ "\$1" = batch ] && [ -e "$scratch/stop" ]; then
  echo x >>"$scratch/stop"
  if [ "\$(wc -l <"$scratch/stop")" = 3 ]; then
    "$PHASELOCK" "\$@" & pid=\$!
    until ls "$scratch"/here/*.part >/dev/null 2>&1 || ! kill -0 \$pid 2>/dev/null; do :; done
    kill -KILL \$pid 2>/dev/null
    wait \$pid
    exit 137
  fi
fi
exec "$PHASELOCK" "\$@"
EOS
chmod +x stopping
: >stop
expect 137 "killed in the third run" env PHASELOCK="$scratch/stopping" bash "$reproduce" --small here
ok "two runs are finished" test -e here/spin09-auto.jsonl -a -e here/spin09-auto-alone.jsonl
sha256sum here/spin09-auto.jsonl here/spin09-auto-alone.jsonl >sums
rm stop
expect 0 "continued" env PHASELOCK="$scratch/stopping" bash "$reproduce" --small here
ok "what was finished is not done again" sha256sum -c sums
ok "nor spoken of" bash -c '! grep -xE "reproduce: spin09-auto(-alone)?" <<<"$1"' _ "$err"
ok "the rest is" grep -x "reproduce: spin09-bdd-alone" <<<"$err"

bash "$reproduce" --small --list listed >queries 2>/dev/null
queries=$(wc -l <queries)
ok "there are queries" test "$queries" -gt 300
ids () { grep -o '"id":"[0-9a-f]*"' "$1"; }
for run in {spin09,strict}-{auto,bdd,cpds}{,-alone}; do
  ok "$run: a record for each query" test "$(wc -l <"here/$run.jsonl")" = "$queries"
  ok "$run: none is unknown" bash -c '! grep "\"verdict\":\"unknown\"" "$1"' _ "here/$run.jsonl"
done
ok "the queries are those listed, in their order" diff <(ids queries) <(ids here/spin09-bdd.jsonl)
ok "no part is left" bash -c '! ls here/*.part'

# All engines, sharing or not, say the same.
verdicts () { sed 's/.*\("model":.*\),"automata".*\("verdict":"[a-z]*"\).*/\1 \2/' "$1"; }
for set in spin09 strict; do
  for run in auto-alone bdd bdd-alone cpds cpds-alone; do
    ok "$set-$run: the verdicts of $set-auto" diff <(verdicts "here/$set-auto.jsonl") <(verdicts "here/$set-$run.jsonl")
  done
done

# ---- The documents. ----
ok "no name is left open" bash -c '! grep -nE "[$][a-z_{]" here/reproduction.md'
violations_of () { grep -c '"verdict":"violation"' "here/$1.jsonl"; }
all_violations () { # SET: those that the table of readings has
  sed -nE "s/^\| violations, \`$1\` \|.*\| ([0-9,]+) \|\$/\1/p" here/reproduction.md | tr -d ,
}
for set in spin09 strict; do
  is "reproduction.md: violations of $set" "$(all_violations $set)" "$(violations_of $set-bdd)"
done
ok "reproduction.md: both decide everything" grep -qF "| all models, all reductions, strict | both decided | $queries |" here/reproduction.md
contest_queries=$(grep -c '"model":"contest/' queries)
plain_late=$(grep -c '"verdict":"unknown"' here/spin09-cpds-plain.jsonl)
ok "reproduction.md: as in the paper" grep -qF "| models/contest, as in the paper | both decided | $((contest_queries - plain_late)) |" here/reproduction.md
if command -v javac >/dev/null; then
  ok "reproduction.md: models by hand, and from Java" \
    bash -c 'grep -A1 "^| by hand | 2 |" "$1" | grep -q "^| .--main. | 2 |"' _ here/reproduction.md
  ok "reproduction.md: a class" grep -q '^| `--class` | 1 |' here/reproduction.md
  ok "reproduction.md: models that grow" grep -qE '^\| threads that .* \| 2 to 3 \|' here/reproduction.md
else
  skip "models that come from Java" "no javac"
fi
ok "reproduction.md: engines agree" grep -qF "| 0 queries with two verdicts in any two runs | | holds |" here/reproduction.md
false=$(($(violations_of spin09-auto) - $(violations_of strict-auto)))
ok "reproduction.md: $false false alarms" grep -q "^| false alarms of .* | $false |\$" here/reproduction.md
ok "reproduction.md: an example of a false alarm" grep -qF 'are in two units that follow each other.**' here/reproduction.md
ok "reproduction.md: and of one in no unit" grep -qF 'is in no unit: nothing says' here/reproduction.md
more=$(grep -E '"pattern":(1[5-9]|[23][0-9]),' here/complete-auto.jsonl | grep -c '"verdict":"violation"')
ok "reproduction.md: what complete finds" grep -q "^| violations of patterns 15 to 32 .* | $more |\$" here/reproduction.md
if command -v gnuplot >/dev/null; then
  for plot in scatter cactus; do ok "the $plot plot" grep -q '^</svg>' "here/reproduction-$plot.svg"; done
else
  skip "the plots" "no gnuplot"
fi

# ---- Records of something else are not mixed in. ----
expect 2 "another limit" env PHASELOCK="$scratch/stopping" REPRODUCE_LIMIT=11 bash "$reproduce" --small here
ok "it says what to do" grep -q 'remove it, or name another folder' <<<"$err"

# ---- A user's own programs. ----
expect 2 "no such folder" env CONTEST="$scratch/nowhere" bash "$reproduce" --small own
if command -v javac >/dev/null; then
  mkdir -p contest/{shop,broken,lone}
  cp "$contest/java/Shop.java" contest/shop/
  echo 'class Broken { int x }' >contest/broken/Broken.java
  echo 'class Lone { int f (int y) { return y; } }' >contest/lone/Lone.java
  expect 0 "programs of a folder" env CONTEST="$scratch/contest" bash "$reproduce" --small own
  ok "one was translated" grep -qE '^\| shop \| translated \| [0-9]+ \| [0-9]+ \|' <<<"$out"
  ok "one does not compile" grep -q "^| broken | not compiled |.*';' expected" <<<"$out"
  ok "one has nothing to check" grep -q '^| lone | not translated |.*none has both a lock and fields' <<<"$out"
  ok "it says how many" grep -qF '1 of 3 programs were translated (the paper: 8 of 11), 1 of them have locks (the paper: 4).' <<<"$out"
else
  skip "programs of a folder" "no javac"
fi

# ---- The full run, as far as it can be known without running it. ----
bash "$reproduce" --list full >queries 2>/dev/null
queries=$(wc -l <queries)
ok "the full run has $queries queries, 2,147 or more" test "$queries" -ge 2147
ok "of all models of models/contest" test \
  "$(grep -o '"model":"contest/[^"]*"' queries | sort -u | wc -l)" = "$(expected_models "$contest/EXPECTED" | wc -l)"
document=$SOURCE/doc/reproduction.md
ok "doc/reproduction.md is of these queries" grep -q "^Here: $(sed 's/...$/,&/' <<<"$queries") queries " "$document"

# What it says of models/contest follows from EXPECTED.
count () { sed '/^#/d; s/^[^:]*: *//' "$contest/$1" | tr ' ' '\n' | grep -c .; }
spin09=$(count EXPECTED.spin09) strict=$(count EXPECTED) complete=$(count EXPECTED.complete)
ok "doc/reproduction.md: $spin09 violations" grep -qF "| violations, \`spin09\` | $spin09 |" "$document"
ok "doc/reproduction.md: $strict violations" grep -qF "| violations, \`strict\` | $strict |" "$document"
ok "doc/reproduction.md: $((spin09 - strict)) false alarms" grep -q "^| false alarms of .*has not | $((spin09 - strict)) |" "$document"
ok "doc/reproduction.md: $((complete - strict)) more" grep -q "^| violations of patterns 15 to 32 in \`complete\` | $((complete - strict)) |" "$document"

done_testing
