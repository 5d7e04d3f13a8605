#!/usr/bin/env bash
# campaign.sh -- the stories and fifty real classes, once; a signal, which ends all within a second; then all classes
# and programs of tests/jvm, ten times, while two other processes keep the machine busy: the same grades each
# time.  (make campaign-jvm; some twenty minutes)
#
#     campaign.sh [ROUNDS]
rounds=${1:-10} busy=()
cd "$SOURCE/tests/jvm" || exit
mapfile -t classes < <(cd classes && ls | sed 's/\.java$//')
for test in stories.sh real.sh; do
  bash "$test" | tee "${TMPDIR:-/tmp}/campaign-jvm.$test" | grep '^not ok' && failed=1
done
# A signal: of all that depends on the time, the only thing that is measured.
folder=$(mktemp -d) && cat >"$folder/Hangs.java" <<'END'
public class Hangs {
  private int n;
  public synchronized int n() { return n; }
  private synchronized void set(int v) { n = v; }
  public void inc() { int old = n(); while (old == 0) { } set(old + 1); }
}
END
javac -g -d "$folder" "$folder/Hangs.java"
"$PHASELOCK" confirm --class Hangs "$folder" >/dev/null 2>&1 & process=$!
sleep 4
start=$(date +%s%N)
kill -INT "$process"; wait "$process"
ms=$((($(date +%s%N) - start) / 1000000))
echo "a signal: $ms ms"
[ "$ms" -lt 1000 ] || failed=1
rm -r "$folder"
for _ in 1 2; do (while :; do :; done) & busy+=("$!"); done
trap 'kill "${busy[@]}"' EXIT
for round in $(seq "$rounds"); do
  bash classes.sh "${classes[@]}" >"${TMPDIR:-/tmp}/campaign-jvm.$round" || failed=1
  bash programs.sh all >>"${TMPDIR:-/tmp}/campaign-jvm.$round" || failed=1
  grep -v '^ok' "${TMPDIR:-/tmp}/campaign-jvm.$round" | grep -v '^1\.\.'
  echo "round $round: $(grep -c '^ok' "${TMPDIR:-/tmp}/campaign-jvm.$round") fine"
done
[ -z "$failed" ]
