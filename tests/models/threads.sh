#!/usr/bin/env bash
# threads.sh -- the models of models/threads: the verdict of every pattern, by every engine.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/expected.sh"
threads=$SOURCE/models/threads
cd "$scratch" || exit

files=$(cd "$threads" && echo *.eml)
ok "EXPECTED knows them all" diff <(tr ' ' '\n' <<<"$files") <(expected_models "$threads/EXPECTED")
ok "and so does the README" diff <(tr ' ' '\n' <<<"$files" | sort) \
  <(sed -n 's/^| \([a-z-]*\.eml\) .*/\1/p' "$threads/README.md" | sort)
expect 0 "they are formatted" "$PHASELOCK" fmt --check "$threads"
expect 0 "they have no errors" "$PHASELOCK" lint -q "$threads"
ok "and one warning: the circle of forks" test "$(grep -c ': warning: ' <<<"$err")" = 1
ok "which is this" grep -q "philosophers.eml:.*\[lock-order\]" <<<"$err"

for options in "-e auto" "-e antichain" "-e bdd" "-e explicit" "-e antichain --without all"; do
  status=0
  # shellcheck disable=SC2086
  timeout 120 "$PHASELOCK" check -p 1-32 --format jsonl $options "$threads" >all.jsonl 2>messages || status=$?
  differs=$(expected_differs "$threads/EXPECTED" all.jsonl)
  [ "$status" = 10 ] && [ -z "$differs" ]
  tap_result $? "verdicts: $options"
  [ "$status" = 10 ] || echo "# exit status $status"
  [ -z "$differs" ] || sed 's/^/# /' <<<"$differs"
done

# What the heads suggest to try.
sed 's/join Worker /join Worker[0] /' "$threads/workers-fixed.eml" >one.eml
expect 10 "one join is not enough" "$PHASELOCK" check -q -p 1-32 one.eml
ok "the other worker is to blame" grep -q "Worker\[1\]" <<<"$out"

done_testing
