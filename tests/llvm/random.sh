#!/bin/bash
# random.sh FIRST LAST COUNT -- random C programs, COUNT for each seed from FIRST to LAST:
# phaselock says that an assertion can fail if and only if exhaustive execution does.
# phaselock must not be unsure, but for programs with states that are not listed.
# With RUNS=N each program is also run N times: what fails then has to be a violation.
# With ORDERS=N each is run N times with its steps marked: the order that was seen is one of
# the model's, and leaves the values that were seen, and no others, in memory.
# Prints a line for each disagreement and a summary; the status says whether there was one.
here=$(cd "$(dirname "$0")" && pwd)
phaselock=${PHASELOCK:-phaselock}
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT

check () { # FOLDER: its programs
  "$phaselock" check --cflags -w -p assert --format jsonl "$1"/*.c >"$1/records" 2>"$1/errors"
}
run () { # SECONDS OUTPUT: what was compiled; its status
  timeout "$1" "$folder/program" >"$2" 2>/dev/null
}

# Programs with another answer than the interpreter's.
compare () {
  python3 - "$folder" <<'END'
import json, os, sys
folder = sys.argv[1]
said = {}
for line in open(folder + '/records'):
    record = json.loads(line)
    if 'verdict' not in record or record.get('wrong'):
        continue
    verdict = record['verdict'] + (' with gaps' if record.get('gaps') else '')
    said.setdefault(os.path.basename(record['model']), set()).add(verdict)
for line in open(folder + '/expected'):
    name, fails = line.split()
    verdicts = said.get(name, {'nothing'})
    right = 'violation' in verdicts if fails == 'yes' else verdicts == {'safe'}
    if not right:
        print(name, 'expected', fails, 'got', ' and '.join(sorted(verdicts)))
END
}

# What fails when it is run, and should not.
run_all () {
  while read -r name fails; do
    grep -q '^ .*__VERIFIER_atomic' "$folder/$name" && continue
    clang -w -O0 -pthread -o "$folder/program" "$folder/$name" "$here/really.c" || continue
    for ((run = 0; run < RUNS; run++)); do
      run 1 "$folder/said"
      case $? in
        99) [ "$fails" = yes ] || { echo "$name expected no, and it failed when it was run"; break; } ;;
        124) break ;; # it waits
      esac
    done
  done <"$folder/expected"
}

# Orders that were seen, and are none of the model's.
see_orders () {
  rm -rf "$folder/orders"; mkdir "$folder/orders"
  while read -r name _; do
    clang -w -O0 -fwrapv -pthread -o "$folder/program" -x c "$folder/$name.straight" "$here/really.c" || continue
    for ((run = 0; run < ORDERS; run++)); do
      run 1 "$folder/said"
      case $? in 0 | 99) cat "$folder/said" "$folder/$name.straight" >"$folder/orders/${name%.c}-$run.c" ;; esac
    done
  done <"$folder/expected"
  ls "$folder/orders"/*.c >/dev/null 2>&1 || return
  check "$folder/orders"
  python3 "$here/orders.py" "$folder/orders"
}

programs=0 orders=0 wrong=0
for ((seed = $1; seed <= $2; seed++)); do
  rm -f "$folder"/*.c "$folder"/*.straight
  python3 "$here/random.py" write "$seed" "$folder" "$3"
  check "$folder"
  bad=$(compare; [ -z "$RUNS" ] || run_all; [ -z "$ORDERS" ] || see_orders)
  [ -z "$ORDERS" ] || orders=$((orders + $(find "$folder/orders" -name '*.c' | wc -l)))
  if [ -n "$bad" ]; then
    echo "$bad"
    head -3 "$folder/errors"
    wrong=$((wrong + $(echo "$bad" | wc -l)))
    [ -z "$KEEP" ] || for name in $(echo "$bad" | cut -d' ' -f1); do cp "$folder/$name" "$folder/orders/$name" "$KEEP" 2>/dev/null; done
  fi
  programs=$((programs + $3))
  [ -z "$TELL" ] || echo "seed $seed: $programs programs, $orders orders, $wrong disagreements"
done
echo "$programs programs, ${ORDERS:+$orders orders, }$wrong disagreements"
[ "$wrong" = 0 ]
