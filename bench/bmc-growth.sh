#!/usr/bin/env bash
# bmc-growth.sh -- how the clauses of bounded search grow: with shared accesses, and with local code.
#
#     bench/bmc-growth.sh [SVG]        prints two tables; and a plot, if there is gnuplot
#
# Two processes read and write one field N times without a lock, and ask whether an assertion at the end can
# fail; then they do so four times, with L local statements before each. Clauses do not depend on
# the machine. Fails if twice as many accesses take more than 5 times the clauses (times and numbers get wider, too), or twice the
# local code more than 2.2 times.
source=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$source/_build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

model () { # ACCESSES LOCAL
  echo "model Growth; field volatile int(8) f;"
  echo "process P[2] { int(8) x = *;"
  for ((i = 0; i < $1; i++)); do
    for ((k = 0; k < $2; k++)); do echo "x = (x ^ $k) + 3;"; done
    echo "x = x + f; f = x;"
  done
  echo "assert (x != 77); }"
}
clauses () { # ACCESSES LOCAL
  model "$1" "$2" >"$scratch/growth.eml"
  "$build/phaselock" check -q --stats -e bmc --timeout 20 -p assert "$scratch/growth.eml" 2>&1 |
    sed -nE 's/^stats:.*at most ([0-9]+) clauses.*/\1/p'
}
grow () { # MOST_RATIO COLUMN: reads "N CLAUSES"
  awk -v most="$1" -v what="$2" '
    BEGIN { print "| " what " | clauses | ratio |\n|---|---|---|" }
    { ratio = NR > 1 ? sprintf ("%.2f", $2 / before) : ""; printf "| %d | %d | %s |\n", $1, $2, ratio
      if (NR > 1 && $2 / before > most) bad = 1
      before = $2 }
    END { exit bad }'
}
status=0
for n in 3 6 12 24; do echo "$n $(clauses $n 1)"; done >"$scratch/accesses"
for n in 8 16 32 64; do echo "$n $(clauses 4 $n)"; done >"$scratch/local"
grow 5 "accesses of each process" <"$scratch/accesses" || status=1
echo
grow 2.2 "local statements before each of 4 accesses" <"$scratch/local" || status=1
if [ -n "${1:-}" ] && command -v gnuplot >/dev/null; then
  gnuplot <<END
set terminal svg size 720,420 font 'sans,13' background rgb 'white'
set output '$1'
set logscale xy
set xlabel 'accesses of each process; local statements before each'
set ylabel 'clauses'
set key left top
set grid lc rgb '#dddddd'
plot '$scratch/accesses' with linespoints lw 2 pt 7 lc rgb '#0072b2' title 'shared accesses', \
     '$scratch/local' with linespoints lw 2 pt 9 lc rgb '#d55e00' title 'local code', \
     500 * x**2 with lines dt 2 lc rgb '#888888' title 'x squared', \
     1000 * x with lines dt 3 lc rgb '#888888' title 'x'
END
fi
exit $status
