#!/usr/bin/env bash
# repeat.sh -- right programs on a real JVM, RUNS times each (`make campaign-java': 10,000): no assertion fails, and
# nobody waits for ever, as was proved of them.
#
#     repeat.sh [RUNS]
source "$(dirname "$0")/common.sh"
need javac java
runs=${1:-20}
ok "harness" javac -Xlint:all -Werror -d harness "$java/jvm/Repeat.java"
ok "programs" javac -g -nowarn -d classes "$SOURCE"/models/programs/java/*.java "$SOURCE"/models/classics/java/*.java
names=()
for file in "$SOURCE"/models/programs/java/*.java "$SOURCE"/models/classics/java/*.java; do
  names+=("$(basename "$file" .java)\$Right")
done
java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp harness Repeat classes "$runs" "${names[@]}" >outcomes
is "status" "$?" 0
for name in "${names[@]}"; do
  is "$name, $runs runs" "$(sed -n "s/^${name//\$/\\$} //p" outcomes)" ok
done
done_testing
