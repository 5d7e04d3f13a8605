#!/usr/bin/env bash
# data.sh -- the models of models/data: every verdict, by explicit with and without transactions
# and by auto; broken ones are repaired by their twins; what the model without its data is like.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/expected.sh"
data=$SOURCE/models/data
cd "$scratch" || exit

files=$(cd "$data" && echo *.eml)
ok "EXPECTED knows them all" diff <(tr ' ' '\n' <<<"$files") <(expected_models "$data/EXPECTED")
ok "README.md, too" diff <(tr ' ' '\n' <<<"$files" | sort) <(sed -n 's/^| \([a-z-]*\.eml\) |.*/\1/p' "$data/README.md" | sort)
ok "each is broken and repaired" diff <(tr ' ' '\n' <<<"$files" | sed 's/-fixed//' | sort | uniq -c | grep -v '^ *2 ') /dev/null
expect 0 "they are formatted" "$PHASELOCK" fmt --check "$data"

agrees () { # OPTION...
  local status=0 differs
  timeout 120 "$PHASELOCK" check --format jsonl "$@" "$data" >all.jsonl 2>messages || status=$?
  differs=$(expected_differs "$data/EXPECTED" all.jsonl)
  [ "$status" = 10 ] && [ -z "$differs" ]
  tap_result $? "verdicts: $*"
  [ "$status" = 10 ] || echo "# exit status $status"
  [ -z "$differs" ] || sed 's/^/# /' <<<"$differs"
}
agrees -e auto
agrees -e explicit
agrees -e explicit --without transactions

# Without data atomic is not atomic, and every branch is taken.
expect 10 "the counter without its data" "$PHASELOCK" check -q --without data "$data/counter-fixed.eml"
ok "an update of count seems to be lost" grep -q 'VIOLATION  pattern 1  count' <<<"$out"
done_testing
