#!/usr/bin/env bash
# clients.sh -- classes with values (--class): of each class in clients/ what a line "//@ CLASS QUESTION ANSWER" says:
# violation, gap (nothing found, something not looked at), unknown or safe; and what is around such a model.
source "$(dirname "$0")/common.sh"
need javac
ok "javac" javac -g -nowarn -d classes "$java"/clients/*.java

answer () { # CLASS QUESTION
  local status
  "$PHASELOCK" check -q --strict -p "$2" --values on --class "Clients\$$1.clients" classes >out 2>err
  status=$?
  case $status in
    0) echo safe ;;
    5) grep -q '^UNKNOWN' out && echo unknown || echo gap ;;
    10) grep -q '^VIOLATION.*(feasible)' out && echo violation || echo suspected ;;
    *) echo "status $status: $(head -1 err)" ;;
  esac
}
while read -r _ class question want; do
  is "$class, $question" "$(answer "$class" "$question")" "$want"
done < <(grep -oE '//@ .*' "$java/clients/Clients.java")

# --class asks the class and its clients; a witness replays, a proof is checked.
"$PHASELOCK" check -q -p stuck --values on --class 'Clients$Nested' --witness --format jsonl classes >found.jsonl 2>/dev/null
is "the class and its clients" "$(grep -c '"question":"stuck"' found.jsonl)" 1
is "it replays" "$("$PHASELOCK" replay --values on --class 'Clients$Nested.clients' classes found.jsonl | cut -d, -f1)" "confirmed: stuck"
ok "certificate" "$PHASELOCK" check -q -p stuck --values on --class 'Clients$One.clients' --certificate proof classes
is "certified" "$("$PHASELOCK" certify --values on --class 'Clients$One.clients' classes proof | head -1 | sed 's/.*: //; s/,.*//')" \
  "1 query confirmed safe"
"$PHASELOCK" explain -p stuck --values on --class 'Clients$Nested.clients' classes >told 2>/dev/null
ok "who waits for what is told" grep -q 'wait' told
done_testing
