#!/usr/bin/env bash
# keep.sh -- what the extraction leaves out since no verdict depends on it (--keep), against
# models that have it: the classes of these tests, programs, and random classes, all
# queries.
#
#     keep.sh [SEED COUNT]        random classes
source "$(dirname "$0")/common.sh"
need javac python3
reductions=(calls early-ends equal-points)

mkdir classes main random
ok "javac: classes" javac --release 8 -Xlint:-options -nowarn -d classes "$java"/classes/*.java
ok "javac: programs" javac --release 8 -Xlint:-options -nowarn -d main "$java"/main/*.java
ok "random classes" python3 "$java/random_classes.py" "${1:-3}" "${2:-8}" Random.java
ok "javac: random classes" javac --release 8 -Xlint:-options -nowarn -d random Random.java

# verdicts NAME OPTION...: the records of all of them, to NAME.  What --keep names one by one is kept by the build
# without sanitizers: with these nothing is, and then everything.
plain=$(plain_program)
verdicts () {
  local name=$1 program PHASELOCK=$PHASELOCK; shift
  case $* in ""|*all) ;; *) PHASELOCK=${plain:-$PHASELOCK} ;; esac
  for folder in classes random; do
    "$PHASELOCK" check -q --format jsonl "$@" $folder >$name.$folder 2>messages
    [ $? = 10 ] || return
  done
  for program in $(sed -nE 's/^\/\/: main ([A-Za-z]+).*/\1/p' "$java"/main/*.java | sort -u); do
    "$PHASELOCK" check -q --format jsonl "$@" --main "$program" main 2>>messages
  done >$name.main
  # A class of one name may be in several programs: the order tells.
  for folder in classes random main; do
    python3 - $name.$folder <<'PYTHON'
import json, sys
for line in open(sys.argv[1]):
    r = json.loads(line)
    print(r["model"], r.get("pattern", r["question"]), ",".join(sorted(r.get("fields", []))), r["verdict"])
PYTHON
  done >$name
}
ok "verdicts" verdicts plain
ok "thousands of queries" test "$(wc -l <plain)" -gt 5000
ok "violations and safe ones" test "$(grep -c violation plain)" -gt 500 -a "$(grep -c safe plain)" -gt 500
models () { "$PHASELOCK" java -q "$@" -o "models$*/" random >/dev/null 2>&1; cat "models$*"/*.eml; }
models >plain.eml
for kept in "${reductions[@]}" all; do
  ok "verdicts, --keep $kept" verdicts kept --keep $kept
  ok "--keep $kept: no verdict changes" diff plain kept
  models --keep $kept >kept.eml
  ok "--keep $kept: but models do" test "$(wc -c <kept.eml)" -gt "$(wc -c <plain.eml)"
done
done_testing
