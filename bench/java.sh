#!/usr/bin/env bash
# java.sh -- what reading class files and extracting models from them costs.
#
#     bench/java.sh [JAR]
#
# First, copies of one class under other names, in jars of 100, 400 and 1600: instructions
# for each byte of bytecode, of reading (java_walk) and of extraction (`phaselock java').
# Exit status 1 if a figure grows by more than a fifth.  Then JAR (default: the largest in
# /usr/share/java, which Debian's ecj has): instructions of `phaselock java --list' and of
# extracting every class that has a model, against those of `unzip -t' and a plain walk
# together; exit status 1 above ten times, or above 500 MB.  Instructions are counted
# by callgrind, so they do not depend on what else the machine does.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD:-$here/_build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
make -s -C "$build" bench/java_walk

cat >"$work/Account0000.java" <<'END'
import java.util.*;
public class Account0000 {
  private int balance, limit; private final List<String> log = new ArrayList<>();
  private final Object lock = new Object(); private int[] history = new int[16];
  public synchronized void deposit(int n) { balance += n; log.add("deposit " + n); }
  public synchronized boolean withdraw(int n) {
    if (balance - n < limit) return false;
    balance -= n;
    log.add("withdraw " + n);
    return true;
  }
  public int total() {
    int sum = 0;
    synchronized (lock) { for (int i = 0; i < history.length; i++) sum += history[i]; }
    return sum + balance;
  }
  public void record(int at, int n) {
    synchronized (lock) {
      try { history[at % history.length] = n; }
      catch (ArithmeticException e) { history = new int[16]; }
      finally { limit = limit + 1; }
    }
  }
  public void transfer(Account0000 other, int n) { if (withdraw(n)) other.deposit(n); }
  public String name(int kind) {
    switch (kind) { case 0: return "zero"; case 1: return "one"; default: return log.get(kind); }
  }
}
END
javac -d "$work" "$work/Account0000.java"

# copies COUNT: a jar of COUNT classes that differ in their names.
copies () {
  python3 - "$work" "$1" <<'END'
import os, sys, zipfile
folder, count = sys.argv[1], int(sys.argv[2])
text = open(os.path.join(folder, "Account0000.class"), "rb").read()
with zipfile.ZipFile(os.path.join(folder, "copies.jar"), "w", zipfile.ZIP_DEFLATED) as jar:
    for i in range(count):
        name = "Account%04d" % i
        jar.writestr(name + ".class", text.replace(b"Account0000", name.encode()))
END
}

# instructions COMMAND...: what callgrind counts.
instructions () {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" >"$work/out" 2>"$work/messages" || true
  awk '/Collected/ { print $NF }' "$work/messages"
}

printf '| classes | bytes of bytecode | reading | extraction |\n|---|---|---|---|\n'
for count in 100 400 1600; do
  copies "$count"
  bytes=$("$build/bench/java_walk" "$work/copies.jar" | sed 's/.* class files, \([0-9]*\) of bytecode.*/\1/')
  reading=$(($(instructions "$build/bench/java_walk" "$work/copies.jar") / bytes))
  rm -rf "$work/models"
  extraction=$(($(instructions "$build/phaselock" java -o "$work/models" "$work/copies.jar") / bytes))
  [ "$(find "$work/models" -name '*.eml' | wc -l)" = "$count" ] ||
    { echo "not every class has a model" >&2; tail -3 "$work/messages" >&2; exit 2; }
  printf '| %d | %d | %d | %d |\n' "$count" "$bytes" "$reading" "$extraction"
  : "${first_reading:=$reading}" "${first_extraction:=$extraction}"
  if [ $((reading * 5)) -gt $((first_reading * 6)) ] || [ $((extraction * 5)) -gt $((first_extraction * 6)) ]; then
    echo "the cost of a byte grows" >&2
    status=1
  fi
done

jar=${1:-$(find /usr/share/java -name '*.jar' -type f -printf '%s %p\n' 2>/dev/null | sort -n | tail -1 | cut -d' ' -f2-)}
[ -n "$jar" ] || { echo "no jar: give one" >&2; exit 2; }
floor=$(($(instructions unzip -tqq "$jar") + $(instructions "$build/bench/java_walk" "$jar")))
printf '\n| %s, %s bytes | million instructions | of the floor | MB |\n|---|---|---|---|\n' \
  "$(basename "$jar")" "$(stat -Lc %s "$jar")"
printf '| unzip -t and a walk | %d | 1 | |\n' $((floor / 1000000))
# measured NAME COMMAND...
measured () {
  local name=$1 count memory; shift
  count=$(instructions "$@")
  memory=$( { /usr/bin/time -f %M "$@" >/dev/null 2>"$work/messages"; } 2>&1 || true)
  memory=$(tail -1 "$work/messages")
  awk -v name="$name" -v n="$count" -v floor="$floor" -v m="$memory" \
    'BEGIN { printf "| %s | %d | %.1f | %d |\n", name, n / 1e6, n / floor, m / 1000 }'
  [ "$count" -le $((10 * floor)) ] && [ "$memory" -le 500000 ] || status=1
}
measured "java --list" "$build/phaselock" java --list "$jar"
measured "java, all models" "$build/phaselock" java -o "$work/models-of-jar" "$jar"
exit "$status"
