#!/usr/bin/env bash
# log.sh -- the story of doc/theory-example.md is what a program that was built with the log tells;
# a program without it says what to do.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/doc.sh"
model=$SOURCE/models/examples/stack-fixed.eml
if grep -q '^#define LOGGING 1' "$BUILD/config.h"; then
  doc_cut "$SOURCE/doc/theory-example.md"
  grep -L -e --log= "$scratch"/block.* | xargs rm
  doc_commands "$SOURCE"
  ok "one command" test "$doc_count" -eq 1
  expect 2 "no such room" "$PHASELOCK" check --log=engine,kitchen:2 "$model"
  grep -q "'kitchen:2' is not a room and level" <<<"$err"
  tap_result $? "says which"
  expect 2 "no such level" "$PHASELOCK" check --log=engine:9 "$model"
  expect 0 "every room has something to say, or is silent" "$PHASELOCK" check -q --log=all:3 "$model"
  ok "lines begin with room and file" test -z "$(grep -v '^\[[a-z]*/[a-z_/]*\] ' <<<"$err")"
else
  expect 2 "without the log" "$PHASELOCK" check --log=engine "$model"
  grep -q -- "--enable-logging" <<<"$err"
  tap_result $? "says how to have it"
fi
done_testing
