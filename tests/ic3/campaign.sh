#!/usr/bin/env bash
# campaign.sh -- ic3, with all reductions, some of them and none, against the referee, explicit and bmc: a
# part of what `make campaign-ic3' compares, and models on which they once disagreed.
. "$SOURCE/tests/lib/tap.sh"
compare=$BUILD/tests/referee/compare

ok "random models" "$compare" --parties=ic3 --queries=300
ok "models that ship, after random edits" "$compare" --parties=ic3 --family=edited --queries=150 \
  "$SOURCE"/{tests/{bmc,ic3/rules,referee/regressions}/*,models/examples/{flag,workers}-fixed}.eml
ok "models on which engines once disagreed" "$compare" --parties=ic3 "$SOURCE"/tests/{ic3,referee}/regressions/*.eml \
  "$SOURCE"/tests/bmc/{block,first}.eml
done_testing
