#!/usr/bin/env bash
# data.sh -- the models of models/data and models/dynamic: every verdict, by explicit with and
# without transactions and by auto; broken ones are repaired by their twins; what the model without
# its data is like.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/expected.sh"
cd "$scratch" || exit

agrees () { # FOLDER OPTION...
  local folder=$1 status=0 differs
  shift
  timeout 120 "$PHASELOCK" check --format jsonl "$@" "$folder" >all.jsonl 2>messages || status=$?
  differs=$(expected_differs "$folder/EXPECTED" all.jsonl)
  [ "$status" = 10 ] && [ -z "$differs" ]
  tap_result $? "verdicts: $* models/${folder##*/}"
  [ "$status" = 10 ] || echo "# exit status $status"
  [ -z "$differs" ] || sed 's/^/# /' <<<"$differs"
}
for folder in "$SOURCE"/models/{data,dynamic}; do
  name=models/${folder##*/}
  files=$(cd "$folder" && echo *.eml)
  ok "$name: EXPECTED knows them all" diff <(tr ' ' '\n' <<<"$files") <(expected_models "$folder/EXPECTED")
  ok "$name: README.md, too" diff <(tr ' ' '\n' <<<"$files" | sort) <(sed -n 's/^| \([a-z-]*\.eml\) |.*/\1/p' "$folder/README.md" | sort)
  ok "$name: each is broken and repaired" diff <(tr ' ' '\n' <<<"$files" | sed 's/-fixed//' | sort | uniq -c | grep -v '^ *2 ') /dev/null
  expect 0 "$name: they are formatted" "$PHASELOCK" fmt --check "$folder"
  agrees "$folder" -e auto
  agrees "$folder" -e explicit
  agrees "$folder" -e explicit --without transactions
done

# Without data atomic is not atomic, and every branch is taken.
expect 10 "the counter without its data" "$PHASELOCK" check -q --without data "$SOURCE/models/data/counter-fixed.eml"
ok "an update of count seems to be lost" grep -q 'VIOLATION  pattern 1  count' <<<"$out"
done_testing
