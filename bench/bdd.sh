#!/usr/bin/env bash
# bdd.sh -- how the time and the BDD nodes of `-e bdd' grow.
#
#     bench/bdd.sh [FOLDER]        default: a folder in /tmp
#
# Locks, phases, threads, processes, program size; the families of the published
# figures with spin09; and what each reduction saves.  Prints Markdown tables;
# FOLDER gets data.tsv, the tables, and bdd-growth.svg (if gnuplot is installed).
# Every command has a time limit: LIMIT seconds per query (default 20), and a minute in
# all; the row of a command that exceeds it says so.
#
# Each row is one run of the program, deciding every query of the model.  Time is
# CPU time of the whole run, which other work on the machine disturbs least; about
# 0.01 s of it is the start.  Operations are calls of BuDDy.  Nodes are the most that
# BuDDy's table held at once, including garbage that was not yet collected.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD:-$here/_build}
limit=${LIMIT:-20}
out=${1:-$(mktemp -d)}
mkdir -p "$out"
data=$out/data.tsv
: >"$data"

gen () { "$build/phaselock-gen" "$@" >"$out/model.eml"; }

# measure SERIES X OPTION...: decide model.eml, append a line to the data:
# series, x, CPU seconds, slowest query (by the clock), nodes, operations, violations, safe, unknown.
# The automata are those of strict unless an option says otherwise.
measure () {
  local series=$1 x=$2 status=0; shift 2
  { time timeout -s KILL 60 "$build/phaselock" check -e bdd -q --stats --progress never \
      --timeout "$limit" -a strict "$@" "$out/model.eml" >"$out/printed" 2>"$out/messages" || status=$?
  } 2>"$out/time"
  case $status in
    0 | 5 | 10) ;;
    137) printf '%s\t%s\t-\t-\t-\t-\t0\t0\tkilled\n' "$series" "$x" >>"$data"; return ;;
    *) cat "$out/messages" >&2; echo "$series $x: status $status" >&2; exit 2 ;;
  esac
  awk -v series="$series" -v x="$x" -v seconds="$(awk '{ print $1 + $2 }' "$out/time")" '
    NR == 1 { for (i = 1; i <= NF; i++) {
                if ($i ~ /^violation/) v = $(i - 1)
                if ($i ~ /^safe/) s = $(i - 1)
                if ($i ~ /^unknown/) u = $(i - 1) } }
    /^stats:/ { for (i = 1; i <= NF; i++) {
                  if ($i == "nodes") nodes = $(i - 1)
                  if ($i ~ /^operations/) operations = $(i - 1)
                  if ($i == "query") slowest = $(i + 1) } }
    END { printf "%s\t%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\n", series, x, seconds, slowest, nodes, operations, v, s, u }
  ' "$out/printed" >>"$data"
}
TIMEFORMAT='%U %S'

# table SERIES TITLE-OF-X: its lines, with the ratio of each time and number of
# nodes to those of the line before.
table () {
  printf '\n| %s | queries | time | x | operations | nodes | x |\n|---|---|---|---|---|---|---|\n' "$2"
  awk -F'\t' -v series="$1" '
    function ratio(a, b) { return a > 0 && b > 0 ? sprintf ("%.1f", a / b) : "" }
    $1 == series {
      if ($9 == "killed") { printf "| %s | | past 60 s | | | | |\n", $2; t = n = 0; next }
      queries = ($7 + $8 + $9) ($9 > 0 ? " (" $9 " unknown)" : "")
      printf "| %s | %s | %.3f s | %s | %d | %d | %s |\n", $2, queries, $3, ratio ($3, t), $6, $5, ratio ($5, n)
      t = $3; n = $5
    }' "$data"
}

# ---- Locks. ----
for k in 1 2 3 4 5 6 7 8 9 10; do
  gen nested -k "$k"
  measure nested "$k"
  measure nested-spin09 "$k" -a spin09
done
for k in 1 2 3 4; do gen recursion -k "$k"; measure recursion-spin09 "$k" -a spin09; done

# ---- Phases: u and v take turns, N steps in all, inside nested locks. ----
turns () { # N
  echo 'automaton turns (f) { threads u, v;'
  for ((i = 1; i <= $1; i++)); do
    if ((i % 2)); then echo "  u reads f in unit;"; else echo "  v writes f;"; fi
  done
  echo "  u stays in unit from 1 to $1;"
  echo '}'
}
nest () { # K STATEMENT: inside K nested locks
  local i text="$2"
  for ((i = $1; i >= 1; i--)); do text="sync l$i { $text }"; done
  echo "unit { while (*) { $text } }"
}
for k in 3 6; do
  for n in 2 3 4 5 6 7 8; do
    turns "$n" >"$out/turns.pa"
    { echo "field f; lock $(seq -s, -f 'l%g' "$k");"
      echo "process Reader { $(nest "$k" 'read f;') }"
      echo "process Writer { $(nest "$k" 'write f;') }"; } >"$out/model.eml"
    measure "phases-$k" "$n" -a "$out/turns.pa"
  done
done

# ---- Threads: four steps by 2, 3 and 4 threads. ----
cat >"$out/threads-2.pa" <<'EOF'
automaton team (f, g) { threads t, u;
  t writes f in unit; u reads f in unit; u reads g; t writes g;
  t stays in unit from 1 to 4; u stays in unit from 2 to 3; }
EOF
cat >"$out/threads-3.pa" <<'EOF'
automaton team (f, g) { threads t, u, v;
  t writes f in unit; u reads f; v reads f; t writes g;
  t stays in unit from 1 to 4; }
EOF
cat >"$out/threads-4.pa" <<'EOF'
automaton team (f, g) { threads t, u, v, w;
  t writes f in unit; u reads f; v reads f; w writes g;
  t stays in unit from 1 to 4; }
EOF
for k in 2 4 6; do
  for n in 2 3 4; do
    gen nested -k "$k" -p 8
    measure "threads-$k" "$n" -a "$out/threads-$n.pa"
  done
done

# ---- Processes, and size of the program. ----
for n in 2 4 8 16 32; do gen processes -n "$n"; measure processes "$n"; done
for n in 100 1000 10000 100000; do gen straight -n "$n"; measure size "$n"; done

# ---- What each reduction saves. ----
reductions='none active roles movers run-ahead private-locks idle-locks slicing all'
for word in $reductions; do
  without=()
  [ "$word" = none ] || without=(--without "$word")
  gen nested -k 3 -p 4; measure without-nested "$word" "${without[@]}"
  gen recursion -k 2; measure without-recursion "$word" "${without[@]}"
  gen processes -n 4; measure without-processes "$word" "${without[@]}"
  gen straight -n 1000; measure without-straight "$word" "${without[@]}"
  gen sequence -k 6; measure without-sequence "$word" "${without[@]}"
  gen random --seed=14 --size=60 --locks=6 --processes=3 --sharing=40; measure without-random "$word" "${without[@]}"
done

# ---- Tables. ----
{
  echo '### Locks'
  echo; echo '`phaselock-gen nested -k K`, strict automata:'
  table nested K
  echo; echo 'The same with the automata of the paper, `-a spin09`:'
  table nested-spin09 K
  echo; echo '`phaselock-gen recursion -k K`, `-a spin09`:'
  table recursion-spin09 K
  echo; echo '### Phases'
  for k in 3 6; do
    echo; echo "Two threads take turns, in loops around $k nested locks:"
    table "phases-$k" steps
  done
  echo; echo '### Threads'
  for k in 2 4 6; do
    echo; echo "Four steps, made by this number of threads, \`phaselock-gen nested -k $k -p 8\`:"
    table "threads-$k" threads
  done
  echo; echo '### Processes'
  echo; echo '`phaselock-gen processes -n N`, strict automata:'
  table processes N
  echo; echo '### Size of the program'
  echo; echo '`phaselock-gen straight -n N`, strict automata:'
  table size N
  echo; echo '### Reductions'
  echo; echo 'Times, and the factor against all reductions on; `past 60 s` means killed, `(n ?)` that n queries ended at their limit.'
  echo
  echo '| without | nested -k 3 -p 4 | recursion -k 2 | processes -n 4 | straight -n 1000 | sequence -k 6 | random |'
  echo '|---|---|---|---|---|---|---|'
  for word in $reductions; do
    awk -F'\t' -v word="$word" '
      BEGIN { count = split ("nested recursion processes straight sequence random", names, " ") }
      { split ($1, part, "-") }
      part[1] == "without" && $2 == "none" { base[part[2]] = $3 }
      part[1] == "without" && $2 == word { time[part[2]] = $3; unknown[part[2]] = $9 }
      END {
        printf "| %s |", word == "none" ? "(all on)" : word
        for (i = 1; i <= count; i++) {
          n = names[i]
          if (unknown[n] == "killed") printf " past 60 s |"
          else printf " %.3f s%s%s |", time[n], word == "none" || base[n] == 0 ? "" : sprintf (", x %.1f", time[n] / base[n]), \
                      (unknown[n] > 0 ? " (" unknown[n] " ?)" : "")
        }
        print "" }' "$data"
  done
} >"$out/tables.md"
cat "$out/tables.md"

# ---- The plot. ----
command -v gnuplot >/dev/null || { echo "no gnuplot: no plot" >&2; exit 0; }
series () { awk -F'\t' -v s="$1" '$1 == s && $9 != "killed" { print $2, $3, $5 }' "$data" >"$out/$1.dat"; }
for s in nested nested-spin09 recursion-spin09 phases-3 phases-6 threads-2 threads-4 threads-6 processes size; do series "$s"; done
gnuplot <<EOF
set terminal svg size 900,720 font 'sans,12' background rgb 'white'
set output '$out/bdd-growth.svg'
set multiplot layout 2,2
set key outside bottom center horizontal maxrows 2
set logscale y
set format y '10^{%L}'
set grid
set title 'locks: time of all queries, s'
set xlabel 'locks'
plot '$out/nested.dat' u 1:2 w lp pt 7 t 'nested, strict', '$out/nested-spin09.dat' u 1:2 w lp pt 5 t 'nested, spin09', \
     '$out/recursion-spin09.dat' u 1:2 w lp pt 9 t 'recursion, spin09'
set title 'locks: BDD nodes'
plot '$out/nested.dat' u 1:3 w lp pt 7 t 'nested, strict', '$out/nested-spin09.dat' u 1:3 w lp pt 5 t 'nested, spin09', \
     '$out/recursion-spin09.dat' u 1:3 w lp pt 9 t 'recursion, spin09'
set title 'phases and threads: time of all queries, s'
set xlabel 'steps, or threads'
plot '$out/phases-3.dat' u 1:2 w lp pt 7 t 'steps, 3 locks', '$out/phases-6.dat' u 1:2 w lp pt 5 t 'steps, 6 locks', \
     '$out/threads-2.dat' u 1:2 w lp pt 9 t 'threads, 2 locks', '$out/threads-4.dat' u 1:2 w lp pt 11 t 'threads, 4 locks', \
     '$out/threads-6.dat' u 1:2 w lp pt 13 t 'threads, 6 locks'
set title 'processes and size: time of all queries, s'
set xlabel 'processes, or statements'
set logscale x
plot '$out/processes.dat' u 1:2 w lp pt 7 t 'processes', '$out/size.dat' u 1:2 w lp pt 5 t 'statements'
EOF
echo "plot: $out/bdd-growth.svg" >&2
