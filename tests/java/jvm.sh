#!/usr/bin/env bash
# jvm.sh -- random programs (jvm/generate.py) run on a real JVM, one thread at a time, by random
# schedules.  Races, patterns of units and deadlocks that are seen there must not be called
# safe.
#
#     jvm.sh [SEED PROGRAMS RUNS]   RUNS of each program
source "$(dirname "$0")/common.sh"
need javac java python3
seed=${1:-1} programs=${2:-60} runs=${3:-200}
jvm=$java/jvm

# "6 W(l1) W'(l1) W'(l2) W(l2)", for each pattern
sed -nE 's/^## ([0-9]+)\. .*/\1/p; s/^`([RW]\(.*)`$/\1/p' "$SOURCE/doc/patterns.md" | paste -d' ' - - >patterns
is "patterns" "$(wc -l <patterns)" 32
ok "scheduler" javac -Xlint:all -Werror -d turns "$jvm"/Turns.java "$jvm"/Patterns.java "$jvm"/Runs.java
ok "programs" python3 "$jvm/generate.py" "$seed" "$programs" . class main
ok "javac: plain" javac -g -nowarn -d pc plain/*/*.java
ok "javac: told" javac -nowarn -cp turns -d tc told/*/*.java
cut -d' ' -f1 programs | xargs java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp turns:tc \
  turns.Runs patterns "$runs" "$seed" >seen
is "runs: status" "$?" 0
ok "something was seen" test "$(wc -l <seen)" -gt "$programs"
# What the program says is compared; random.sh has such classes read with sanitizers.
program=$(plain_program)
python3 "$jvm/compare.py" "${program:-$PHASELOCK}" . seen >compared
is "seed $seed, $programs programs, $runs runs of each: none is outside of its model" "$?" 0
sed 's/^/# /' compared | tail -40

# Programs in which numbers decide: with --values nothing that is seen is excluded.
few=$((programs / 8))
ok "deciding programs" python3 "$jvm/generate.py" "$seed" "$few" deciding values values-main
cd deciding || exit
ok "javac: plain" javac -g -nowarn -d pc plain/*/*.java
ok "javac: told" javac -nowarn -cp ../turns -d tc told/*/*.java
cut -d' ' -f1 programs | xargs java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp ../turns:tc \
  turns.Runs ../patterns "$runs" "$seed" >seen
is "runs: status" "$?" 0
python3 "$jvm/compare.py" "${program:-$PHASELOCK}" . seen --values on >compared
is "$few deciding programs: none is excluded by values" "$?" 0
sed 's/^/# /' compared | tail -40
done_testing
