#!/usr/bin/env bash
# predict.sh -- what `trace --predict' finds is what an exhaustive search over all
# reorderings finds, on small random traces.
#
#     predict.sh [TRACES]
source "$(dirname "$0")/../cli/common.sh"
spec=${BUILD:-$SOURCE/_build}/tests/trace/reorder_spec
count=${1:-120}

# compare FIRST COUNT WINDOW [consistent]
compare () {
  local title="traces $1 to $(($1 + $2 - 1)) in windows of $3${4:+, $4 reads}"
  rm -rf traces; mkdir traces
  "$spec" "$1" "$2" "$3" traces ${4:-} | sort >wanted
  (cd traces && "$PHASELOCK" trace --predict --all --window "$3" ${4:+--consistent-reads} --format jsonl *.std) \
    >records 2>errors
  python3 - records >got <<'END'
import json, sys
lines = set ()
for line in open (sys.argv[1]):
    r = json.loads (line)
    if r.get ("verdict") == "violation":
        what = {"race": r.get ("variable"), "deadlock": "",
                "pattern": "%s %s" % (r.get ("pattern"), ",".join (r.get ("fields", [])))}
        lines.add (("%s %s %s" % (r["file"], r["question"], what[r["question"]])).strip ())
    elif "verdict" in r:
        lines.add ("%s %s UNKNOWN %s" % (r["file"], r["question"], r["reason"]))
print ("\n".join (sorted (lines)))
END
  LC_ALL=C sort -o wanted wanted; LC_ALL=C sort -o got got
  ok "$title" diff wanted got
  ok "there is something to find" test "$(wc -l <wanted)" -gt "$(($2 / 8))"
}

if ! command -v python3 >/dev/null; then skip "predictions" "no python3"; done_testing; exit; fi
compare 0 "$count" 1000
compare 100000 $((count / 2)) 8
compare 200000 $((count / 2)) 1000 consistent
compare 300000 $((count / 4)) 10 consistent
compare 400000 $((count / 4)) 1000
compare 450000 $((count / 4)) 10 consistent
done_testing
