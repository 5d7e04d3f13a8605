#!/usr/bin/env bash
# sarif.sh -- check --format sarif: valid, true, the same every time.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"
models=$SOURCE/models/examples
valid () { ok "$1: valid" "$BUILD/tests/explain/sarif" "$2"; }
log () { # STATUS NAME ARGUMENTS...
  local status=$1 name=$2; shift 2
  expect "$status" "$name" phaselock check --format sarif "$@"
  cp "$scratch/stdout" "log.sarif"
  valid "$name" log.sarif
}
count () { grep -oF -- "$1" log.sarif | wc -l; }

log 10 "all examples" "$models"
# Causes and violations: the columns of the table of `check models/examples'.
read -r violations causes < <(phaselock check "$models" 2>/dev/null | awk '$1 ~ /\.eml$/ { v += $3; c += $4 } END { print v, c }')
is "all examples: a result for each cause" "$(count '"kind":"fail"')" "$causes"
is "all examples: every violation" "$(grep '^{"ruleId"' log.sarif | sed -E 's/.*"occurrenceCount":([0-9]+).*/\1/; t; s/.*/1/' | awk '{ n += $1 } END { print n }')" "$violations"
if command -v python3 >/dev/null; then
  cp log.sarif all.sarif
  python3 "$SOURCE/tests/explain/fixes.py" all.sarif >fixed.txt
  ok "fixes: there are enough" test "$(wc -l <fixed.txt)" -ge 15
  is "fixes: each removes its finding" "$(grep -v '^ok' fixed.txt)" ""
fi
log 10 "the stack" "$models/stack.eml"
is "the stack: its cause" "$(count '"kind":"fail"')" 1
is "the stack: its violations" "$(count '"occurrenceCount":2')" 1
is "the stack: nothing that is safe" "$(count '"pass"')" 0
is "the stack: Java" "$(grep -o '"results":.*' <(tr -d '\n' <log.sarif) | grep -o '"artifactLocation":{"uri":"Stack.java","index":[0-9]*},"region":{"startLine":42}' | sort -u | wc -l)" 1
is "the stack: a place that only the model has" "$(count '"region":{"startLine":67,"startColumn":35}' | head -1 | sed 's/^[1-9].*/some/')" some
is "the stack: rules" "$(count '"shortDescription"')" 37
is "the stack: it was successful" "$(count '"invocations":[{"executionSuccessful":true,"exitCode":10}]')" 1
log 10 "one rule" -p 12 "$models/stack.eml"
is "one rule: only that" "$(count '"shortDescription"')" 1
is "one rule: what its threads are" "$(count "A either; u and u' are units of work of two processes.\"")" 1
is "one rule: what happens" "$(count '"text":"u reads two fields, and another unit writes both')" 2
is "one rule: an example, with its braces" "$(count '```java\nObject top() {  ')" 1
is "one rule: its index" "$(count '"ruleId":"complete-12","ruleIndex":0')" 1
log 0 "safe" "$models/stack-fixed.eml"
is "safe: no results" "$(count '"results":[]')" 1
log 5 "unknown" -e bdd --memory 0.001 -p 1,12 "$models/stack.eml"
is "unknown: open" "$(count '"kind":"open","level":"none"')" 4
is "unknown: why" "$(count 'not decided (memory)' | sed 's/^[1-9].*/some/')" some

# Races and deadlocks: their rules; a place for each process; how they end.
log 10 "meetings" -p race,deadlock "$models/philosophers.eml" "$models/workers.eml"
is "meetings: their rules" "$(grep -oE '"id":"[a-z]*",("name":"[A-Za-z]*"|"short)' log.sarif | tr '\n' ' ')" \
  '"id":"race","name":"DataRace" "id":"deadlock","short '
is "meetings: their tags" "$(grep -oE '"tags":\[[^]]*\]' log.sarif | tr '\n' ' ')" \
  '"tags":["concurrency","race"] "tags":["concurrency","deadlock"] '
is "meetings: what is asked" "$(count '"fullDescription":{"text":"Two processes are about to access the field')$(count '"fullDescription":{"text":"Processes wait in a circle')" 11
is "meetings: help, with an example" "$(count '```java\nstop = true;')$(count '```java\nsynchronized (a) {')" 11
is "meetings: results" "$(grep -oE '"ruleId":"[a-z]*","ruleIndex":[0-9]' log.sarif | tr '\n' ' ')" \
  '"ruleId":"deadlock","ruleIndex":1 "ruleId":"race","ruleIndex":0 '
is "meetings: the second race has the same cause" "$(count '"occurrenceCount":2')" 1
# The places of a result, the first one from `locations': LINE MESSAGE.
places () { # RESULT
  grep '^{"ruleId"' log.sarif | sed -n "$1p" | sed 's/,"codeFlows".*"relatedLocations"//' |
    grep -oE '"region":\{"startLine":[0-9]+|"kind":"(module|function)"\}\],"message":\{"text":"[^"]*"' |
    sed -E 's/.*:([0-9]+)$/\1/; s/.*"text":"(.*)"/\1/' | paste -d' ' - -
}
is "deadlock: where each process waits" "$(places 1)" "12 Kant: waits for f2
12 Hegel: waits for f3
12 Marx: waits for f1"
is "race: the other one" "$(count '"startLine":24}},"message":{"text":"also here: data race on field done"}')" 1
is "race: both accesses" "$(places 2 | head -2)" "23 Worker[0]: about to write total
15 Main: about to read total"
is "deadlock: the message" "$(grep -oE '"text":"deadlock: .*which Kant holds\. Taking .f1. before .f3. in Marx \([^"]*"' log.sarif | wc -l)" 1
is "race: the message" "$(count "\"text\":\"data race on field total: u = Worker[0], u' = Main. Because Worker[0] holds 'monitor' (since step 8) at Main.java:23, and Main holds no lock at Main.java:15: no lock keeps them apart. Holding 'monitor' in Main (Main.java:15, workers.eml:45) would have prevented it: the query is then safe.\"")" 1
flows () { grep '^{"ruleId"' log.sarif | sed -n "$1p" | grep -oE '"id":"[^"]*","locations"' | sed 's/","locations"//; s/"id":"//' | tr '\n' ' '; }
is "deadlock: all steps, and a flow for each process" "$(flows 1)" "all Kant Hegel Marx "
is "race: all steps, and a flow for each process" "$(flows 2)" "all Worker[0] Main "
is "meetings: nothing is a step of a pattern" "$(count 'of the pattern')" 0
is "meetings: what they end with is essential" "$(count '"importance":"essential"')" $((2 * (3 + 2)))
log 5 "meetings, unknown" -e bdd --memory 0.001 -p race,deadlock "$models/philosophers.eml"
is "meetings, unknown: which" "$(grep -oE '"text":"[^"]*not decided[^"]*"' log.sarif | tr '\n' ' ')" \
  '"text":"data race on field rice: not decided (memory)" "text":"deadlock: not decided (memory)" '

# What models with data are asked: rules of their own.
cat >claims.eml <<'END'
field int(4) x, y;  exclusive y when (x == 5);
process P { x = 1; assert (x == 0); }
process Q { x = 3 / x; }
process R { y = 2; }
END
log 10 "claims" -p assert,exclusive claims.eml
is "claims: their rules" "$(grep -oE '"id":"[a-z]*","name":"[A-Za-z]*"' log.sarif | tr '\n' ' ')" \
  '"id":"assert","name":"Assertion" "id":"wrong","name":"WrongOperation" "id":"exclusive","name":"AccessWithoutPermission" '
is "claims: a result of each" "$(grep -oE '"ruleId":"[a-z]*","ruleIndex":[0-9]' log.sarif | sort | tr '\n' ' ')" \
  '"ruleId":"assert","ruleIndex":0 "ruleId":"exclusive","ruleIndex":2 "ruleId":"wrong","ruleIndex":1 '

# A run of 12,000 steps is not written out.
{ echo 'field x; lock l; proc p0 { sync l { skip; } }'
  for i in {1..11}; do echo "proc p$i { call p$((i - 1)); call p$((i - 1)); }"; done
  echo 'process A { unit { read x; call p11; write x; } } process B { sync l { write x; } }'; } >long.eml
log 10 "a long run" -p 1 long.eml
ok "a long run: a short log" test "$(wc -c <log.sarif)" -lt 50000
ok "a long run: its last step" grep -q '"executionOrder":12[0-9][0-9][0-9]' log.sarif
expect 10 "a long run as a timeline" phaselock explain -p 1 -f x long.eml
ok "a long run as a timeline: a short table" test "$(wc -l <<<"$out")" -lt 40

# Fingerprints stay when lines move, and differ for other findings.
fingerprints () { grep -o '"phaselock/v2":"[0-9a-f]*"' log.sarif; }
log 10 "fingerprints" "$models/stack.eml"
before=$(fingerprints)
{ printf '\n\n\n'; cat "$models/stack.eml"; } >moved.eml
log 10 "moved lines" moved.eml
is "moved lines: the same fingerprints" "$(fingerprints)" "$before"
log 10 "other fingerprints" "$models/vector.eml"
is "fingerprints differ" "$(fingerprints | sort -u | wc -l)" 2

# Twice the same bytes, in any locale.
phaselock check --format sarif "$models/vector.eml" >a.sarif
LC_ALL=C.UTF-8 COLUMNS=40 "$PHASELOCK" check --format sarif "$models/vector.eml" >b.sarif
ok "the same bytes" cmp a.sarif b.sarif

# Bad models, paths and names that need encoding, automata of a file.
echo 'field x' >bad.eml
log 2 "a bad model" bad.eml "$models/stack.eml"
is "a bad model: not successful" "$(count '"executionSuccessful":false,"exitCode":2')" 1
is "a bad model: says why" "$(count '"toolExecutionNotifications":[{"level":"error"')" 1
is "a bad model: the other is there" "$(count '"kind":"fail"')" 1
log 2 "a missing model" missing.eml
mkdir -p 'a b'
name=$'a b/%#?é\xff:x.eml'
cp "$models/stack.eml" "$name"
log 10 "an odd path" "$name"
ok "an odd path: encoded" grep -qF '"uri":"a%20b/%25%23%3F%C3%A9%FF%3Ax.eml"' log.sarif
log 10 "an absolute path below the root" "$PWD/$name"
ok "an absolute path below the root: relative" grep -qF '"uri":"a%20b/%25%23%3F%C3%A9%FF%3Ax.eml","uriBaseId":"%SRCROOT%"' log.sarif
mkdir -p root/sub
cp "$models/stack.eml" root/sub
log 10 "--root" --root root root/sub/stack.eml
ok "--root: relative to it" grep -qF '"uri":"sub/stack.eml","uriBaseId":"%SRCROOT%"' log.sarif
ok "--root: what is not there stays" grep -qF '"uri":"Stack.java","index"' log.sarif
log 10 "outside the root" --root root/sub "$PWD/a b/"
ok "outside the root: a file" grep -qF "\"uri\":\"file://$(realpath .)/a%20b/" log.sarif
ok "outside the root: without its id" bash -c '! grep -q "%FF%3Ax.eml\",\"uriBaseId" log.sarif'
refused () { expect 2 "$1" phaselock check --format sarif "${@:3}"; says "$1: says why" "$2"; }
refused "no root" "--root takes a folder, and 'nowhere' is none" --root nowhere "$models/stack.eml"
phaselock check --format sarif - <"$models/stack.eml" >log.sarif
valid "standard input" log.sarif
cat >odd.eml <<'END'
field "{0}", "a](b)"; lock "{l}";
process "P{1}" @"no place" { unit { sync "{l}" { read "{0}" @"My File.java:12:7"; } write "{0}" @"12"; } }
process "[x](y)" { sync "{l}" { write "{0}" @"A.java:0"; } }
END
log 10 "odd names" odd.eml
ok "odd names: line and column" grep -qF '"uri":"My%20File.java","index":0},"region":{"startLine":12,"startColumn":7}' log.sarif
ok "odd names: what is no place is in the model" grep -qF '"uri":"odd.eml"' log.sarif
ok "odd names: braces are doubled" grep -qF 'read \"{{0}}\"' log.sarif
ok "odd names: no links" grep -qF '[x\\](y)' log.sarif
log 10 "automata of a file" -a "$SOURCE/tests/golden/check/ring.pa" "$SOURCE/tests/golden/check/ring.eml"
is "automata of a file: their rules" "$(count '"id":"ring-ring"')$(count '"id":"ring-pair"')" 11
is "automata of a file: what their threads are" "$(count 'A either; a, b and c are different processes."')" 1
expect 10 "-o" phaselock check --format sarif -o log.sarif "$models/stack.eml"
valid "-o" log.sarif

# The checker notices what is wrong.
breaks () { # NAME SED
  sed "$2" a.sarif >broken.sarif
  ok "noticed: $1" bash -c '! "$@" && ! cmp -s a.sarif broken.sarif' - "$BUILD/tests/explain/sarif" broken.sarif
}
breaks "a member that is none" 's/"ruleIndex"/"ruleindex"/'
breaks "a word that is none" 's/"kind":"fail"/"kind":"failed"/'
breaks "kind and level" 's/"level":"error","message"/"level":"none","message"/'
breaks "a missing message" 's/"message"/"properties"/'
breaks "another artifact" 's/"index":1/"index":0/'
breaks "another order" 's/"executionOrder":2/"executionOrder":3/'
breaks "a URI" 's/"uri":"Vector.java"/"uri":"Vector java"/'
done_testing
