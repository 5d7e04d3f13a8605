#!/usr/bin/env bash
# Every example under twenty growing limits of memory: the right verdict or
# unknown, never the opposite.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
examples=$SOURCE/models/examples

# Right, or unknown for lack of memory; never the opposite.  What is decided
# with little memory is a part of what is decided with enough.
limited () { # NAME MODEL OPTION...
  local name=$1 model=$2 memory kb status bad= undecided=0 decided=0; shift 2
  careful check --format jsonl "$@" "$model" 2>/dev/null </dev/null \
    | sed 's/.*"question":\(.*\),"automata".*"verdict":"\([a-z]*\)".*/\1 \2/' >truth
  for kb in 1 16 64 80 96 112 128 144 160 180 200 230 260 300 360 450 600 900 1500 4000; do
    memory=$(awk "BEGIN { print $kb / 1024 }") status=0
    careful check -e bdd --format jsonl --memory "$memory" "$@" "$model" >limited.jsonl 2>errors </dev/null \
      || status=$?
    case $status in 0|5|10) ;; *) bad="$bad $kb KB: status $status" ;; esac
    sed 's/.*"question":\(.*\),"automata".*"verdict":"\([a-z]*\)".*/\1 \2/' \
      limited.jsonl >got
    [ "$(wc -l <got)" = "$(wc -l <truth)" ] || bad="$bad $kb KB: records missing"
    grep -v ' unknown$' got | grep -vxFf truth >wrong && bad="$bad $kb KB: $(head -1 wrong)"
    grep '"unknown"' limited.jsonl | grep -qv '"reason":"memory"' && bad="$bad $kb KB: reason"
    grep -q ' unknown$' got && undecided=$((undecided + 1))
    grep -q ' unknown$' got || decided=$((decided + 1))
  done
  is "memory: $name: right or unknown" "$bad" ""
  [ "$undecided" -gt 0 ] && [ "$decided" -gt 0 ]
  tap_result $? "memory: $name: both happens ($undecided with something unknown, $decided without)"
}

for model in "$examples"/*.eml; do
  limited "${model##*/}" "$model"
done
"$(dirname "$PHASELOCK")/phaselock-gen" nested -k 3 -o nested.eml
limited "three nested locks" nested.eml
done_testing
