#!/usr/bin/env bash
# format_twice.sh -- formatting twice changes nothing more, and formatting
# never changes what a model means: all models and golden cases that parse.
source "$(dirname "$0")/../lib/tap.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=${SOURCE:-$here/../..}
PHASELOCK=${PHASELOCK:-$source/_build/phaselock}
export NO_COLOR=1 LC_ALL=C

all=$scratch/all
mkdir "$all"
number=100
find "$source/models" "$source/tests/golden" -name '*.eml' | LC_ALL=C sort | while read -r file; do
  cp "$file" "$all/$number-${file##*/}"
  number=$((number + 1))
done
chmod -R u+w "$all"
[ "$(ls "$all" | wc -l)" -gt 100 ]
tap_result $? "there are models to format"

rules () { "$PHASELOCK" dump "$all" 2>/dev/null; }
rules >"$scratch/before"
expect 2 "all are formatted in place but those with errors" "$PHASELOCK" fmt --in-place "$all"
errors=$err
expect 2 "formatted again they stay as they are" "$PHASELOCK" fmt --check "$all"
[ -z "$out" ]
tap_result $? "no file is laid out differently the second time"
[ -z "$out" ] || echo "$out" | sed 's/^/# /'
[ "$err" = "$errors" ]
tap_result $? "files with errors were not touched"
rules >"$scratch/after"
[ -s "$scratch/before" ] && cmp -s "$scratch/before" "$scratch/after"
tap_result $? "the pushdown systems are the same as before"

expect 0 "the examples are formatted" "$PHASELOCK" fmt --check "$source/models/examples"
expect 0 "the examples have no errors" "$PHASELOCK" lint "$source/models/examples"
[ "$(sed -n 's/.*\/\([a-z.-]*\):[0-9:]* warning: .* \(\[.*\]\)$/\1 \2/p' <<<"$err")" = "philosophers.eml [lock-order]
queue-if.eml [wait-once]
queue-if.eml [wait-once]" ]
tap_result $? "the examples have three warnings: of a circle of forks, and of two waits in no loop"
done_testing
