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

# All at once, by their mains, as nobody has to say; what waits for ever, if somebody asks.
broken () { sed -nE 's/^([A-Za-z]+)[$]Broken.main: .* violations?.*/\1/p' "$1" | tr '\n' ' '; }
"$PHASELOCK" check -q classes >plain 2>/dev/null
is "a folder: the broken ones" "$(broken plain)" \
  "Bank Config EventBus Lru OrderBook Pool RateLimiter Stealing Users WordCount "
is "and no right one" "$(grep -c 'Right.main.*violation' plain)" 0
"$PHASELOCK" check -q --values off classes >without 2>/dev/null
is "no programs" "$(grep -c '\.main:' without)" 0
"$PHASELOCK" check -q -p assert,deadlock,stuck --values on classes >all 2>/dev/null
is "the same with values" "$(broken all)" "$(broken plain)"
is "and no right one, whoever waits" "$(grep -c 'Right.main.*violation' all)" 0

# The locks of a bank are ordered by numbers: its classes do not know that, its program does.
"$PHASELOCK" check -q -p deadlock --values on --main 'Bank$Right' classes >bank 2>/dev/null
is "no deadlock by classes" "$(grep -c '^VIOLATION' bank)" 0
done_testing
