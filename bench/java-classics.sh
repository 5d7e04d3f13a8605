#!/usr/bin/env bash
# java-classics.sh -- how long known concurrency bugs in Java take: makes doc/java-classics.md.
#
#     bench/java-classics.sh PHASELOCK >doc/java-classics.md
set -euo pipefail
export LC_ALL=C
program=$(realpath "$1") here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
javac -g -nowarn -d "$folder" "$here"/models/classics/java/*.java
cat <<'END'
# Known bugs in Java, and what they take

Each program of [models/classics/java](../models/classics/java), whose first line says what it is, twice, broken and
right: `phaselock check -p assert --values on --main NAME`. By the clock, one core, made by
bench/java-classics.sh. Every broken one is found and replayed, every right one proved, without a gap.

| program | broken: found in, s | right: proved in, s |
|---|---|---|
END
measure () { # MAIN WANTED: seconds
  local begin end status=0
  begin=$(date +%s%N)
  "$program" check -q -p assert --values on --strict --main "$1" "$folder" >/dev/null 2>&1 || status=$?
  end=$(date +%s%N)
  if [ "$status" != "$2" ]; then echo "status $status"; else
    printf '%d.%02d' $(((end - begin) / 1000000000)) $(((end - begin) / 10000000 % 100)); fi
}
for file in "$here"/models/classics/java/*.java; do
  name=$(basename "$file" .java)
  echo "| $name | $(measure "$name\$Broken" 10) | $(measure "$name\$Right" 0) |"
done
cat <<'END'

## Programs as users write them

[models/programs](../models/programs/README.md) has ten of 80 to 120 lines, each broken and right, without an
assertion made for them: a pool with conditions, a cache with a read-write lock, an event bus, an order book with two
maps, a rate limiter, work stealing, a bank, users in a ConcurrentHashMap, double-checked locking, word count.
`phaselock check -p assert,deadlock,stuck --values on DIR` finds all that are broken and nothing in those that are
right, which `-p assert,stuck --strict` proves: 0.3 s for all of them.
END
