#!/usr/bin/env bash
# whole.sh -- whole programs with values (--main): of each class in whole/, what a line "//@ CLASS QUESTION ANSWER"
# says of it: violation, suspected, gap (nothing found, something not looked at), or safe.
source "$(dirname "$0")/common.sh"
need javac
ok "javac" javac -g -nowarn -d classes "$java"/whole/*.java

answer () { # MAIN QUESTION
  local status
  "$PHASELOCK" check -q --strict -p "$2" --values on --main "$1" --class "$1.main" classes >out 2>err
  status=$?
  case $status in
    0) echo safe ;;
    5) echo gap ;;
    10) grep -q '^VIOLATION.*[^)]$\|^VIOLATION.*(feasible)' out && echo violation || echo suspected ;;
    *) echo "status $status: $(head -1 err)" ;;
  esac
}
for file in "$java"/whole/*.java; do
  outer=$(basename "$file" .java)
  while read -r _ class question want; do
    is "$outer, $class, $question" "$(answer "$outer\$$class" "$question")" "$want"
  done < <(grep -oE '//@ .*' "$file")
done
done_testing
