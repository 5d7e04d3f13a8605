#!/usr/bin/env bash
# programs.sh -- programs of --main, and classes with their values, on a real JVM: what is broken has the grade that was derived
# by hand, what is repaired has no violation.
#
#     programs.sh [all]     all: of the known bugs in models/classics/java, too (campaign.sh)
source "$SOURCE/tests/java/common.sh"
need javac java python3
mkdir classes
export XDG_CACHE_HOME=$scratch/cache
ok "javac" javac -g -nowarn -d classes "$SOURCE"/tests/jvm/programs/*.java "$SOURCE"/models/classics/java/*.java

# graded NAME CLASS GRADES OPTION...: of the violations of the program CLASS, as "assert:17 harmful".
graded () {
  "$PHASELOCK" confirm --confirm-time 1000 --format jsonl --main "$2" "${@:4}" classes >records 2>messages
  is "$1" "$(python3 -c '
import json
found = [r for r in map(json.loads, open("records")) if r["verdict"] == "violation"]
print(";".join(sorted({r["question"] + (":" + r["claim"].split(":")[-1] if r.get("claim") else "")
                       + " " + r["confirmed"]["grade"] for r in found})))')" "$3"
}
for file in "$SOURCE"/tests/jvm/programs/*.java; do
  class=$(basename "$file" .java)
  expected=$(sed -n '1s,^// ,,p' "$file")
  case $expected in pattern*|race*) options=(-p "1,race") ;; *) options=(--values on -p "assert,${expected%%[ :]*}") ;; esac
  [ "$expected" != none ] || options=(--values on -p "all,stuck")
  graded "$class" "$class" "${expected/#none/}" "${options[@]}"
done
# Classes with their values: threads that call them as the witness says, with its numbers.
mkdir clients
ok "javac" javac -g -d clients "$SOURCE"/tests/jvm/clients/*.java
for file in "$SOURCE"/tests/jvm/clients/*.java; do
  class=$(basename "$file" .java)
  "$PHASELOCK" confirm --confirm-time 1000 --format jsonl --values on -p assert,stuck --class "$class" clients >records 2>messages
  python3 "$SOURCE/tests/jvm/grades.py" "$class" "$(sed -n '1s,^// ,,p' "$file")" records >result
  renumber result
done
while read -r class grades; do
  [ "$1" = all ] || [[ " BufferAppend Phases TokenRing Results Progression " == *" $class "* ]] || continue
  graded "$class, broken" "$class\$Broken" "$grades" --values on -p assert,stuck,deadlock
  graded "$class, right" "$class\$Right" "" --values on -p assert,stuck,deadlock
done <"$SOURCE/tests/jvm/classics.list"
# Without --main each class with a main is a program.
mkdir workers && cp classes/Workers*.class workers
expect 10 "a program that nobody names" "$PHASELOCK" confirm -q --confirm-time 1000 --values on -p assert workers
says "it is driven, too" "HARMFUL  assert:16:1  u = main"
# What this JVM is too old for is said; virtual threads need 21.
for newer in /usr/lib/jvm/*; do
  "$newer/bin/javac" --release 21 -version >/dev/null 2>&1 && break
done
if "$newer/bin/javac" --release 21 -g -d newer "$SOURCE"/tests/jvm/virtual/Tasks.java 2>/dev/null; then
  "$PHASELOCK" confirm --java "$newer" --values on -p assert --main Tasks newer >out 2>&1
  ok "a task in a virtual thread" grep -q '^HARMFUL  assert:11:1' out
else
  ok "no JDK has virtual threads" true
fi
printf '\312\376\272\276\0\0\0\101' | dd of=classes/LostUpdate.class conv=notrunc status=none
"$PHASELOCK" confirm --values on -p assert --main 'LostUpdate$Broken' classes >out 2>&1
case $(java -version 2>&1) in
  *'"1.8'* | *'"11.'* | *'"17.'*) ok "classes for another JVM" grep -q 'the classes need Java 21, and this JVM is' out ;;
  *) ok "this JVM has virtual threads" grep -q HARMFUL out ;;
esac
done_testing
