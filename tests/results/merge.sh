#!/usr/bin/env bash
# merge.sh -- joining shards: order, completeness, contradictions, files.
source "$SOURCE/tests/results/common.sh"

record m.eml 1 3 1 x safe >m1; record m.eml 2 3 2 x violation >m2; record m.eml 3 3 3 x safe >m3
record n.eml 1 2 1 y safe >n1; record n.eml 2 2 2 y unknown >n2
cat m1 m2 m3 n1 n2 >whole

# Order, and once what is there twice.
cat n2 m3 >one; cat m2 n1 m1 >two
expect 0 "two shards" phaselock merge one two -o out
ok "in the order of the queries" cmp out whole
expect 0 "the other way round, to standard output" phaselock merge two one
is "the same" "$out" "$(cat whole)"
expect 0 "shards that overlap" phaselock merge one two one whole
is "each query once" "$out" "$(cat whole)"
expect 0 "a merged file" phaselock merge whole
is "does not change" "$out" "$(cat whole)"
expect 0 "from standard input" bash -c '"$0" merge - two <one' "$PHASELOCK"
is "the same from there" "$out" "$(cat whole)"
expect 0 "onto itself" phaselock merge out one -o out --force
ok "changes nothing" cmp out whole
cat n1 n2 m1 m2 m3 >turned
expect 0 "a merged file in another order" phaselock merge one turned two
is "keeps it" "$out" "$(cat turned)"
expect 0 "a record decided elsewhere" phaselock merge turned <(sed 's/"unknown","reason":"timeout"/"safe"/' n2)
is "takes its place there" "$(sed -n 2p <<<"$out")" "$(sed 's/"unknown","reason":"timeout"/"safe"/' n2)"
cat n1 m1 m3 >scrap
expect 5 "part of it" phaselock merge scrap m1
is "keeps its order, too" "$out" "$(cat n1 m1 m3)"
cat one two >both
expect 0 "shards that were put into one file" phaselock merge both
is "are sorted" "$out" "$(cat whole)"
cat n1 m1 n2 m2 m3 >torn; cat n1 n2 m2 m1 m3 >turned2; cat whole m1 >again
for file in torn turned2 again; do
  expect 0 "a file out of order ($file)" phaselock merge $file
  is "is sorted ($file)" "$out" "$(cat whole)"
done
(printf '\n'; sed 's/$/ \r/' one; printf ' \n') >blanks
expect 0 "blank lines, and lines that end as on other systems" phaselock merge blanks two
is "are no difference" "$out" "$(cat whole)"
record b.eml 10 10 1 x safe | sed 's/,"query":\[10,10\]/,"query":[1,1]/' >b
record B.eml 1 1 1 x safe >B; record b/c.eml 1 1 1 x safe >"bc"; record a.eml 1 1 1 x safe >a
expect 0 "models" phaselock merge b bc a B
is "are sorted by bytes" "$(sed -E 's/.*"model":"([^"]*).*/\1/' <<<"$out" | xargs)" "B.eml a.eml b.eml b/c.eml"
for i in 2 10 1 9 3 8 4 7 5 6; do record t.eml $i 10 $i x safe; done >ten
split -l 5 ten five.
expect 0 "ten" phaselock merge five.ab five.aa
is "are sorted by number" "$(sed -E 's/.*"query":\[([0-9]*).*/\1/' <<<"$out" | xargs)" "1 2 3 4 5 6 7 8 9 10"

# All that a record holds stays, to the byte.
sed 's/,"ms"/, "future" : {"a" :[1.50, "\\u00e4"]},"ms"/' m1 >odd
expect 0 "members of the future" phaselock merge odd m2 m3
is "stay as they are" "$(head -1 <<<"$out")" "$(cat odd)"

# What is missing.
expect 5 "a shard is missing" phaselock merge two -o part
says "of which model, and which" "m.eml: missing: 3 of 3 queries"
says "of the other, too" "n.eml: missing: 2 of 2 queries"
says "and how many" "2 of 5 queries are missing"
is "what is there is written" "$(cat part)" "$(cat m1 m2 n1)"
for i in 3 4 5 9; do record t.eml $i 12 $i x safe; done >holes
expect 5 "holes" phaselock merge holes
says "as ranges" "t.eml: missing: 1-2,6-8,10-12 of 12 queries"
for i in $(seq 1 2 99); do record t.eml $i 99 $i x safe; done >sieve
expect 5 "very many holes" phaselock merge sieve
says "the first ones" "missing: 2,4,6,8,10,12,14,16,18,20,22,24,... of 99 queries"
for i in $(seq 10 40); do record m$i.eml 1 2 1 x safe; done >many
expect 5 "very many models" phaselock merge many
is "the first ones are named" "$(grep -c 'missing: 2 of 2' <<<"$err")" 10
says "and the rest counted" "... and of 21 more models"

# Lists of what is expected.
sed 's/,"verdict".*/}/' whole >list
expect 0 "as listed" phaselock merge --expect list one two
is "all is there" "$out" "$(cat whole)"
tac list >tsil
expect 0 "a list in another order" phaselock merge --expect tsil one two
is "gives the order" "$out" "$(tac whole)"
expect 0 "results are a list, too" phaselock merge --expect whole one two
expect 5 "a model without any record" phaselock merge --expect list m1 m2 m3
says "is missed" "n.eml: missing: 1-2 of 2 queries"
expect 2 "a record that is not listed" phaselock merge --expect list one two a
says "is named" "a:1: error: not in the list: a.eml  pattern 1  x"
is "and nothing is written" "$out" ""
sed 's/,"query":\[[0-9,]*\]//' whole >old
expect 2 "records without numbers" phaselock merge old
says "need a list" "give the list of queries with --expect"
expect 0 "and with one" phaselock merge --expect list old
is "they are fine" "$out" "$(cat old)"
expect 2 "a list is no result" phaselock merge list
says "says so" "list:1: error: there is no \"verdict\""

# Several answers to one query.
sed 's/"verdict":"unknown","reason":"timeout"/"verdict":"safe"/' n2 >n2safe
for pair in "n2 n2safe" "n2safe n2"; do
  expect 0 "decided and unknown ($pair)" phaselock merge n1 $pair
  is "decided wins ($pair)" "$(tail -1 <<<"$out")" "$(cat n2safe)"
done
sed 's/"ms":[0-9.]*/"ms":99/' m1 >m1slow; sed 's/"ms":[0-9.]*/"ms":0.5/' m1 >m1fast
for order in "m1slow m1fast" "m1fast m1slow"; do
  expect 0 "two times ($order)" phaselock merge $order m2 m3
  is "the shorter one ($order)" "$(head -1 <<<"$out")" "$(cat m1fast)"
done
sed 's/,"ms":[0-9.]*/,"ms":5000,"witness":[{"process":"P","action":"read","object":"x"}]/' m2 >m2w
for order in "m2 m2w" "m2w m2"; do
  expect 0 "with and without a witness ($order)" phaselock merge $order m1 m3
  is "with it ($order)" "$(sed -n 2p <<<"$out")" "$(cat m2w)"
done
sed 's/"violation","processes":\["P","Q"\]/"safe"/' m2 >m2safe
for order in "m2 m2safe" "m2safe m2" "m2 n2 m2safe" "m2 m2 m2safe"; do
  expect 6 "violation and safe ($order)" phaselock merge m1 $order m3 -o never
  says "where both are ($order)" "m2safe:1"
  says "of which query ($order)" "m.eml  pattern 2  x"
  says "whose fault it is ($order)" "bug in phaselock"
  [ ! -e never ]; tap_result $? "nothing is written ($order)"
done
record m.eml 1 4 1 x safe >m1of4
expect 2 "other options" phaselock merge m1of4 m2 m3
says "are noticed" "were -p and -f the same?"
record m.eml 1 3 1 x safe text >m1text
expect 2 "another text of the model" phaselock merge m1 m1text m2 m3
says "is noticed" "m.eml has two different queries with number 1; was it changed between the runs?"

# Files that are no results.
expect 2 "no such file" phaselock merge one nowhere
says "says so" "nowhere: error: No such file or directory"
echo '{"schema":1,"kind":"model"}' >lint.jsonl
expect 2 "records of lint" phaselock merge one lint.jsonl
says "says where, and what" "lint.jsonl:1: error: "
(cat two; head -c 100 m1) >torn
expect 5 "a torn last line" phaselock merge n2 torn
says "is left out with a word" "torn:4: warning: the last line is incomplete"
(echo '{"schema":1,"kind":"batch","version":"0","queries":5}'; cat two; head -c 100 m1) >out.part
expect 5 "the journal of a batch" phaselock merge n2 out.part
is "is as good as its records" "$out" "$(cat m1 m2 n1 n2)"
(cat two; echo '{"schema":1,"kind":"batch","version":"0","queries":5}') >late.part
expect 2 "its first line elsewhere" phaselock merge late.part
(head -c 100 m1; echo; cat two) >broken
expect 2 "a torn line in the middle" phaselock merge n2 broken
says "is an error" "broken:1: error: not JSON"
expect 0 "an empty file among others" phaselock merge /dev/null whole
expect 2 "no file" phaselock merge
says "says so" "no result file given"
expect 2 "an unknown format" phaselock merge --format xml one
expect 2 "SQLite to standard output" phaselock merge --format sqlite one

# Where it goes.
cp whole kept
expect 4 "a file that is there" phaselock merge one two -o kept
says "is not overwritten" "kept: error: already exists; --force overwrites it"
expect 0 "unless told so" phaselock merge one two -o kept --force
is "nothing is left beside" "$(echo kept*)" kept
expect 4 "a folder that is not there" phaselock merge one two -o nowhere/out
expect 4 "a folder" phaselock merge one two -o . --force
if [ -w /dev/full ]; then
  expect 4 "a full disk" phaselock merge one two -o /dev/full
  says "says so" "/dev/full: error: cannot write: No space left on device"
  expect 4 "a full disk after standard output" bash -c '"$0" merge one two >/dev/full' "$PHASELOCK"
else
  skip "a full disk" "no /dev/full"
fi
# A limit on the size of files is a disk that is full.
small () { (trap '' XFSZ; ulimit -f 1; "$PHASELOCK" "$@"); }
for i in $(seq 100); do record t.eml $i 100 $i x safe; done >hundred
cp whole kept
expect 4 "a disk that fills up" small merge hundred -o kept --force
says "says so" "kept: error: cannot write: File too large"
ok "the old file stays" cmp kept whole
is "and nothing is left beside" "$(echo kept*)" kept
mkfifo pipe
timeout 20 cat pipe >piped & reader=$!
expect 0 "a pipe" phaselock merge one two -o pipe
wait $reader
ok "is written as it is" cmp piped whole
mkdir fixed; chmod 555 fixed
expect 4 "a read-only folder" unprivileged merge one two -o fixed/out
chmod 700 fixed

# Help.
for command in "merge RESULTS..." "diff OLD NEW"; do
  name=${command%% *}
  expect 0 "$name --help" phaselock $name --help
  says "$name --help says how to call it" "Usage: phaselock $name [OPTION...] ${command#* }"
  says "$name --help names the exit status" "Exit status: 0"
  expect 2 "$name with a misspelt option" phaselock $name --fromat jsonl one
  says "$name with a misspelt option: did you mean" "did you mean '--format'?"
done
done_testing
