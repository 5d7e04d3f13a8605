#!/usr/bin/env bash
# lint.sh -- what lint says of waits and notifies of Java: a line of lint/ that is warned of ends with the code.
source "$(dirname "$0")/common.sh"
need javac
ok "javac" javac -g -nowarn -d classes "$java"/lint/*.java
wanted=$(grep -nE '// [a-z]+-[a-z]+$' "$java/lint/Waits.java" | sed -E 's/^([0-9]+):.* ([a-z-]+)$/Waits.java:\1 \2/' | sort)
told () { # OPTION...: place and code of each warning
  "$PHASELOCK" lint -q "$@" classes 2>&1 >/dev/null | sed -nE 's/.*warning: ([^ ]+): .*\[(.*)\]$/\1 \2/p' | sort -u
}
is "each class by itself" "$(told)" "$wanted"
is "with values, and those who call it" "$(told --values on)" "$wanted"
is "as JSON" "$("$PHASELOCK" lint -q --format jsonl classes | grep -o '"code":"[a-z-]*"' | sort | uniq -c | tr -s ' \n' ' ')" \
  ' 1 "code":"notify-one" 1 "code":"wait-holding" 1 "code":"wait-once" '
done_testing
