#!/usr/bin/env bash
# cpds.sh -- doc/cpds.md: what -e cpds finds, proves and never decides, with the models of
# models/cpds; and that it gives up in time.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/doc.sh"
export NO_COLOR=1 LC_ALL=C
models=$SOURCE/models/cpds
doc_cut "$SOURCE/doc/cpds.md"
doc_commands "$SOURCE"
ok "five commands" test "$doc_count" -ge 5
expect 0 "the models are formatted" "$PHASELOCK" fmt --check "$models"

# What the models say of themselves, by the default engine.
for model in "$models"/*.eml; do
  case $(sed -n 's|^// expected: ||p' "$model") in violation) status=10 ;; *) status=0 ;; esac
  expect "$status" "${model##*/}: as expected" "$PHASELOCK" check -p patterns "$model"
done

# The numbers of the records: how long the words were.
stats () { # MODEL [REDUCTION]: without that, and without what spares the engine
  "$PHASELOCK" check -e cpds -p 1 --without "common-locks${2:+,$2}" --format jsonl --stats "$models/$1.eml" 2>/dev/null
}
number () { sed -n 's/.*"'"$1"'":\([0-9]*\).*/\1/p'; }
found=$(stats found)
ok "found: decided by cpds" grep -q '"verdict":"violation",.*"engine":"cpds"' <<<"$found"
ok "found: words of six letters" test "$(number letters <<<"$found")" = 6
proved=$(stats proved)
ok "proved: words of four letters" test "$(number letters <<<"$proved")" = 4
ok "proved: few nodes" test "$(number words <<<"$proved")" -lt 1000
# Without the reduction that drops what comes before the first own step, words are longer.
ok "proved: without running ahead, too" grep -q '"verdict":"safe"' <<<"$(stats proved run-ahead)"

# Unknown in time, in memory, and with a reason.
expect 5 "for ever: out of time" "$PHASELOCK" check -e cpds -p 1 -q --timeout 0.2 --without common-locks "$models/for-ever.eml"
ok "for ever: it says so" grep -q '(timeout)' <<<"$out"
expect 5 "for ever: out of memory" "$PHASELOCK" check -e cpds -p 1 -q --memory 8 --timeout 50 --without common-locks "$models/for-ever.eml"
ok "for ever: it says so" grep -q '(memory)' <<<"$out"
expect 0 "the next query is unharmed" "$PHASELOCK" check -e cpds -p 3,4,5 -q --timeout 50 "$models/for-ever.eml"
expect 10 "races, deadlocks, starts and waits" "$PHASELOCK" check -e cpds -q --timeout 50 \
  "$SOURCE/models/examples/mailbox.eml" "$SOURCE/models/examples/philosophers.eml"
ok "nothing is unknown" bash -c '! grep -q UNKNOWN <<<"$1"' _ "$out"

done_testing
