#!/usr/bin/env bash
# antichain.sh -- what deciding costs with antichains, compared with BDDs and with the
# floor, and how it grows.
#
#     bench/antichain.sh [FOLDER]        default: a folder in /tmp
#
# Times are CPU seconds of the process (bench/measure.c), which other work on the
# machine disturbs least; they do not include the start of the program, nor witnesses.
# `floor' is reading, checking and lowering the model, and one pass over it.
# Instructions are callgrind's.  Prints Markdown; FOLDER gets data.tsv, the tables, and
# antichain-growth.svg (if gnuplot is installed).
# LIMIT: seconds per query of the BDD engine (default 30).  Sizes go up to MOST
# statements (default 1000000).  TABLES_ONLY=1: only make the tables again, from the data
# in FOLDER.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD:-$here/_build}
limit=${LIMIT:-30}
most=${MOST:-1000000}
out=${1:-$(mktemp -d)}
mkdir -p "$out"
data=$out/data.tsv
[ -n "${TABLES_ONLY:-}" ] || : >"$data"
model=$out/model.eml

gen () { "$build/phaselock-gen" "$@" >"$model"; }

# row SERIES X ENGINE [QUERY...]: a line of data: series, x, floor, decide,
# symbols, queries, violations, safe, unknown, bytes, resident kB.
row () {
  local series=$1 x=$2; shift 2
  local line
  line=$(LIMIT=${bound:-} timeout -s KILL 60 "$build/bench/measure" decide "$1" "$model" "${@:2}") || line="- - - - - - - - -"
  printf '%s\t%s\t%s\n' "$series" "$x" "$(tr ' ' '\t' <<<"$line")" >>"$data"
}
# The number of instructions that `measure' takes.
instructions () {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/bench/measure" "$@" 2>&1 >/dev/null \
    | awk '/Collected/ { print $NF }'
}

if [ -z "${TABLES_ONLY:-}" ]; then
# ---- 1. Against BDDs. ----
# `published': BDDs without the reductions that were added for antichains.
compare () { # NAME
  WITHOUT=units,common-locks,guarded-locks bound=$limit row published "$1" bdd
  bound=$limit row bdd "$1" bdd
  row antichain "$1" antichain
}
for file in "$here"/models/examples/*.eml; do cp "$file" "$model"; compare "example $(basename "$file" .eml)"; done
for spec in 'nested -k 4' 'nested -k 6' 'nested -k 8' 'nested -k 10' 'nested -k 8 --safe' 'sequence -k 6' 'sequence -k 8' 'chain -n 10' 'chain -n 100' \
            'recursion -k 2' 'recursion -k 3' 'recursion -k 4' 'recursion -k 3 --safe' 'choices -n 4' 'choices -n 6' 'choices -n 6 --safe' \
            'processes -n 4' 'processes -n 8' 'straight -n 1000' 'straight -n 10000' 'loops -n 100'; do
  # shellcheck disable=SC2086
  gen $spec; compare "$spec"
done
for seed in $(seq 1 20); do
  gen random --seed="$seed" --size=40 --locks=4 --processes=2 --sharing=60; compare "random $seed"
done

# ---- 2. Floor, and 3. growth with the program. ----
for family in straight chain loops recursion; do
  for ((n = 1000; n <= most; n *= 10)); do
    case $family in chain) size=$((n / 10)) ;; loops) size=$((n / 10)) ;; recursion) size=$((n / 14)) ;; *) size=$n ;; esac
    for variant in broken safe; do
      for m in 1 2; do # doubling
        gen "$family" -n $((size * m)) "--$variant"
        row "one-$family-$variant-$m" "$n" antichain 11 a b
      done
      if ((n <= 100000)); then
        gen "$family" -n "$size" -f 10 "--$variant"
        row "ten-$family-$variant" "$n" antichain
      fi
    done
  done
done
for k in 4 8 16 32 64; do
  gen nested -k "$k"
  floor=$(instructions floor antichain "$model")
  for what in all one; do
    query=(); [ "$what" = all ] || query=(11 a b)
    printf 'nested-%s\t%s\t%s\t%s\n' "$what" "$k" "$floor" "$(instructions decide antichain "$model" "${query[@]}")" >>"$data"
  done
done
for variant in broken safe; do
  for k in 10 30 100 300 1000; do gen sequence -k "$k" "--$variant"; row "sequence-$variant" "$k" antichain; done
  for n in 2 4 8 16 32 64; do gen processes -n "$n" "--$variant"; row "processes-$variant" "$n" antichain; done
  for f in 2 5 10 20 50 100 200; do gen straight -n 2000 -f "$f" "--$variant"; row "fields-$variant" "$f" antichain; done
  for n in 4 8 16 24 32; do gen choices -n "$n" "--$variant"; row "choices-$variant" "$n" auto; done
  for k in 2 3 4 5 6; do gen recursion -k "$k" "--$variant"; row "recursion-$variant" "$k" auto; done
done

fi
# ---- Tables. ----
growth () { # SERIES X-TITLE
  printf '\n| %s | symbols | queries | floor | deciding | of the floor | x | bytes per symbol |\n|---|---|---|---|---|---|---|---|\n' "$2"
  awk -F'\t' -v s="$1" '$1 == s {
    if ($3 == "-") { printf "| %s | | | | past 60 s | | | |\n", $2; t = 0; next }
    printf "| %s | %d | %d | %.4f s | %.4f s | %.1f | %s | %.0f |\n", $2, $5, $6, $3, $4, ($3 + $4) / $3, (t > 0 ? sprintf ("%.1f", $4 / t) : ""), $10 / $5
    t = $4 }' "$data"
}
{
  echo '### Against BDDs'
  echo
  for against in published bdd; do
  [ "$against" = bdd ] || echo 'BDDs on the reductions of the published procedure and a, b, e to i:'
  [ "$against" = published ] || { echo; echo 'BDDs on all reductions:'; }
  echo
  awk -F'\t' -v against="$against" '
    $1 == against { bdd[$2] = $4; open[$2] = $9 }
    $1 == "antichain" && bdd[$2] != "" {
      if (bdd[$2] == "-" || open[$2] > 0) { undecided++; next }
      kind = $2; sub (/ .*/, "", kind); if (kind != "example" && kind != "random") kind = "families"
      models[kind]++; b[kind] += bdd[$2]; a[kind] += $4
      ratio = bdd[$2] / $4
      if (!(kind in worst) || ratio < worst[kind]) { worst[kind] = ratio; who[kind] = $2 }
      if (!(kind in best) || ratio > best[kind]) { best[kind] = ratio; champion[kind] = $2 } }
    END {
      print "| models | how many | BDDs | antichains | total ratio | worst | best |"
      print "|---|---|---|---|---|---|---|"
      split ("example families random", order, " ")
      for (i = 1; i <= 3; i++) { k = order[i]
        printf "| %s | %d | %.3f s | %.4f s | %.0f | %.1f (%s) | %.0f (%s) |\n", k, models[k], b[k], a[k], b[k] / a[k], worst[k], who[k], best[k], champion[k]
        tb += b[k]; ta += a[k]; n += models[k] }
      printf "| all | %d | %.3f s | %.4f s | %.0f | | |\n", n, tb, ta, tb / ta
      printf "\n%d more models are not in the table: BDDs did not decide all their queries within the limit.\n", undecided }' "$data"
  done
  echo; echo '### Size of the program, one query'
  for family in straight chain loops recursion; do for variant in broken safe; do
    echo; echo "\`$family --$variant\`, pattern 11 over a, b; x2: the same with twice the program:"
    echo; echo '| statements | symbols | floor | deciding | whole / floor | x2 | bytes per symbol |'; echo '|---|---|---|---|---|---|---|'
    awk -F'\t' -v s="one-$family-$variant" '
      $1 == s "-1" { sym[$2] = $5; f[$2] = $3; d[$2] = $4; by[$2] = $10; order[++n] = $2 }
      $1 == s "-2" { d2[$2] = $3 + $4 }
      END { for (i = 1; i <= n; i++) { x = order[i]
        if (f[x] == "-") { printf "| %s | | | past 60 s | | | |\n", x; continue }
        printf "| %s | %d | %.4f s | %.4f s | %.2f | %s | %.0f |\n", x, sym[x], f[x], d[x], (f[x] + d[x]) / f[x], (d2[x] > 0 ? sprintf ("%.2f", d2[x] / (f[x] + d[x])) : ""), by[x] / sym[x] } }' "$data"
  done; done
  echo; echo '### Size of the program, all queries over ten fields'
  for family in straight chain loops recursion; do for variant in broken safe; do
    echo; echo "\`$family -f 10 --$variant\`:"; growth "ten-$family-$variant" statements
  done; done
  echo; echo '### Nested locks, instructions'
  echo; echo '| locks | floor | one query, beyond the floor | all 28, beyond the floor |'; echo '|---|---|---|---|'
  awk -F'\t' '$1 == "nested-all" { all[$2] = $4 - $3; f[$2] = $3; order[++n] = $2 } $1 == "nested-one" { one[$2] = $4 - $3 }
    END { for (i = 1; i <= n; i++) printf "| %d | %.1f million | %.1f million | %.1f million |\n", order[i], f[order[i]] / 1e6, one[order[i]] / 1e6, all[order[i]] / 1e6 }' "$data"
  for variant in broken safe; do
    echo; echo "### Locks in sequence, $variant"; growth "sequence-$variant" locks
    echo; echo "### Processes, $variant"; growth "processes-$variant" processes
    echo; echo "### Fields, all pairs, $variant"; growth "fields-$variant" fields
    echo; echo "### Choices (auto), $variant"; growth "choices-$variant" n
    echo; echo "### Recursion (auto), $variant"; growth "recursion-$variant" locks
  done
} >"$out/tables.md"
cat "$out/tables.md"

# ---- The plot. ----
command -v gnuplot >/dev/null || { echo "no gnuplot: no plot" >&2; exit 0; }
series () { awk -F'\t' -v s="$1" '$1 == s && $3 != "-" { print $5, $3, $4, $2 }' "$data" >"$out/$1.dat"; }
for family in straight chain loops recursion; do for variant in broken safe; do series "one-$family-$variant-1"; series "ten-$family-$variant"; done; done
for s in sequence processes fields; do series "$s-broken"; series "$s-safe"; done
gnuplot <<EOF
set terminal svg size 900,720 font 'sans,12' background rgb 'white'
set output '$out/antichain-growth.svg'
set multiplot layout 2,2
set key outside bottom center horizontal maxrows 3
set logscale xy
set format x '10^{%L}'
set format y '10^{%L}'
set grid
set title 'one query: CPU seconds'
set xlabel 'stack symbols'
plot '$out/one-straight-broken-1.dat' u 1:2 w l dt 2 t 'floor, straight', '$out/one-straight-broken-1.dat' u 1:3 w lp t 'straight', '$out/one-chain-broken-1.dat' u 1:3 w lp t 'chain', \
     '$out/one-loops-broken-1.dat' u 1:3 w lp t 'loops', '$out/one-recursion-broken-1.dat' u 1:3 w lp t 'recursion'
set title 'all queries over ten fields'
plot '$out/ten-straight-broken.dat' u 1:2 w l dt 2 t 'floor, straight', '$out/ten-straight-broken.dat' u 1:3 w lp t 'straight', '$out/ten-chain-broken.dat' u 1:3 w lp t 'chain', \
     '$out/ten-loops-broken.dat' u 1:3 w lp t 'loops', '$out/ten-loops-safe.dat' u 1:3 w lp t 'loops, safe'
set title 'one query, safe models'
plot '$out/one-straight-safe-1.dat' u 1:3 w lp t 'straight', '$out/one-chain-safe-1.dat' u 1:3 w lp t 'chain', \
     '$out/one-loops-safe-1.dat' u 1:3 w lp t 'loops', '$out/one-recursion-safe-1.dat' u 1:3 w lp t 'recursion'
set title 'all queries: locks, processes, fields'
set xlabel 'how many'
plot '$out/sequence-broken.dat' u 4:3 w lp t 'locks in sequence', '$out/processes-broken.dat' u 4:3 w lp t 'processes', '$out/processes-safe.dat' u 4:3 w lp t 'processes, safe', \
     '$out/fields-broken.dat' u 4:3 w lp t 'fields', '$out/fields-safe.dat' u 4:3 w lp t 'fields, safe'
EOF
echo "plot: $out/antichain-growth.svg" >&2
