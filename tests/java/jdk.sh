#!/usr/bin/env bash
# jdk.sh -- real code: java.util and java.io of the installed JDK, in one run.  Nothing
# crashes, each class is modelled or there is a reason why not; and bugs that are known show.
source "$(dirname "$0")/common.sh"
source "$SOURCE/tests/lib/expected.sh"
need javac jimage

home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
if [ ! -f "$home/lib/modules" ]; then
  echo "1..0 # SKIP no lib/modules in $home"; exit 0
fi
jimage extract --dir out --include 'regex:/java\.base/java/(lang|util|io)/.*' "$home/lib/modules"
jdk=out/java.base

# ---- All of them. ----
mkdir given models
cp -r --parents "$jdk"/java/{util,io} given
given=given/$jdk
classes=$(find "$given" -name '*.class' | wc -l)
expect 0 "--list of java.util and java.io" timeout 300 "$PHASELOCK" java --list --jdk "$jdk" "$given"
ok "a line with a reason for each of $classes classes" test "$(grep -c . <<<"$out")" -ge "$classes"
expect 0 "models of all that have locks and fields" timeout 300 "$PHASELOCK" java --jdk "$jdk" -o models "$given"
ok "they are many" test "$(find models -name '*.eml' | wc -l)" -gt 50
expect 0 "all of them are models" timeout 300 "$PHASELOCK" lint models

# ---- Known bugs. ----
found () { # CLASS: its violations, in $found
  timeout 120 "$PHASELOCK" check --class "$1" --jdk "$jdk" --format jsonl "$jdk" >one.jsonl 2>messages
  found=$(violations one.jsonl)
}
