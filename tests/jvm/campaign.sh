#!/usr/bin/env bash
# campaign.sh -- all classes of tests/jvm, ten times, while two other processes keep the machine
# busy: the same grades each time.  (make campaign-jvm; some ten minutes)
#
#     campaign.sh [ROUNDS]
rounds=${1:-10} busy=()
cd "$SOURCE/tests/jvm" || exit
mapfile -t classes < <(cd classes && ls | sed 's/\.java$//')
for _ in 1 2; do (while :; do :; done) & busy+=("$!"); done
trap 'kill "${busy[@]}"' EXIT
for round in $(seq "$rounds"); do
  bash classes.sh "${classes[@]}" >"${TMPDIR:-/tmp}/campaign-jvm.$round" || failed=1
  grep -v '^ok' "${TMPDIR:-/tmp}/campaign-jvm.$round" | grep -v '^1\.\.'
  echo "round $round: $(grep -c '^ok' "${TMPDIR:-/tmp}/campaign-jvm.$round") fine"
done
[ -z "$failed" ]
