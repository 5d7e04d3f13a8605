#!/usr/bin/env bash
# bmc-scale.sh -- bounded search on a large program: 10,000 statements in four processes, and a race
# at depth 200. Fails if it is not found, or takes more than 60 seconds of the processor.
#
# Each process chooses one of 14 handlers and a key. A handler computes, and in between adds to four
# fields, each under its lock; who has the right key writes a mark afterwards, without a lock.
source=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$source/_build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

awk -v processes=4 -v handlers=14 -v length_=196 -v sections=4 '
  BEGIN {
    print "model Handlers;\nfield int(8) mark;"
    for (s = 0; s < sections; s++) printf "field int(8) f%d;\nlock l%d;\n", s, s
    for (p = 0; p < processes; p++) {
      for (h = 0; h < handlers; h++) {
        printf "proc handle%d_%d(int(8) x) : int(8) {\n", p, h
        step = int(length_ / (sections + 1)); s = 0
        for (n = 0; n < length_;)
          if (s < sections && n >= (s + 1) * step) {
            k = (s + p + h) % sections; s++; n += 7
            printf "sync l%d { f%d = f%d + x; x = x + f%d; }\n", k, k, k, k
          } else { printf "x = x * 3 + %d;\n", (h * 7 + n) % 100; n++ }
        print "return x; }"
      }
      printf "process P%d { int(8) x = *, key = *;\nchoose ", p
      for (h = 0; h < handlers; h++)
        printf "%s{ x = call handle%d_%d(x); }", h ? " or " : "", p, h
      print "\nif (key == 77) { mark = x; } }"
    }
  }' >"$scratch/handlers.eml"
echo "$(grep -o ';' "$scratch/handlers.eml" | wc -l) statements and declarations"
/usr/bin/time -f '%U' -o "$scratch/time" "$build/phaselock" check -q --stats -e bmc -p race -f mark "$scratch/handlers.eml" 2>&1 |
  grep -E '^(VIOLATION|UNKNOWN|stats)' | tee "$scratch/out"
echo "$(tail -n 1 "$scratch/time") s of the processor"
grep -q '^VIOLATION' "$scratch/out" && awk 'END { exit !($1 <= 60) }' "$scratch/time"
