#!/usr/bin/env bash
# What a batch leaves besides its records: no file after a slip of the pen, names
# that tell models apart, the page of --report, rates that can be read.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# ---- Nothing could be asked: no file. ----
mkdir empty
echo 'process P { raed x; }' >bad.eml
for wrong in nothere empty bad.eml "-f nofield $examples/stack.eml"; do
  # shellcheck disable=SC2086
  expect 2 "nothing to ask: $wrong" phaselock batch $wrong -o slip.jsonl
  is "nothing to ask: no file ($wrong)" "$(ls slip.jsonl* 2>/dev/null)" ""
  # shellcheck disable=SC2086
  expect 2 "nothing to ask, check: $wrong" phaselock check --format jsonl $wrong -o slip.jsonl
  is "nothing to ask, check: no file ($wrong)" "$(ls slip.jsonl* 2>/dev/null)" ""
done
expect 2 "nothing to ask, --resume" phaselock batch --resume nothere -o slip.jsonl
is "nothing to ask, --resume: no file" "$(ls slip.jsonl* 2>/dev/null)" ""
echo old >slip.jsonl
expect 2 "nothing to ask, --force" phaselock batch --force nothere -o slip.jsonl
is "nothing to ask, --force: what was there stays" "$(cat slip.jsonl)" old
expect 2 "nothing to ask, check: a file is there" phaselock check --format jsonl nothere -o slip.jsonl
is "nothing to ask, check: it stays" "$(cat slip.jsonl)" old
echo 'process P { skip; }' >nofield.eml
expect 0 "a model without queries" phaselock batch nofield.eml -o noquery.jsonl
ok "a model without queries: that is a result" test -e noquery.jsonl

# ---- Names. ----
mkdir -p d1/sub d2 d3/d1
cp "$examples/stack.eml" d1/x.eml; cp "$examples/buffer.eml" d2/x.eml
cp "$examples/stack.eml" d1/sub/y.eml; cp "$examples/stack.eml" d3/d1/x.eml
names () { sed 's/.*"model":"\([^"]*\)".*/\1/' "$1" | uniq | xargs; }
expect 0 "two models of one name" phaselock batch d1 d2 -o names.jsonl
is "two models of one name: have their paths" "$(names names.jsonl)" "sub/y.eml d1/x.eml d2/x.eml"
phaselock check -q --format jsonl d1 d2 >names-check.jsonl
same "two models of one name: as check has them" names.jsonl names-check.jsonl
phaselock batch d1 d2 d3 -o names3.jsonl
is "a path that is a name: tells them apart, too" "$(names names3.jsonl)" "sub/y.eml d1/x.eml d2/x.eml d3/d1/x.eml"
expect 0 "names: each model is complete" phaselock merge names3.jsonl -o names3m.jsonl

# ---- The page. ----
expect 0 "--report" phaselock batch --witness d1 "$PWD/d2/x.eml" -o page.jsonl --report page.html
ok "--report: a page with the model in it" grep -q 'process Producer' page.html
ok "--report: with the model of another folder" grep -q "$(sed -n 's/^ *\(process [A-Za-z]*\).*/\1/p' d2/x.eml | head -1)" page.html
ok "--report: with the interleavings" grep -q '"action"\|"steps"\|"witness"' page.html
is "--report: the file is what it is without" "$(phaselock batch --witness d1 "$PWD/d2/x.eml" | sed 's/,"ms":[^,}]*//' | md5sum)" "$(timeless page.jsonl | md5sum)"
expect 0 "--report to standard output" phaselock batch d1 -o page3.jsonl --report -
ok "--report to standard output: the page" grep -q '</html>' <<<"$out"
expect 0 "report to standard output" phaselock report page.jsonl -o -
ok "report to standard output: the page" grep -q '</html>' <<<"$out"
ok "no file has the name -" test ! -e ./-
expect 10 "check --report to standard output" phaselock check -q d1 -o found.txt --report -
ok "check --report to standard output: the page" grep -q '</html>' <<<"$out"
expect 2 "check --report -, and the findings, too" phaselock check -q d1 --report -
says "check --report -: what to do" "give these a file with -o, or the page a name"
"$gen" choices -n 24 -o long.eml
expect 130 "--report, and a signal" timeout --foreground --preserve-status -s INT 2 "$PHASELOCK" batch -e bdd long.eml -o stopped.jsonl --report stopped.html
ok "--report, and a signal: no page" test ! -e stopped.html
expect 2 "--report without -o" phaselock batch --report x.html d1
says "--report without -o: says so" "--report makes its page from a file: -o FILE is needed"
expect 2 "--report with --list" phaselock batch --list -o x.jsonl --report x.html d1
expect 2 "--report with a device" phaselock batch -o /dev/null --report x.html d1
expect 2 "--certificate" phaselock batch --certificate x.cert d1
says "--certificate: what to do" "use 'phaselock check --certificate FILE' for these models"
expect 0 "--format jsonl" phaselock batch --format jsonl -p 1 d1

# ---- Progress. ----
"$gen" random --count=150 --fields=4 --seed=3 -o many
phaselock batch --progress always many -o many.jsonl 2>many.err
is "progress: no powers of ten" "$(grep -c 'e+' many.err)" 0
done_testing
