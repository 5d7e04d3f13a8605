#!/usr/bin/env bash
# campaign.sh -- random C programs do in the model what they do when they are executed in all
# schedules.  `make campaign-c' has more of them.
source "$(dirname "$0")/../lib/tap.sh"
here=$(cd "$(dirname "$0")" && pwd)
command -v clang >/dev/null || { echo "1..0 # SKIP there is no clang"; exit 0; }
"$PHASELOCK" llvm -q "$here/programs/counter.c" >/dev/null 2>"$scratch/why" || {
  grep -q 'no-llvm' "$scratch/why" && { echo "1..0 # SKIP built without LLVM"; exit 0; }; }
ok "100 random programs" bash "$here/random.sh" 1 2 50
ok "orders of twenty, as they were seen" env ORDERS=1 bash "$here/random.sh" 3 3 20
done_testing
