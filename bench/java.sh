#!/usr/bin/env bash
# java.sh -- what reading class files and extracting models from them costs.
#
#     bench/java.sh [JAR]
#
# First, copies of one class under other names, in jars of 100, 400 and 1600: instructions
# for each byte of bytecode, of reading (java_walk) and of extraction (`phaselock java').
# Exit status 1 if a figure grows by more than a fifth.  Then JAR (default: the largest in
# /usr/share/java, which Debian's ecj has), a quarter of its classes, a half, and all: what
# extracting every class that has a model costs for each byte, and how much that is of what
# `unzip -t' and a plain walk over the bytecode (java_walk: our own reader, and nothing
# else) cost together; exit status 1 above ten times for the whole jar, or above 500 MB.
# Instructions are counted by callgrind, so they do not depend on what else the machine
# does: some six minutes of one core.
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

# part JAR N OUT: every Nth entry of JAR, with its nested classes.
part () {
  python3 - "$@" <<'END'
import sys, zipfile, zlib
source, step, target = sys.argv[1], int(sys.argv[2]), sys.argv[3]
with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
    for name in old.namelist():
        outermost = name.split(".")[0].split("$")[0]
        if name.endswith(".class") and zlib.crc32(outermost.encode()) % step == 0:
            new.writestr(name, old.read(name))
END
}

# memory COMMAND...: the most that it needs, in kB.
memory () {
  python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@"
}

printf '\n| part of %s (%s bytes) | classes | models | bytes of bytecode | unzip and walk, M | --list, M | all models, M | for a byte | of unzip and walk | MB |\n' \
  "$(basename "$jar")" "$(stat -Lc %s "$jar")"
printf '|---|---|---|---|---|---|---|---|---|---|\n'
for step in 4 2 1; do
  part "$jar" "$step" "$work/part.jar"
  [ "$step" != 1 ] || cp "$jar" "$work/part.jar"
  read -r classes bytes < <("$build/bench/java_walk" "$work/part.jar" 2>/dev/null |
    sed 's/^\([0-9]*\) classes.* class files, \([0-9]*\) of bytecode.*/\1 \2/')
  floor=$(($(instructions unzip -tqq "$work/part.jar") + $(instructions "$build/bench/java_walk" "$work/part.jar")))
  list=$(instructions "$build/phaselock" java --list "$work/part.jar")
  rm -rf "$work/models"
  all=$(instructions "$build/phaselock" java -o "$work/models" "$work/part.jar")
  models=$(find "$work/models" -name '*.eml' | wc -l)
  [ "$models" -gt 0 ] || { tail -3 "$work/messages" >&2; exit 2; }
  most=$(memory "$build/phaselock" java -o "$work/models" "$work/part.jar")
  awk -v step="$step" -v classes="$classes" -v models="$models" -v bytes="$bytes" -v floor="$floor" -v list="$list" \
    -v all="$all" -v most="$most" 'BEGIN {
      printf "| 1/%d | %d | %d | %d | %d | %d | %d | %d | %.1f | %d |\n", step, classes, models, bytes,
        floor / 1e6, list / 1e6, all / 1e6, all / bytes, all / floor, most / 1000 }'
done
if [ "$all" -gt $((10 * floor)) ] || [ "$most" -gt 500000 ]; then
  echo "too much" >&2
  status=1
fi
exit "$status"
