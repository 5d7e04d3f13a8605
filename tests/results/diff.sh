#!/usr/bin/env bash
# diff.sh -- what changed between two runs.
source "$SOURCE/tests/results/common.sh"

# What people try first.
echo 'process P { skip; }' >a.eml
cp a.eml b.eml; mkdir folder
for files in "a.eml b.eml" "folder a.eml" "/dev/null b.eml" "gone.eml a.eml"; do
  # shellcheck disable=SC2086
  expect 2 "diff $files" phaselock diff $files
  says "diff $files: what it wants" "is not a result file; diff compares the results of two runs"
  says "diff $files: how to make it" "phaselock check --format jsonl MODELS >old.jsonl"
done
expect 0 "the same" phaselock diff <(record m.eml 1 1 1 x violation) <(record m.eml 1 1 1 x violation)
says "a violation that was there is not introduced" "0 introduced, 0 fixed"
says "it is unchanged" "unchanged: 1 violation, 0 unknown, 0 safe"

# Every pair of verdicts, of a model that was edited.
n=0
while read -r before after status kind; do
  n=$((n + 1))
  : >old; : >new
  [ "$before" = - ] || record m.eml 1 1 1 x "$before" edited >old
  [ "$after" = - ] || record m.eml 1 1 1 x "$after" >new
  # And something that is in both.
  record k.eml 1 1 1 y safe | tee -a old >>new
  expect "$status" "$before, then $after" phaselock diff --format jsonl old new
  is "$before, then $after: $kind" \
    "$(sed -nE 's/.*"kind":"([^"]*)","model":"m.eml".*/\1/p' <<<"$out")" "${kind#unchanged}"
  ok "$before, then $after: counted" grep -qE "\"kind\":\"summary\".*\"$kind\":[12]," <<<"$out"
  is "$before, then $after: one line and the summary" "$(wc -l <<<"$out")" \
    "$([ "$kind" = unchanged ] && echo 1 || echo 2)"
  expect "$status" "$before, then $after, for a person" phaselock diff old new
  case $kind in
  unchanged) ;;
  *) ok "$before, then $after: said" grep -qiE "^${kind/-/ } +m.eml" <<<"$out" ;;
  esac
done <<'EOF'
safe safe 0 unchanged
safe violation 10 introduced
safe unknown 0 newly-unknown
safe - 0 removed
violation safe 0 fixed
violation violation 0 unchanged
violation unknown 0 newly-unknown
violation - 0 removed
unknown safe 0 newly-decided
unknown violation 10 introduced
unknown unknown 0 unchanged
unknown - 0 removed
- safe 0 added
- violation 10 introduced
- unknown 0 added
EOF
is "all pairs" "$n" 15

# What belongs together.
record m.eml 1 2 1 x safe one >old; record m.eml 2 2 1 y violation one >>old
record m.eml 1 3 1 w safe two >new; record m.eml 2 3 1 x safe two >>new; record m.eml 3 3 1 y violation two >>new
expect 0 "a field was added, so all numbers moved" phaselock diff old new
says "the others are the same" "unchanged: 1 violation, 0 unknown, 1 safe"
says "the field is new" "added          m.eml  1 query"
sed 's/"automata":"strict"/"automata":"spin09"/; s/"id":"./"id":"x/' old >other
expect 10 "other automata are other questions" phaselock diff other new
(record m.eml 1 1 1 x safe one; record m.eml 1 1 1 x violation two) >old
(record m.eml 1 1 1 x violation two; record m.eml 1 1 1 x safe three) >new
expect 0 "two models of one name: ids first" phaselock diff old new
says "then the question" "unchanged: 1 violation, 0 unknown, 1 safe"
record a/m.eml 1 1 1 x safe >old; record m.eml 1 1 1 x safe >new
expect 0 "other paths" phaselock diff old new
says "are noticed" "no query is in both files; were the models named by the same paths?"
expect 0 "nothing before" phaselock diff /dev/null new
is "no warning" "$err" ""
record m.eml 1 1 1 x safe >old; record m.eml 1 1 1 x violation >new
expect 10 "another verdict of the same model" phaselock diff old new
says "is strange, and said" "(was safe, of the same model: other options, or another phaselock?)"
(record m.eml 1 1 1 x safe; record m.eml 1 1 1 x violation) >both
expect 6 "two verdicts in one file" phaselock diff both new
(record m.eml 1 1 1 x unknown; record m.eml 1 1 1 x safe) >twice
expect 0 "two records in one file" phaselock diff twice old
says "are one" "unchanged: 0 violations, 0 unknown, 1 safe"

# Times.
t () { record m.eml 1 1 1 x safe "" "$1"; }
while read -r before after kind options; do
  expect 0 "$before ms, then $after ms $options" phaselock diff --format jsonl $options <(t "$before") <(t "$after")
  ok "$before ms, then $after ms $options: $kind" grep -q "\"$kind\":1" <<<"$out"
done <<'EOF'
100 199 unchanged
100 200 slower
200 100 faster
199 100 unchanged
10 109 unchanged
10 110 slower
0 100 slower
100 100 unchanged
1000 1500 unchanged
1000 1500 slower --slower 1.5
1000 1499 unchanged --slower 1.5
1 3 unchanged
1 3 slower --least 2
1 3 unchanged --least 2.5
EOF
expect 0 "slower, for a person" phaselock diff <(t 100) <(t 1000)
says "before and after" "slower         m.eml  pattern 1  x  1000 ms, before 100 ms"
says "the sums" "1.000 s, before 0.100 s; 1 slower, 0 faster"
says "and a warning" "Times are noisy"
expect 0 "unknown is not slower" phaselock diff <(record m.eml 1 1 1 x unknown "" 1) <(record m.eml 1 1 1 x unknown "" 9000)
says "nor is it counted" "0 slower"

# Names from strangers.
record 'm\u001b[31m.eml' 1 1 1 'a,b\u202e' violation >hostile
expect 10 "hostile names" phaselock diff /dev/null hostile
says "do no harm" 'm<U+001B>[31m.eml  pattern 1  "a,b<U+202E>"'

# Causes: the most dangerous first, whatever the order of the records, and few of their violations.
ranked () { # ORDER FIELDS...
  local order=$1 field; shift
  for field in "$@"; do
    record m.eml 1 1 1 "$field" violation |
      sed "s/}\$/,\"cause\":\"c$order\",\"problem\":\"problem $order\",\"rank\":{\"kind\":\"other\",\"order\":$order}}/"
  done
}
{ ranked 7 a b c d e f; ranked 5 g; ranked 9 h i j k; } >ranked
expect 10 "causes" phaselock diff /dev/null ranked
is "causes: their order" "$(grep -o 'problem .*' <<<"$out" | tr '\n' ' ')" "problem 5 problem 7 problem 9 "
says "causes: the others are counted" "and 3 more"
is "causes: four are shown" "$(grep -cE '^ +pattern 1  [hijk]' <<<"$out")" 4
expect 10 "causes, JSON" phaselock diff --format jsonl /dev/null ranked
says "causes, JSON: in words" '"problem":"problem 5"'

# Usage.
expect 2 "one file" phaselock diff old
says "is not enough" "it takes OLD NEW"
expect 2 "three files" phaselock diff old new new
expect 2 "a file that is not there" phaselock diff old nowhere
for value in 0.5 x "" nan; do expect 2 "--slower '$value'" phaselock diff --slower "$value" old new; done
expect 2 "--least -1" phaselock diff --least=-1 old new
expect 2 "an unknown format" phaselock diff --format xml old new
if [ -w /dev/full ]; then
  expect 4 "a full disk" bash -c '"$0" diff old new >/dev/full' "$PHASELOCK"
fi

# For real: a model is broken and repaired.
mkdir before after
cp "$SOURCE/models/examples/stack-fixed.eml" before/stack.eml
cp "$SOURCE/models/examples/stack.eml" after/stack.eml
"$PHASELOCK" check --format jsonl before >old; "$PHASELOCK" check --format jsonl after >new
expect 10 "a bug was made" phaselock diff old new
says "which cause" "INTRODUCED     stack.eml  's' is released in pop between two steps, and push gets in between"
is "of which violations" "$(grep -c '^  *pattern .*  Consumer\[0\],Producer  (was safe)$' <<<"$out")" 2
ok "in the order of danger" test "$(grep -n '^  *pattern 1 ' <<<"$out" | cut -d: -f1)" = 2
says "how many" "2 introduced, 0 fixed, 0 newly unknown, 0 newly decided, 0 added, 0 removed"
expect 0 "and mended" phaselock diff new old
says "which was mended" "fixed          stack.eml  's' is released in pop between two steps, and push gets in between"
says "what it was" "pattern 12  count,data  (was violation)"
done_testing
