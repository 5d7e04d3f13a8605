#!/usr/bin/env bash
# browser.sh -- the page in a real browser: makes pages, and browser.py reads them
# in headless Chromium as a person would.  BROWSER_REQUIRED: a browser that is
# missing is a failure, not a reason to skip.
source "$(dirname "$0")/../cli/common.sh"
here=$SOURCE/tests/report
export PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8 SOURCE_DATE_EPOCH=1000000000

missing=
for program in chromium chromedriver python3; do
  command -v "$program" >/dev/null || missing="$missing $program"
done
if [ -n "$missing" ]; then
  if [ -n "$BROWSER_REQUIRED" ]; then
    echo "not ok 1 - a browser: missing:$missing (Debian: chromium chromium-driver python3)"
    echo 1..1; exit 1
  fi
  echo "1..0 # SKIP not installed:$missing (Debian: chromium chromium-driver python3)"
  exit 0
fi

mkdir models
cp "$SOURCE"/models/examples/stack.eml "$SOURCE"/models/examples/stack-fixed.eml models/
seq 1 60 | sed 's/.*/    \/\/ line & of Stack.java/' >Stack.java
ok "results: stack" bash -c '"$0" check -a strict -p patterns --witness --format jsonl models >stack.jsonl; [ $? = 10 ]' "$PHASELOCK"
# Races and deadlocks; a lock that is held twice when its owner waits; long names.
cp "$SOURCE"/models/examples/{philosophers,philosophers-fixed,workers,flag}.eml .
printf '%s\n' 'field x, y; lock m;' 'process P { sync m { sync m { unit { read x; wait m; write y; } write x; } write y; } }' \
  'process Q { write x; sync m { notify m; } write y; }' >waits.eml
printf '%s\n' 'field x; lock theLockOfTheFirstAccountInTheBank, b;' \
  'process TransferFromSavingsToGiro { sync theLockOfTheFirstAccountInTheBank { sync b { write x; } } }' \
  'process Q[2] { sync b { sync theLockOfTheFirstAccountInTheBank { write x; } } }' >names.eml
ok "page: meetings" bash -c '"$0" check --report meetings.html philosophers.eml philosophers-fixed.eml workers.eml flag.eml \
  waits.eml names.eml >/dev/null 2>&1; [ $? = 10 ]' "$PHASELOCK"
ok "results: bare" bash -c '"$0" check --format jsonl -p race,deadlock philosophers.eml workers.eml >bare.jsonl; [ $? = 10 ]' "$PHASELOCK"
for kind in fixed large wide hostile long circles; do
  ok "results: $kind" bash -c 'python3 "$0/fixture.py" "$1" >"$1.jsonl"' "$here" "$kind"
done
page () { # NAME ARGUMENT...
  local name=$1; shift
  ok "page: $name" phaselock report "$@" -o "$name.html"
}
sed 's/"model":"stack/"model":"models\/examples\/stack/; s/"witness":.*"ms"/"ms"/' stack.jsonl >new.jsonl
page stack stack.jsonl --source models --source .
page bare bare.jsonl
# Classes, with minor causes, that took minutes.
sed 's/"model":"\([a-z]*\)\.eml",/"model":"org.example.\1","notes":{"may_miss":1,"adds_executions":0},/
  s/"kind":"[a-z-]*"/"kind":"minor"/; s/"ms":[0-9.]*/"ms":1/; 1s/"ms":1/"ms":154000/' bare.jsonl >classes.jsonl
page classes classes.jsonl
page base new.jsonl --baseline fixed.jsonl
# Safe, but something was not looked at.
sed '/"verdict":"violation"/s/"violation","processes":.*,"engine"/"safe","gaps":[{"code":"native","count":1,"text":"a native method"}],"engine"/' new.jsonl >gaps.jsonl
page gaps gaps.jsonl --baseline fixed.jsonl
for kind in large wide hostile long circles; do page "$kind" "$kind.jsonl"; done
# Many causes of several models, in the order of the text; a question of its own.
mkdir several; cp "$SOURCE"/models/examples/*.eml several/
COLUMNS=1000 phaselock check --report causes.html several >causes.txt 2>/dev/null
ok "page: causes" test "$(grep -cE '^ *[0-9]+\. several/' causes.txt)" = 10
ok "page: stuck" bash -c '"$0" check -q -p stuck --report stuck.html "$1"/models/stuck/*.eml >/dev/null; [ $? = 10 ]' "$PHASELOCK" "$SOURCE"
python3 "$here/browser.py" "$scratch" "$tap_count" || tap_failures=1
[ "$tap_failures" = 0 ]
