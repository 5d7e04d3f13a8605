#!/usr/bin/env bash
# report.sh -- the page without a browser: what is in it, what never is, and what
# becomes of bad results, full disks and files that are not there.
source "$(dirname "$0")/../cli/common.sh"
mkdir models
cp "$SOURCE"/models/examples/stack.eml "$SOURCE"/models/examples/stack-fixed.eml models/
phaselock check --witness --format jsonl models >results.jsonl
is "there are results to work on" "$(wc -l <results.jsonl | tr -d ' ')" 134

# The data of a page: the line after the opening of the island.
island () { sed -n '/<script type="application\/json" id="data">/,/<\/script>/p' "$1" | sed '1d;$d'; }
has () { # NAME FILE TEXT
  grep -qF -- "$3" "$2"; tap_result $? "$1"
}
lacks () { # NAME FILE PATTERN
  ! grep -qE -- "$3" "$2"; tap_result $? "$1"
  grep -noE -- ".{0,40}$3.{0,40}" "$2" | head -3 | sed 's/^/# /'
}

expect 0 "a page" phaselock report results.jsonl --source models -o page.html
is "it says nothing" "$out$err" ""
has "it is HTML" page.html "<!DOCTYPE html>"
has "it has a policy" page.html "default-src 'none'; style-src 'sha256-"
lacks "no place of the template is left open" page.html '@(style|script|data|style-hash|script-hash)@'
lacks "it loads nothing" page.html '(src|href|action)="(https?:)?//|@import|url\((https?:)?//|XMLHttpRequest|fetch\('
is "one island, one script" "$(grep -c '<script' page.html) $(grep -c '</script>' page.html)" "2 2"
island page.html >data.json
has "titles of patterns" data.json '"inconsistent pair read"'
has "formulas of patterns" data.json "R(l1) W'(l2) W'(l1) R(l2)"
has "what patterns mean" data.json 'u reads two fields, and another unit writes both'
has "the text of the model" data.json '// takes it again: too late'
has "where a step stands in Java" data.json 'Stack.java:53'
ls -a >files; is "nothing is left beside it" "$(grep -c phaselock- files)" 0
# When and how the page was made.  SOURCE_DATE_EPOCH makes it the same every time.
today=$(date -u +%Y-%m-%d); has "the date" data.json "\"made\":\"${today%-*}-"
has "the file of results" data.json '"results.jsonl"'
if [ -r /proc/self/cmdline ]; then
  has "the command" data.json '"command":"phaselock report results.jsonl --source models -o page.html"'
  cp results.jsonl "it's <new>.jsonl"
  expect 0 "results with a strange name" phaselock report "it's <new>.jsonl" -o strange.html
  has "the command, quoted for a shell" strange.html \
    "\"command\":\"phaselock report 'it'\\u005c''s \\u003cnew\\u003e.jsonl' -o strange.html\""
  sources=()
  for i in $(seq 1 300); do sources+=(--source "folder-number-$i"); done
  expect 0 "a very long command" phaselock report results.jsonl "${sources[@]}" -o strange.html
  has "a very long command is cut" strange.html ' ...","inputs":'
else
  skip "the command" "no /proc/self/cmdline"
fi
dated () { SOURCE_DATE_EPOCH=$1 "$PHASELOCK" report results.jsonl -o dated.html; }
dated 1000000000; has "SOURCE_DATE_EPOCH" dated.html '"made":"2001-09-09 01:46 UTC"'
cp dated.html first.html; dated 1000000000
cmp -s dated.html first.html; tap_result $? "the same results give the same bytes"
for wrong in '' x 12x -5 99999999999999999999; do
  dated "$wrong"; has "SOURCE_DATE_EPOCH='$wrong' is no time: the clock counts" dated.html "\"made\":\"${today%-*}-"
done
is "its mode is that of any new file" "$(stat -c %a page.html)" "$(touch new; stat -c %a new)"

# Sources: found beside the results, in the current folder, below --source.
expect 0 "without the model" phaselock report results.jsonl -o bare.html
island bare.html >bare.json
lacks "then its text is not there" bare.json 'takes it again'
mkdir -p src/deep/down; printf 'class Stack {\n  int secret_line;\n}\n' >src/deep/down/Stack.java
expect 0 "with Java below --source" phaselock report results.jsonl --source src -o java.html
has "the Java text is there" java.html 'int secret_line;'
cp results.jsonl models/; (cd / && "$PHASELOCK" report "$scratch/models/results.jsonl" -o "$scratch/beside.html")
has "a model beside the results is found" beside.html '// takes it again: too late'
seq 1 100000 | sed 's/$/ \/\/ line/' >src/Long.java
cat >long.jsonl <<'END'
{"schema":1,"id":"a","model":"m.eml","pattern":1,"fields":["f"],"automata":"strict","verdict":"violation","processes":["P","Q"],"ms":1,"witness":[{"process":"P","action":"read","object":"f","at":"m.eml:1:1","source":"Long.java:5000","phase":1}]}
END
expect 0 "a long source" phaselock report long.jsonl --source src -o long.html
has "the lines around are there" long.html '"5010 // line"'
lacks "the others are not" long.html '"5011 // line"'

# Results from strangers do not choose which files are read.
echo 'top secret' >secret.txt; echo 'top secret' >"$scratch/outside.txt"; mkdir inside
sed "s|Long.java:5000|../outside.txt:1|; s|m.eml:1:1|$scratch/secret.txt:1:1|" long.jsonl >inside/evil.jsonl
(cd inside && "$PHASELOCK" report evil.jsonl --source . -o ../evil.html)
lacks "no file outside the folders is read" evil.html 'top secret'

# Names cannot break out of the island.
cat >evil.jsonl <<'END'
{"schema":1,"id":"x","model":"</script><script>alert(1)</script>.eml","pattern":"<b>","fields":["<!--\u2028\u2029&\"'\\"],"automata":"mine.pa","verdict":"unknown","reason":"</SCRIPT>","ms":1}
END
expect 0 "hostile names" phaselock report evil.jsonl -o evil.html
is "no element more" "$(grep -ci '<script' evil.html) $(grep -ci '</script' evil.html)" "2 2"
island evil.html >evil.json
lacks "no bracket in the data" evil.json '[<>&]'
lacks "no line separator in the data" evil.json $'\xe2\x80[\xa8\xa9]'
has "they are there, escaped" evil.json '\u003c/script\u003e'
has "a line separator is escaped" evil.json '\u2028\u2029'
printf '{"schema":1,"id":"x","model":"%s","pattern":1,"fields":["f"],"automata":"strict","verdict":"safe","ms":1}\n' \
  "$(letters 1000000 m)" >huge.jsonl
expect 0 "a name of a megabyte" phaselock report huge.jsonl -o huge.html

# Results without verdicts for some, several files, the same query twice.
phaselock check --format jsonl models/stack.eml >again.jsonl
sed 's/"verdict":"safe"/"verdict":"unknown","reason":"timeout"/' again.jsonl >worse.jsonl
expect 0 "two files with the same queries" phaselock report again.jsonl worse.jsonl -o both.html
island both.html >both.json
lacks "the later record counts" both.json '"c":"[vu]*s'
expect 0 "results from standard input" bash -c '"$0" report - -o piped.html <results.jsonl' "$PHASELOCK"
: >empty.jsonl
expect 0 "no results at all" phaselock report empty.jsonl -o empty.html

if phaselock merge results.jsonl -o results.sqlite 2>merge.err; then
  expect 0 "results in SQLite" phaselock report results.sqlite -o sqlite.html
  has "results in SQLite: they are there" sqlite.html "R(l1) W'(l2) W'(l1) R(l2)"
else
  skip "results in SQLite" "$(cat merge.err)"
fi

# Against a baseline.
sed '/"pattern":12,"fields":\["count","data"\]/s/"verdict":"violation".*"engine"/"verdict":"safe","engine"/' \
  results.jsonl >old.jsonl
expect 0 "--baseline" phaselock report results.jsonl --baseline old.jsonl -o new.html
island new.html >new.json
is "what was known before is there" "$(grep -o '"c":"vs","o":"ss"' new.json)" '"c":"vs","o":"ss"'
echo '{"schema":1,"id":"g","model":"gone.eml","pattern":3,"fields":["f"],"automata":"strict","verdict":"violation","ms":1}' >>old.jsonl
expect 0 "--baseline with a query that is gone" phaselock report results.jsonl --baseline old.jsonl -o new.html
has "it is there" new.html '"gone.eml"'
has "and counted as gone" new.html '"gone":[['
expect 2 "--baseline that is not there" phaselock report results.jsonl --baseline none.jsonl -o none.html
says "says so" "none.jsonl: error: No such file or directory"

# Bad results: status 2, the line, and no page.
bad () { # NAME MESSAGE (file bad.jsonl)
  rm -f bad.html
  expect 2 "refused: $1" careful report bad.jsonl -o bad.html
  says "refused: $1: says where and why" "$2"
  [ ! -e bad.html ]; tap_result $? "refused: $1: no page"
}
good='{"schema":1,"id":"a","model":"m","pattern":1,"fields":["f"],"automata":"strict","verdict":"safe","ms":1}'
two () { printf '%s\n%s\n' "$good" "$1" >bad.jsonl; }
two '{"schema":1,'; bad "broken JSON" "bad.jsonl:2: error: not JSON:"
two '[1]'; bad "no object" "bad.jsonl:2: error: not a JSON object"
two '{}'; bad "no record" 'bad.jsonl:2: error: there is no "schema": this is not a record of phaselock'
two "${good/1/2}"; bad "another schema" 'bad.jsonl:2: error: "schema" is not 1'
two "${good/\"id\":\"a\",/}"; bad "no id" 'bad.jsonl:2: error: there is no "id"'
two "${good/\"m\"/5}"; bad "a model that is not a string" 'bad.jsonl:2: error: "model" is not a string'
two "${good/\[\"f\"\]/[]}"; bad "no field" 'bad.jsonl:2: error: "fields" is empty'
two "${good/\[\"f\"\]/[1]}"; bad "a field that is not a string" 'bad.jsonl:2: error: "fields" holds something that is not a string'
two "${good/safe/fine}"; bad "another verdict" 'bad.jsonl:2: error: "verdict" is "fine"; there are violation, safe and unknown'
two "${good/\"verdict\":\"safe\",/}"; bad "no verdict" 'bad.jsonl:2: error: there is no "verdict"'
two "${good/\"id\"/\"id\":\"b\",\"id\"}"; bad "a member twice" "bad.jsonl:2: error: not JSON:"
two "${good/\"ms\":1/\"ms\":-1}"; bad "a time below zero" 'bad.jsonl:2: error: "ms" is not a time'
two "${good/\"ms\":1/\"witness\":[{\"process\":1\}]}"; bad "a step that is none" 'bad.jsonl:2: error: "process" is not a string'
two "${good/\"ms\":1/\"witness\":5}"; bad "a witness that is none" 'bad.jsonl:2: error: "witness" is not an array'
phaselock lint --format jsonl models/stack.eml >bad.jsonl
bad "records of lint" 'bad.jsonl:1: error: a record of kind "model", not of a query'
printf 'a\0b\n' >bad.jsonl; bad "NUL" "bad.jsonl:1: error: not JSON"
printf '{"schema":1,"id":"\xff"}\n' >bad.jsonl; bad "broken UTF-8" "bad.jsonl:1: error: not JSON"
printf '%s\n' "$(letters 100000 '[')" >bad.jsonl; bad "nested too deep" "bad.jsonl:1: error: not JSON"
rm bad.jsonl; mkdir bad.jsonl; bad "a folder" "bad.jsonl: error: Is a directory"; rmdir bad.jsonl
expect 2 "results that are not there" phaselock report none.jsonl -o none.html
says "results that are not there: says so" "none.jsonl: error: No such file or directory"

# A torn last line is what a killed batch leaves behind.
printf '%s\n%s' "$good" "${good%???????}" >torn.jsonl
expect 0 "a torn last line" phaselock report torn.jsonl -o torn.html
says "a torn last line: warns" "torn.jsonl:2: warning: the last line is incomplete and left out"
printf '%s' "$good" >whole.jsonl
expect 0 "a last line without its end is whole" phaselock report whole.jsonl -o whole.html
is "and no warning" "$err" ""

# Where it goes.
if [ -w /dev/full ]; then
  expect 4 "a full disk" phaselock report results.jsonl -o /dev/full
  says "a full disk: says so" "/dev/full: error: cannot write: No space left on device"
else
  skip "a full disk" "no /dev/full"
fi
expect 4 "a folder that is not there" phaselock report results.jsonl -o nowhere/page.html
says "a folder that is not there: says so" "nowhere/page.html: error: cannot write: No such file or directory"
expect 4 "a folder as the page" phaselock report results.jsonl -o models
says "a folder as the page: says so" "models: error: cannot write: Is a directory"
echo old >kept.html; (ulimit -f 8; trap '' XFSZ; "$PHASELOCK" report results.jsonl -o kept.html 2>stderr; echo $? >status)
is "a page that does not fit: status" "$(cat status)" 4
is "a page that does not fit: the old one stays" "$(cat kept.html)" old
ls >files; is "a page that does not fit: nothing is left behind" "$(grep -c phaselock- files)" 0
mkdir real; echo old >real/page.html; ln -s real/page.html link.html
expect 0 "through a link" phaselock report results.jsonl -o link.html
[ -L link.html ] && grep -q DOCTYPE real/page.html; tap_result $? "the link stays, what it points to is written"

# check --report: the same page without a file in between.
expect 10 "check --report" phaselock check --report checked.html models
is "check --report: prints what it always prints" "$out" "$(phaselock check models)"
has "check --report: the model" checked.html "// takes it again: too late"
has "check --report: the interleaving" checked.html "Stack.java:53"
has "check --report: the sentence" checked.html "it releases"
expect 0 "check --report: no violation" phaselock check -q --report safe.html models/stack-fixed.eml
expect 10 "check --report of a stream" bash -c '"$0" check -q --report stream.html - <models/stack.eml' "$PHASELOCK"
expect 4 "check --report on a full disk" phaselock check -q --report /dev/full models

# Usage.
expect 2 "no results named" phaselock report -o x.html
expect 2 "no page named" phaselock report results.jsonl
says "no page named: says so" "give -o FILE.html"
expect 0 "--help" phaselock report --help
done_testing
