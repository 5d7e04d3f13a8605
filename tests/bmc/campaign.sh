#!/usr/bin/env bash
# campaign.sh -- bmc against the referee, explicit, its own eager encoding and the weighted engines: a part of
# what `make campaign-bmc' compares, and models on which they once disagreed.
. "$SOURCE/tests/lib/tap.sh"
compare=$BUILD/tests/referee/compare

ok "random models" "$compare" --parties=bmc --queries=400
ok "models that ship, after random edits" "$compare" --parties=bmc --family=edited --queries=150 \
  "$SOURCE"/{tests/{bmc,ic3/rules,referee/regressions}/*,models/examples/{flag,workers}-fixed}.eml
for model in "$SOURCE"/tests/bmc/*.eml "$SOURCE"/tests/referee/regressions/*.eml "$SOURCE"/tests/ic3/rules/never-holds.eml; do
  ok "${model#"$SOURCE/tests/"}" "$compare" --parties=bmc "$model"
done
done_testing
