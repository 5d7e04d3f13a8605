#!/usr/bin/env bash
# classes.sh -- classes, broken and repaired, on a real JVM: each has the grade that was derived
# by hand and stands in its first line.  What is repaired is never executed as a violation.
#
#     classes.sh [CLASS...]     default: those that take little time; campaign.sh has all
source "$SOURCE/tests/java/common.sh"
need javac java python3
mkdir classes
export XDG_CACHE_HOME=$scratch/cache
ok "javac" javac -g -d classes "$SOURCE"/tests/jvm/classes/*.java
[ $# -gt 0 ] || set -- CounterBroken LostUpdateBroken WithdrawBroken StackBroken PairBroken LocksBroken \
  RangeBroken StaticBroken FlagRace NoConstructor BlindWrites InnerBroken CursorBroken PoolBroken TickingHarmless CopyBroken FactoryBroken AccountsBroken PeersBroken \
  TableBroken LateBroken ListRace AdapterBroken NullBroken GroupHarmless RegisteredHarmless \
  $(cd "$SOURCE/tests/jvm/classes" && ls | sed -n 's/\(.*Repaired\)\.java/\1/p')
for class; do
  expected=$(sed -n '1s,^// ,,p' "$SOURCE/tests/jvm/classes/$class.java")
  "$PHASELOCK" confirm --confirm-time 1000 --format jsonl --class "$class" classes >records 2>messages
  case $?/$expected in 0/none|10/*) ;; *) tap_result 1 "$class: exit status"; sed 's/^/# /' messages ;; esac
  python3 "$SOURCE/tests/jvm/grades.py" "$class" "$expected" records >result
  renumber result
done
done_testing
