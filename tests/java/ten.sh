#!/usr/bin/env bash
# ten.sh -- ten programs as users write them (models/programs/java): an assertion of the broken one fails, or it
# deadlocks, and that is feasible; the right one is proved, and nobody in it waits for ever.
source "$(dirname "$0")/common.sh"
need javac
ok "javac" javac -g -nowarn -d classes "$SOURCE"/models/programs/java/*.java

ask () { # MAIN QUESTIONS: status
  "$PHASELOCK" check -q --strict -p "$2" --values on --main "$1" --class "$1.main" classes >out 2>err
  echo $?
}
for file in "$SOURCE"/models/programs/java/*.java; do
  name=$(basename "$file" .java)
  is "$name, broken: found" "$(ask "$name\$Broken" assert,deadlock)" 10
  ok "$name, broken: feasible" grep -q '^VIOLATION.*(feasible)' out
  is "$name, right: proved" "$(ask "$name\$Right" assert,stuck)" 0
done
done_testing
