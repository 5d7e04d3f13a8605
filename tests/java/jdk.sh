#!/usr/bin/env bash
# jdk.sh -- real code: java.util and java.io of the installed JDK, in one run.  Nothing
# crashes, each class is modelled or there is a reason why not, the models are models; and
# bugs that are known show.
#
# The packages below java.util, which take most of the time, only if JAVA_ALL is set, as `make
# check-long' does.
source "$(dirname "$0")/common.sh"
need javac jimage

home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
if [ ! -f "$home/lib/modules" ]; then
  echo "1..0 # SKIP no lib/modules in $home"; exit 0
fi
jimage extract --dir out --include 'regex:/java\.base/java/(lang|util|io)/.*' "$home/lib/modules"
jdk=out/java.base
mkdir -p given models
cp -r "$jdk"/java/{util,io} given
[ -n "$JAVA_ALL" ] || rm -rf given/util/*/

# ---- All of them. ----
classes=$(find given -name '*.class' | wc -l)
ok "hundreds of classes" test "$classes" -gt 300
expect 0 "--list" timeout 300 "$PHASELOCK" java --list --jdk "$jdk" given
ok "a line with a reason for each class" test "$(grep -cE '^(check|-) +java\.[A-Za-z0-9_.$]+ +[a-z0-9@]' <<<"$out")" = "$classes"
expect 0 "models of all that have locks and fields" timeout 500 "$PHASELOCK" java --jdk "$jdk" -o models given
ok "one for each that --list names" test "$(find models -name '*.eml' | wc -l)" = "$(grep -c ^check <<<"$("$PHASELOCK" java --list --jdk "$jdk" given)")"
expect 0 "all are models" timeout 300 "$PHASELOCK" lint models

# ---- What is known about some of them. ----
look () { # CLASS FILE...: its violations go to `found', one on a line
  local class=$1; shift
  timeout 120 "$PHASELOCK" check -q --class "$class" --jdk "$jdk" "${@/#/$jdk/java/}" 2>messages | grep ^VIOLATION >found
}
shows () { # TEXT...: one violation has them all
  local text lines; lines=$(cat found)
  for text in "$@"; do lines=$(grep -F -- "$text" <<<"$lines"); done
  [ -n "$lines" ]
}

# append (sb) locks this, not sb: the length is read, and then the characters are.
look java.lang.StringBuffer lang/StringBuffer.class lang/AbstractStringBuilder.class
ok "StringBuffer.append(StringBuffer) reads its argument in two pieces" \
  shows "u = \"append(StringBuffer), the object as argument 1\"" "pattern 2 "
ok "StringBuffer.append(StringBuffer): a pair of fields that do not fit" \
  shows "u = \"append(StringBuffer), the object as argument 1\"" "pattern 11 "

# addAll (c) increments modCount before it takes the lock.
look java.util.Vector util/Vector.class util/AbstractList.class util/AbstractCollection.class
ok "Vector.addAll() and modCount: lost update" shows "pattern 1 " AbstractList.modCount addAll
ok "Vector.addAll() and modCount: race" shows "race " AbstractList.modCount addAll

look java.io.ByteArrayOutputStream io/ByteArrayOutputStream.class
# Two streams that are written into each other: writeTo () holds the monitor of one, and needs that of the other.
ok "ByteArrayOutputStream.writeTo(): a deadlock of two" grep -q '^VIOLATION  deadlock' found
ok "and nothing else" test "$(wc -l <found)" = 1
expect 10 "and was looked at" "$PHASELOCK" check --format jsonl -o records --class java.io.ByteArrayOutputStream \
  --jdk "$jdk" "$jdk/java/io/ByteArrayOutputStream.class"
# Its three fields: buf, its elements, and count.  The circle of locks is a model of its own.
grep -F '"model":"java.io.ByteArrayOutputStream"' records >own
ok "with its fields" test "$(grep -c '"question":"pattern"' own)" -ge 10
is "a race of each was asked for" "$(grep -c '"question":"race"' own)" 3
is "which are safe" "$(grep -vc '"verdict":"safe"' own)" 0
done_testing
