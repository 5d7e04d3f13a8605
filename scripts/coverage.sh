#!/usr/bin/env bash
# coverage.sh -- which lines of C do the tests execute?  `make coverage' runs it.
#
#     scripts/coverage.sh FOLDER [TEST...]
#
# Builds in FOLDER with --enable-coverage, runs the tests (default: all), and prints for
# each room how many of its lines were executed, and the files of which fewest were.  A
# line counts if the compiler made code of it; a process that is killed leaves no count.
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=${1:?usage: coverage.sh FOLDER [TEST...]}; shift
mkdir -p "$folder"
cd "$folder"
[ -f Makefile ] || "$here/configure" --quiet --enable-coverage CFLAGS='-O0 -g' >configure.log
make -j"$(nproc)" >make.log 2>&1
find . -name '*.gcda' -delete
status=0
if [ $# -gt 0 ]; then make -j"$(nproc)" check TESTS="$*" >check.log 2>&1 || status=$?
else make -j"$(nproc)" check >check.log 2>&1 || status=$?; fi
[ "$status" = 0 ] || echo "coverage.sh: some tests fail: $folder/check.log" >&2

# Objects of the program, also those that no test has executed; a file that several
# programs are made of counts as what any of them has executed of it at most.
find src wpds eml phaseauto java jvm llvm trace -name '*.gcno' | sort |
  while read -r notes; do gcov -n -o "$(dirname "$notes")" "$notes" 2>/dev/null || true; done |
  awk -v here="$here/" '
    /^File / { file = $2; gsub (/\x27/, "", file); sub (/^.*\/\.\.\//, "", file)
               if (index (file, here) == 1) file = substr (file, length (here) + 1) }
    /^Lines executed:/ && file ~ /^(src|wpds|eml|phaseauto|java|jvm|llvm|trace)\/.*\.c$/ {
      split ($2, part, /[:%]/); lines[file] = $4; done = part[2] / 100 * $4
      if (done > executed[file]) executed[file] = done }
    END {
      for (file in lines) {
        room = file; sub (/\/[^\/]*$/, "", room)
        all[room] += lines[file]; hit[room] += executed[file]
        sum += lines[file]; sum_hit += executed[file]
        printf "2 %6.1f %6d %s\n", 100 * executed[file] / lines[file], lines[file], file
      }
      for (room in all) printf "1 %6.1f %6d %s\n", 100 * hit[room] / all[room], all[room], room
      printf "0 %6.1f %6d %s\n", sum ? 100 * sum_hit / sum : 0, sum, "overall"
    }' | sort -k1,1n -k2,2n >coverage.txt
printf '%6s %6s  %s\n' '%' lines room
awk '$1 < 2 { printf "%6.1f %6d  %s\n", $2, $3, $4 }' coverage.txt
printf '\nThe files of which least is executed:\n'
awk '$1 == 2 && n++ < 25 { printf "%6.1f %6d  %s\n", $2, $3, $4 }' coverage.txt
exit "$status"
