#!/usr/bin/env bash
# baseline.sh -- violations that are known from an earlier run do not fail this one.
source "$SOURCE/tests/results/common.sh"
examples=$SOURCE/models/examples
mkdir models
cp "$examples/stack.eml" "$examples/stack-fixed.eml" "$examples/vector.eml" models
phaselock check --format jsonl --witness models >known.jsonl
fingerprints () { grep -o '"fingerprint":"[0-9a-f]*"'; }

# Nothing new.
expect 10 "without a baseline" phaselock check models
expect 0 "all are known" phaselock check --baseline known.jsonl models
says "the closing line" "3 models: 8 violations, all known, 0 unknown, 193 safe"
says "the row of a model" "models/stack.eml             67           2      2       -        -
"
ok "no timeline" bash -c '! grep -q "VIOLATION\|Because" <<<"$1"' - "$out"
ok "not all is safe" bash -c '! grep -q "^Safe" <<<"$1"' - "$out"
expect 0 "one of one" phaselock check --baseline known.jsonl -p 1 -f count models/stack.eml
says "one of one: the line of the model" "models/stack.eml: 1 query, 1 violation, known, 0 safe"
says "one of one: the violation" "known      pattern 1  count  "
says "one of one: how to see it" "  phaselock explain models/stack.eml -p 1 -f count"
says "one of one: the closing line" "1 query: 1 violation, known, 0 safe"
expect 0 "quiet" phaselock check -q --baseline known.jsonl models
is "quiet: nothing" "$out$err" ""

# Some are new.
grep -v '"pattern":12' known.jsonl >fewer.jsonl
expect 10 "one is new" phaselock check --baseline fewer.jsonl models/stack.eml
says "one is new: counted" "67 queries: 2 violations, 1 known, 65 safe"
says "one is new: its timeline" "VIOLATION  pattern 12"
says "one is new: the other is known" "known      pattern 1  count"
expect 10 "one is new, quiet" phaselock check -q --baseline fewer.jsonl models/stack.eml
is "one is new, quiet: only this one" "$(grep -c '^VIOLATION  pattern 12' <<<"$out"),$(grep -c known <<<"${out#*$'\n'}")" 1,0
expect 10 "one is new, with workers" phaselock check -j 2 --baseline fewer.jsonl models/stack.eml
says "one is new, with workers: counted" "2 violations, 1 known"
expect 10 "the first that is new" phaselock check --first --format jsonl --baseline fewer.jsonl models/stack.eml
is "the first that is new is the last" "$(tail -n 1 <<<"$out" | grep -o '"pattern":[0-9]*')" '"pattern":12'
expect 10 "nothing is known in an empty file" phaselock check -q --baseline /dev/null models/stack.eml
expect 5 "unknown stays unknown" phaselock check -q --timeout 0.000001 --baseline known.jsonl models/stack.eml

# Records.
expect 0 "records" phaselock check --format jsonl --witness --baseline known.jsonl models
is "records: those of before, and known" "$(sed 's/"known":true,//' <<<"$out" | without_times /dev/stdin)" "$(without_times known.jsonl)"
is "records: known" "$(grep -c '"known":true' <<<"$out")" 8
printf '%s\n' "$out" >again.jsonl
expect 0 "a baseline from a run with a baseline" phaselock check -q --baseline again.jsonl models

# batch.
expect 0 "batch" phaselock batch --fail --witness --baseline known.jsonl models
is "batch: the records of check" "$(without_times /dev/stdin <<<"$out")" "$(without_times again.jsonl)"
expect 10 "batch, one is new" phaselock batch --fail -j 2 --baseline fewer.jsonl models
expect 0 "batch without --fail" phaselock batch --baseline fewer.jsonl models
expect 10 "batch, the first that is new" phaselock batch --fail --first --baseline fewer.jsonl models/stack.eml
is "batch, the first that is new is the last" "$(tail -n 1 <<<"$out" | grep -o '"pattern":[0-9]*')" '"pattern":12'
phaselock batch --witness models -o plain.jsonl
expect 0 "a baseline from a batch" phaselock check -q --baseline plain.jsonl models
# Records of a journal are known, too.  The folder keeps the file from being written.
for file in known fewer; do
  mkdir r.jsonl.part.new
  expect 4 "$file: a journal" phaselock batch --fail --baseline $file.jsonl models/stack.eml -o r.jsonl
  rmdir r.jsonl.part.new
  expect 2 "$file: another baseline" phaselock batch --fail --resume --baseline /dev/null models/stack.eml -o r.jsonl
  says "$file: another baseline: says so" "other options"
  expect $([ $file = known ] && echo 0 || echo 10) "$file: resumed" \
    phaselock batch --fail --resume --baseline $file.jsonl models/stack.eml -o r.jsonl
  says "$file: resumed: all from the journal" "continuing after 67 of 67 queries"
  rm r.jsonl
done

# SARIF.
expect 0 "SARIF" phaselock check --format sarif --baseline known.jsonl models/stack.eml
is "SARIF: unchanged" "$(grep -o '"baselineState":"[a-z]*"' <<<"$out" | sort | uniq -c | tr -s ' ')" ' 1 "baselineState":"unchanged"'
says "SARIF: the status" '"exitCode":0'
is "SARIF: the fingerprint of the first record" "$(grep -o '"phaselock/v2":"[0-9a-f]*"' <<<"$out" | sed 's,phaselock/v2,fingerprint,')" \
  "$(grep '"stack.eml"' known.jsonl | fingerprints | head -1)"
expect 10 "SARIF, one is new" phaselock check --format sarif --baseline fewer.jsonl models/stack.eml
is "SARIF: one of each" "$(grep -o '"baselineState":"[a-z]*"' <<<"$out" | sort | tr '\n' ' ')" '"baselineState":"new" "baselineState":"unchanged" '
expect 10 "SARIF without a baseline" phaselock check --format sarif models/stack.eml
ok "SARIF without a baseline: no state" bash -c '! grep -q baselineState <<<"$1"' - "$out"

# Moved lines, edited text, renamed files.
mkdir moved
{ printf '// moved\n\n\n'; cat models/stack.eml; echo 'process Other { skip; }'; } >moved/stack.eml
expect 0 "moved lines" phaselock check -q --baseline known.jsonl moved/stack.eml
mv moved/stack.eml moved/renamed.eml
expect 0 "moved lines in a renamed file" phaselock check -q --baseline known.jsonl moved
expect 0 "as a batch" phaselock batch --fail -q --baseline known.jsonl moved
cp models/stack.eml models/copy.eml
expect 10 "a copy beside the original is new" phaselock check -q --baseline known.jsonl models
ok "a copy: only its violations" bash -c '! grep -v "^VIOLATION\|copy.eml" <<<"$1"' - "$out"
rm models/copy.eml
sed 's/proc pop/proc take/; s/call pop/call take/' models/stack.eml >moved/renamed.eml
expect 10 "another procedure" phaselock check -q --baseline known.jsonl moved
# What is in the file for this model counts, not what is there for others.
cp models/stack.eml models/stack-fixed.eml
expect 10 "what was safe is broken" phaselock check -q --baseline known.jsonl models
says "what was safe is broken: named" "models/stack-fixed.eml: 67 queries, 2 violations, 65 safe"

# Another engine, another set with the same automata.
for engine in bdd explicit; do
  expect 0 "engine $engine" phaselock check -q -e $engine --baseline known.jsonl models/stack.eml
done
expect 0 "the set strict" phaselock check -q -a strict --baseline known.jsonl models/stack.eml

# Files.
if has_sqlite; then
  phaselock merge known.jsonl -o known.sqlite 2>/dev/null
  expect 0 "SQLite" phaselock check -q --baseline known.sqlite models/stack.eml models/vector.eml
else
  skip "SQLite" "built without"
fi
expect 2 "no such file" phaselock check --baseline missing.jsonl models
is "no such file: nothing else" "$out" ""
expect 2 "no such file, batch" phaselock batch --baseline missing.jsonl models
expect 2 "not a result file" phaselock check --baseline models/stack.eml models
record m.eml 1 1 1 x violation >old.jsonl
expect 2 "of an earlier version" phaselock check --baseline old.jsonl models
says "of an earlier version: where and what to do" 'old.jsonl:1: error: a violation without "fingerprint": decide the models again'
phaselock check --format jsonl models >plain.jsonl
expect 0 "without --witness" phaselock check -q --baseline plain.jsonl models
expect 0 "without --witness, batch" phaselock batch -q --fail --baseline plain.jsonl -o plain-again.jsonl models
grep -v '"pattern":12,' plain.jsonl >fewer-plain.jsonl
expect 10 "without --witness, another query" phaselock check -q --baseline fewer-plain.jsonl models/stack.eml
is "without --witness: that one" "$(grep -c 'pattern 12 ' <<<"$out")$(grep -c VIOLATION <<<"$out")" 11
expect 0 "records with a baseline have fingerprints" phaselock check --format jsonl --baseline known.jsonl models/vector.eml
is "as those with a witness" "$(fingerprints <<<"$out" | sort)" "$(grep '"models/vector.eml"\|"vector.eml"' known.jsonl | fingerprints | sort)"
done_testing
