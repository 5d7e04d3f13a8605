#!/usr/bin/env bash
# input.sh -- phaselock trace: the format, compressed input, pipes, hostile input.
source "$(dirname "$0")/../cli/common.sh"

cp "$SOURCE/tests/trace/small.std" .
expect 10 "a race" "$PHASELOCK" trace small.std
is "its text" "$out" "VIOLATION  race  o.f
  event 3: T0 w(o.f) at main.c:3, holds L
  event 5: T1 r(o.f) at main.c:17, holds no lock
small.std: 5 events, 2 threads, 1 lock, 1 variable: 1 race on 1 variable"
wanted=$(sed '$d' <<<"$out")

# The same text in other wrappings.
sed 's/$/\r/' small.std >crlf.std
printf %s "$(<small.std)" >no-newline.std
gzip -c small.std >small.gz
{ head -4 small.std | gzip -c; tail -n +5 small.std | gzip -c; } >two.gz
files=(crlf.std no-newline.std)
built_with () { ! "$PHASELOCK" trace "$1" 2>&1 | grep -q 'was built without'; }
built_with small.gz && files+=(small.gz two.gz)
if command -v zstd >/dev/null && zstd -q small.std -o small.zst && built_with small.zst; then
  { head -4 small.std | zstd -q; tail -n +5 small.std | zstd -q; } >two.zst
  files+=(small.zst two.zst)
fi
for file in "${files[@]}"; do
  expect 10 "$file" "$PHASELOCK" trace "$file"
  is "$file: the same race" "$(sed '$d' <<<"$out")" "$wanted"
done
out=$("$PHASELOCK" trace - <small.std | sed '$d')
is "standard input" "$out" "$wanted"
out=$(while read -r line; do printf '%s' "$line" | head -c 5; sleep 0.01; printf '%s\n' "${line:5}"; done \
        <small.std | "$PHASELOCK" trace - | sed '$d')
is "a pipe, in pieces" "$out" "$wanted"
mkfifo fifo
cat small.std >fifo &
out=$("$PHASELOCK" trace fifo | sed '$d')
is "a FIFO" "$out" "$wanted"
wait

# Compressed files that break off, or are broken.
head -c 40 small.gz >short.gz
printf '\x1f\x8b\x08\x00garbage that is no gzip' >bad.gz
printf '\x28\xb5\x2f\xfdgarbage that is no zstd' >bad.zst
for file in short.gz bad.gz bad.zst; do
  expect 2 "$file" "$PHASELOCK" trace "$file"
  ok "$file: one line on standard error" test "$(wc -l <<<"$err")" = 1
done

# What is no trace: the line, what is wrong, status 2; --lenient skips it.
bad () { # NAME LINE MESSAGE, the trace on standard input
  cat >bad.std
  expect 2 "$1" "$PHASELOCK" trace bad.std
  is "$1: the message" "$err" "bad.std:$2: error: $3"
  expect 0 "$1, leniently" "$PHASELOCK" trace --lenient bad.std
  ok "$1, leniently: it is counted" grep -q "note: 1 line skipped" <<<"$err"
}
bad "no bar" 1 "an event is thread|op(object)|location" <<<'hello'
bad "no thread" 1 "the event has no thread" <<<'|r(x)|1'
bad "no operation" 1 "there is no operation 'rd'" <<<'T1|rd(x)|1'
bad "an empty operation" 1 "there is no operation ''" <<<'T1||1'
bad "no object" 1 "'r' needs an object: r(...)" <<<'T1|r|1'
bad "no parenthesis" 1 "'r(' lacks its ')'" <<<'T1|r(x|1'
bad "a NUL byte" 2 "the line has a NUL byte in it" < <(printf 'T1|r(y)|1\nT1|r(x\0)|1\n')
bad "release without acquire" 1 "'T1' releases lock 'L' without holding it" <<<'T1|rel(L)|1'
bad "two holders" 3 "two holders: 'T2' takes lock 'L', which 'T1' holds" <<'END'
T1|acq(L)|1
# one more
T2|acq(L)|1
END
bad "not forked" 2 "an event of thread 'T3', which has not been forked" <<'END'
T1|fork(T2)|1
T3|r(x)|1
END
bad "joined" 3 "an event of thread 'T2', which has been joined" <<'END'
T1|fork(T2)|1
T1|join(T2)|1
T2|r(x)|1
END
bad "forked twice" 2 "thread 'T2' is forked, but has been there before" <<'END'
T1|fork(T2)|1
T1|fork(T2)|1
END
bad "joined before it was forked" 1 "thread 'T2' is joined, but has not been forked" <<<'T1|join(T2)|1'
bad "joins itself" 1 "thread 'T1' joins itself" <<<'T1|join(T1)|1'

# Of two problems the first one counts, whoever sees it.
printf 'T1|rel(L)|1\nT1|no such thing\n' >two.std
expect 2 "two problems" "$PHASELOCK" trace two.std
is "the first" "$err" "two.std:1: error: 'T1' releases lock 'L' without holding it"

# Long lines, names that a terminal would obey, no file, a folder, nothing at all.
{ printf 'T1|r('; head -c 100000 /dev/zero | tr '\0' x; echo ')|1'; } >long.std
expect 2 "a line of 100,000 bytes" "$PHASELOCK" trace long.std
is "its message" "$err" "long.std:1: error: the line is longer than 65536 bytes"
printf 'T\e[31m|rel(L\e)|1\n' >escape.std
expect 2 "control characters" "$PHASELOCK" trace escape.std
is "are shown" "$err" "escape.std:1: error: 'T<U+001B>[31m' releases lock 'L<U+001B>' without holding it"
expect 2 "no such file" "$PHASELOCK" trace nowhere.std
expect 2 "a folder" "$PHASELOCK" trace .
expect 2 "no argument" "$PHASELOCK" trace
: >empty.std
expect 0 "an empty trace" "$PHASELOCK" trace empty.std
is "its text" "$out" "empty.std: 0 events, 0 threads, 0 locks, 0 variables: 0 races"
expect 0 "quietly" "$PHASELOCK" trace -q empty.std
is "nothing to say" "$out$err" ""

# An object that is new has no past; a lock taken twice is given back twice.
cat >new.std <<'END'
T0|fork(T1)|1
T0|w(o.f)|2
T1|new(o)|3
T1|w(o.f)|4
T0|acq(L)|5
T0|acq(L)|6
T0|w(x)|7
T0|rel(L)|8
T0|w(x)|9
T0|rel(L)|10
T1|acq(L)|11
T1|w(x)|12
END
expect 0 "a new object, and a lock that is reentered" "$PHASELOCK" trace new.std

# Disciplines, detectors, --all.
cat >reads.std <<'END'
T0|w(x)|1
T0|fork(T1)|2
T0|r(x)|3
T1|r(x)|4
T1|r(x)|4
T0|w(y)|5
T1|w(y)|6
T0|w(y)|5
END
for detector in locksets vector-clocks; do
  expect 10 "concurrent reads ($detector)" "$PHASELOCK" trace --detector $detector reads.std
  is "one race" "$(grep -c VIOLATION <<<"$out")" 1
  expect 10 "exclusive ($detector)" "$PHASELOCK" trace --detector $detector --discipline exclusive reads.std
  is "two races" "$(grep -c VIOLATION <<<"$out")" 2
  expect 10 "all ($detector)" "$PHASELOCK" trace --all --detector $detector reads.std
  is "the same pair of locations twice" "$(grep -c VIOLATION <<<"$out")" 2
done

# Units: methods that --units names, begin and end, notes.
cat >units.std <<'END'
T0|enter(m)|1
T0|r(o.f)|2
T1|w(o.f)|3
T0|w(o.f)|4
T0|exit(m)|5
T0|exit(m)|6
END
expect 10 "a method is a unit" "$PHASELOCK" trace --atomicity --units x,m -p 1 units.std
is "its text" "$out" "VIOLATION  pattern 1  o.f  R(l) W'(l) W(l)  u = T0, u' = T1
  event 2: T0 r(o.f) at 2
  event 3: T1 w(o.f) at 3
  event 4: T0 w(o.f) at 4
units.std: 6 events, 2 threads, 0 locks, 1 variable, 1 unit: 1 pattern"
is "an end too many" "$err" "units.std: note: 1 end of a unit that had not begun"
expect 0 "no unit" "$PHASELOCK" trace --atomicity units.std
is "the note says how to have some" "$err" "units.std: note: no unit, but 1 call of methods: --units says which are units"
expect 2 "--units fits nothing" "$PHASELOCK" trace --atomicity --units 'x*' units.std
says "--units fits nothing: says so" "x*: error: --units: no method of the traces fits"
expect 2 "no trace" phaselock trace
says "no trace: the noun" "phaselock trace: no trace given"
expect 0 "another pattern" "$PHASELOCK" trace --atomicity --units '?' -p 2 units.std
sed 's/enter(m)/begin/; s/exit(m)/end/' units.std >begin.std
expect 10 "begin and end" "$PHASELOCK" trace --atomicity -p 1 begin.std
expect 2 "no list" "$PHASELOCK" trace --atomicity --units '"' units.std
expect 10 "records" "$PHASELOCK" trace --atomicity -q --format jsonl --units m -p 1 units.std
is "the record" "$out" '{"schema":1,"question":"pattern","file":"units.std","pattern":1,"fields":["o.f"],"automata":"complete","verdict":"violation","processes":["T0","T1"],"steps":[{"thread":"T0","op":"r","event":2,"at":"2","variable":"o.f"},{"thread":"T1","op":"w","event":3,"at":"3","variable":"o.f"},{"thread":"T0","op":"w","event":4,"at":"4","variable":"o.f"}]}
{"schema":1,"kind":"trace","file":"units.std","events":6,"threads":2,"locks":0,"variables":1,"units":1,"patterns":1}'

# Variables are chosen with -f, threads not at all; a signal ends the wait for input.
expect 10 "-f" "$PHASELOCK" trace --all --discipline exclusive -f 'x,z*' reads.std
is "only x" "$(grep VIOLATION <<<"$out" | sort -u)" "VIOLATION  race  x"
expect 0 "-f of nothing" "$PHASELOCK" trace --races --predict -f z reads.std
expect 10 "-f and prediction" "$PHASELOCK" trace --predict -f y reads.std
expect 2 "-P" "$PHASELOCK" trace -P T0 reads.std
says "is refused" "-P is for models"
mkfifo quiet
"$PHASELOCK" trace quiet >/dev/null 2>signal.err &
exec 9>quiet # until it is being read
kill -TERM $!
status=0; wait $! || status=$?
exec 9>&-
is "a signal while waiting" "$status $(<signal.err)" "143 quiet: interrupted"

# A new object as the first event, for everything that listens.
printf 'T0|new(o)|1\nT0|w(o.f)|2\nT0|new(p)|3\nT0|new(o)|4\nT0|w(o.f)|5\n' >first.std
expect 0 "new objects" "$PHASELOCK" trace --races --atomicity --predict first.std

# Records, and a file that is never half written.
expect 10 "records" "$PHASELOCK" trace --format jsonl -o out.jsonl small.std
is "nothing is printed" "$out$err" ""
is "the records" "$(<out.jsonl)" '{"schema":1,"question":"race","file":"small.std","variable":"o.f","verdict":"violation","first":{"thread":"T0","op":"w","event":3,"at":"main.c:3"},"second":{"thread":"T1","op":"r","event":5,"at":"main.c:17"},"held":{"T0":["L"],"T1":[]}}
{"schema":1,"kind":"trace","file":"small.std","events":5,"threads":2,"locks":1,"variables":1,"races":1,"racy":1}'
expect 10 "SARIF" "$PHASELOCK" trace --races --predict --format sarif small.std
if command -v python3 >/dev/null; then
  is "its results" "$(python3 -c '
import json, sys
run = json.loads (sys.argv[1])["runs"][0]
for r in run["results"]:
    place = r["locations"][0]["physicalLocation"]
    print (r["ruleId"], run["tool"]["driver"]["rules"][r["ruleIndex"]]["id"], r["message"]["text"],
           place["artifactLocation"]["uri"], place["region"]["startLine"], len (r["relatedLocations"]))
' "$out")" "race race data race on o.f: T0 w, T1 r main.c 3 1
race race data race on o.f: T0 w, T1 r (predicted) main.c 3 1"
fi
expect 10 "a page" "$PHASELOCK" trace --races --predict --report page.html -o text small.std
ok "which has the trace and both accesses" bash -c \
  'grep -q small.std page.html && grep -q main.c:3 page.html && grep -q main.c:17 page.html'
expect 2 "a page and findings on one stream" "$PHASELOCK" trace --report - small.std
if [ -e /dev/full ]; then
  status=0; "$PHASELOCK" trace small.std >/dev/full 2>/dev/null || status=$?
  is "a full disk" "$status" 4
fi
expect 2 "too little memory" "$PHASELOCK" trace --memory 0.1 small.std
done_testing
