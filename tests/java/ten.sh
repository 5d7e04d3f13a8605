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

# All at once, by their mains.
"$PHASELOCK" check -q -p assert,deadlock,stuck --values on classes >all 2>/dev/null
is "a folder: the broken ones" "$(sed -nE 's/^([A-Za-z]+)\$Broken.main: .* violations?.*/\1/p' all | tr '\n' ' ')" \
  "Bank Config EventBus Lru OrderBook Pool RateLimiter Stealing Users WordCount "
is "and no right one" "$(grep -c 'Right.main.*violation,' all)" 0
done_testing
