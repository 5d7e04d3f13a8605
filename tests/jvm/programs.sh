#!/usr/bin/env bash
# programs.sh -- programs of --main on a real JVM: what is broken has the grade that was derived
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
while read -r class grades; do
  [ "$1" = all ] || [[ " BufferAppend Phases TokenRing Results Progression " == *" $class "* ]] || continue
  graded "$class, broken" "$class\$Broken" "$grades" --values on -p assert,stuck,deadlock
  graded "$class, right" "$class\$Right" "" --values on -p assert,stuck,deadlock
done <"$SOURCE/tests/jvm/classics.list"
done_testing
