#!/usr/bin/env bash
# ledger.sh -- java --ledger: every access, use of contents and acquisition in the bytecode is in the
# model or has a reason; nothing is overlooked (status 6), in the classes of these tests and in the JDK.
source "$(dirname "$0")/common.sh"
need javac

mkdir all
ok "javac" javac -g -d all "$java"/classes/*.java
expect 0 "all classes: nothing is overlooked" "$PHASELOCK" java --ledger all
printf '%s\n' "$out" >ledger
line () { grep -qE -- "$1" ledger; }
ok "a field, in the model" line '^  write +Direct\.n +Direct\..*  in the model$'
ok "a field, in code that nobody looked at" line '^  write +Direct\.n +DirectUser\.use\(\) .*  a gap:'
ok "a synchronized method" line '^  lock +this +Rack\.add\(Object\) \(Stored\.java:[0-9]+\)  in the model$'
ok "contents, in the model" line '^  contents +Rack\.items\[\] +Rack\.size\(\) .*  in the model$'
ok "contents, behind a field that another class reads" line '^  read +Rack\.items\[\] +RackUser\.put\(String\) .*  a gap:'
ok "a lock that is left out" line '^  lock .*  left out, with a note$'
ok "each line has a reason" test -z "$(grep '^  ' ledger | grep -vE '  (in the model|of an object .*|the field never changes|before others see the object|by a subclass: .*|in a method .*|in another class, .*|the lock of a class, .*|left out, with a note|nothing is touched|a gap: .*)$')"
expect 0 "-q: only what nobody looked at" "$PHASELOCK" java --ledger -q --class Rack all
is "... a line and its head" "$(wc -l <<<"$out")" 2
expect 0 "JSON" "$PHASELOCK" java --ledger --format jsonl --class Rack all
ok "... a record for each" grep -qF '"does":"lock","what":"this","method":"Rack.size()"' <<<"$out"
expect 2 "no program" "$PHASELOCK" java --ledger --main Rack all
ok "... says why" grep -qF -- "--ledger is about classes" <<<"$err"

# ---- Code that nobody wrote for this. ----
home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
if command -v jimage >/dev/null && [ -f "$home/lib/modules" ]; then
  jimage extract --dir out --include 'regex:/java\.base/java/(util|io)/[A-Z][A-Za-z$0-9]*.class' "$home/lib/modules"
  expect 0 "java.util and java.io: nothing is overlooked" "$PHASELOCK" java --ledger out/java.base
  ok "... thousands of lines" test "$(wc -l <<<"$out")" -gt 1000
fi
done_testing
