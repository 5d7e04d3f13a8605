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
is "all examples: every violation" "$(count '"kind":"fail"')" 155
log 10 "the stack" "$models/stack.eml"
is "the stack: its violations" "$(count '"kind":"fail"')" 2
is "the stack: nothing that is safe" "$(count '"pass"')" 0
is "the stack: Java" "$(grep -o '"results":.*' <(tr -d '\n' <log.sarif) | grep -o '"artifactLocation":{"uri":"Stack.java","index":[0-9]*},"region":{"startLine":42}' | sort -u | wc -l)" 1
is "the stack: a place that only the model has" "$(count '"region":{"startLine":67,"startColumn":35}' | head -1 | sed 's/^[1-9].*/some/')" some
is "the stack: rules" "$(count '"shortDescription"')" 34
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
is "fingerprints differ" "$(sort -u <<<"$before" | wc -l)" 2

# Twice the same bytes, in any locale.
phaselock check --format sarif "$models/vector.eml" >a.sarif
LC_ALL=C.UTF-8 COLUMNS=40 "$PHASELOCK" check --format sarif "$models/vector.eml" >b.sarif
ok "the same bytes" cmp a.sarif b.sarif

# Bad models, paths and names that need encoding, automata of a file.
echo 'field x' >bad.eml
log 2 "a bad model" bad.eml "$models/stack.eml"
is "a bad model: not successful" "$(count '"executionSuccessful":false,"exitCode":2')" 1
is "a bad model: says why" "$(count '"toolExecutionNotifications":[{"level":"error"')" 1
is "a bad model: the other is there" "$(count '"kind":"fail"')" 2
log 2 "a missing model" missing.eml
mkdir -p 'a b'
name=$'a b/%#?é\xff:x.eml'
cp "$models/stack.eml" "$name"
log 10 "an odd path" "$name"
ok "an odd path: encoded" grep -qF '"uri":"a%20b/%25%23%3F%C3%A9%FF%3Ax.eml"' log.sarif
log 10 "an absolute path" "$PWD/$name"
ok "an absolute path: a file" grep -qF "\"uri\":\"file://$PWD/a%20b/" log.sarif
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
