#!/bin/bash
# random.sh FIRST LAST COUNT -- random C programs, COUNT for each seed from FIRST to LAST:
# phaselock says that an assertion can fail if and only if exhaustive execution does.
# phaselock must not be unsure, but for programs with states that are not listed.
# With RUNS=N each program is also run N times: what fails then has to be a violation.
# Prints a line for each disagreement and a summary; the status says whether there was one.
here=$(cd "$(dirname "$0")" && pwd)
phaselock=${PHASELOCK:-phaselock}
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
programs=0 wrong=0
for ((seed = $1; seed <= $2; seed++)); do
  rm -f "$folder"/*.c
  python3 "$here/random.py" write "$seed" "$folder" "$3"
  "$phaselock" check --cflags -w -p assert --format jsonl "$folder"/*.c >"$folder/records" 2>"$folder/errors"
  bad=$(python3 - "$folder" <<'END'
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
)
  [ -z "$RUNS" ] || bad=$bad$(
    while read -r name fails; do
      grep -q '^ .*__VERIFIER_atomic' "$folder/$name" && continue
      clang -w -O0 -pthread -o "$folder/program" "$folder/$name" "$here/really.c" || continue
      for ((run = 0; run < RUNS; run++)); do
        timeout 1 "$folder/program" 2>"$folder/said"
        case $? in
          99) [ "$fails" = yes ] || { echo "$name expected no, and it failed when it was run"; break; } ;;
          124) break ;; # it waits
        esac
      done
    done <"$folder/expected")
  if [ -n "$bad" ]; then
    echo "$bad"
    head -3 "$folder/errors"
    wrong=$((wrong + $(echo "$bad" | wc -l)))
    [ -z "$KEEP" ] || for name in $(echo "$bad" | cut -d' ' -f1); do cp "$folder/$name" "$KEEP"; done
  fi
  programs=$((programs + $3))
  [ -z "$TELL" ] || echo "seed $seed: $programs programs, $wrong disagreements"
done
echo "$programs programs, $wrong disagreements"
[ "$wrong" = 0 ]
