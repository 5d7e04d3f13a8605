#!/usr/bin/env bash
# batch-load.sh -- `phaselock batch' under load, and while its processes are killed.
#
#     bench/batch-load.sh [FOLDER]        default: a folder in /tmp
#
# MODELS (default 1000) random models of four fields, 128 queries each.  First an
# undisturbed batch: how many queries a second, how much memory the parent needs.  Then
# the same batch with KILLS (200) SIGKILLs for the parent or a worker, at random times;
# whenever the parent is killed, --resume continues.  After a last --resume, the results
# must be those of the first batch, except for the times.  If a batch ends before all
# kills were made, another one is started.
#
# JOBS (all cores) is the number of workers, SEED (1) seeds the models and the kills,
# WITH (none) has more options for batch.  Uses the build in _build/, or in $BUILD.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD:-$here/_build}
models=${MODELS:-1000} kills=${KILLS:-200} jobs=${JOBS:-$(nproc)} seed=${SEED:-1}
read -ra with <<<"${WITH:-}"
folder=${1:-$(mktemp -d)}
mkdir -p "$folder/models"
cd "$folder"
"$build/phaselock-gen" random --count="$models" --fields=4 --seed="$seed" -o models

now () { date +%s%N; }
timeless () { sed 's/,"ms":[^,}]*//' "$1"; }
children () { cat "/proc/$1/task/$1/children" 2>/dev/null || true; }
running () { grep -q . "/proc/$1/cmdline" 2>/dev/null; }
size_of () { stat -c %s "$1" 2>/dev/null || echo 0; }
# To be called in a subshell, which becomes the program.
run () { exec "$build/phaselock" batch models -a strict -j "$jobs" -q "${with[@]}" "$@"; }

# ---- Undisturbed. ----
rm -f calm.jsonl* memory
start=$(now)
run -o calm.jsonl & pid=$!
# The parent's memory (KB) and files, from the first query on.
while [ -e "/proc/$pid/status" ]; do
  if [ -s calm.jsonl.part ]; then
    awk -v files="$(ls "/proc/$pid/fd" 2>/dev/null | wc -l)" '/^RssAnon/ { print $2, files }' "/proc/$pid/status" 2>/dev/null >>memory || true
  fi
  sleep 0.1
done
wait "$pid"
elapsed=$(( ($(now) - start) / 1000000 ))
queries=$(wc -l <calm.jsonl)
awk -v n="$queries" -v ms="$elapsed" -v jobs="$jobs" -v models="$models" 'BEGIN {
  printf "%d queries of %d models, %d workers: %.1f s, %.0f queries a second, %.0f per worker\n",
         n, models, jobs, ms / 1000, n * 1000 / ms, n * 1000 / ms / jobs }'
[ ! -s memory ] || awk '{ if (NR == 1) first = $1; if ($1 > most) most = $1; if ($2 > files) files = $2; last = $1 }
  END { printf "parent: %d KB when the first query began, %d KB at most, %d KB at the end; %d files open at most\n", first, most, last, files }' memory

# ---- With kills. ----
RANDOM=$seed
pause=$((elapsed * 1000 / kills + 1)) # microseconds between two kills, on average
[ "$pause" -gt 5000 ] || pause=5000
made=0 parents=0 workers=0 starts=0 rounds=0 identical=yes
start=$(now)
while [ "$made" -lt "$kills" ]; do
  rounds=$((rounds + 1))
  rm -f fire.jsonl*
  ended=
  while [ -z "$ended" ] && [ "$made" -lt "$kills" ]; do
    run --resume -o fire.jsonl 2>>fire.err & pid=$!
    starts=$((starts + 1))
    # Most batches may decide a query before the next kill.
    size=$(size_of fire.jsonl.part)
    if [ $((RANDOM % 4)) != 0 ]; then
      while running "$pid" && [ "$(size_of fire.jsonl.part)" -le "$size" ]; do sleep 0.02; done
    fi
    while [ "$made" -lt "$kills" ]; do
      sleep "$(awk -v r=$RANDOM -v p=$pause 'BEGIN { printf "%.6f", p * r / 16384 / 1e6 }')"
      if ! running "$pid"; then ended=yes; break; fi
      read -ra some <<<"$(children "$pid")"
      if [ $((RANDOM % 3)) = 0 ]; then
        if kill -KILL "$pid" 2>/dev/null; then made=$((made + 1)) parents=$((parents + 1)); fi
        break
      elif [ ${#some[@]} -gt 0 ] && kill -KILL "${some[RANDOM % ${#some[@]}]}" 2>/dev/null; then
        made=$((made + 1)) workers=$((workers + 1))
      fi
    done
    [ -n "$ended" ] || [ "$made" -lt "$kills" ] || kill -KILL "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  # A batch that was killed after its end has left a file and no journal.
  if [ ! -e fire.jsonl ] || [ -e fire.jsonl.part ]; then
    (run --resume -o fire.jsonl)
  fi
  cmp -s <(timeless calm.jsonl) <(timeless fire.jsonl) || identical=no
  [ ! -e fire.jsonl.part ] || identical="no (a journal is left)"
done 2>>fire.err
elapsed=$(( ($(now) - start) / 1000000 ))
sleep 0.5
# Workers work in the folder of their batch; other people may run the program elsewhere.
left=$(find /proc/[0-9]*/cwd -maxdepth 0 -lname "$(realpath .)" 2>/dev/null | cut -d/ -f3 |
       while read -r pid; do readlink "/proc/$pid/exe" || true; done | grep -cxF "$(realpath "$build/phaselock")" || true)
echo "$made kills: $parents of the parent, $workers of workers, over $rounds rounds and $starts starts, $((elapsed / 1000)) s"
echo "records lost with a worker and asked again: $(grep -c 'is unknown (internal)' fire.err || true)"
echo "left over: $left processes, $(find . -name '*.part*' | wc -l) journals"
echo "identical: $identical"
[ "$identical" = yes ]
