#!/usr/bin/env bash
# Some hundred queries, random kills of the parent and of workers, --resume,
# and the same results: bench/batch-load.sh, small.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
out=$(MODELS=12 KILLS=20 SEED=7 JOBS=3 BUILD=$(dirname "$PHASELOCK") bash "$SOURCE/bench/batch-load.sh" "$scratch/load" 2>&1)
printf '%s\n' "$out" | sed 's/^/# /'
case $out in
  *"identical: yes"*) tap_result 0 "20 random kills, then --resume: identical results" ;;
  *) tap_result 1 "20 random kills, then --resume: identical results" ;;
esac
case $out in
  *"left over: 0 processes"*) tap_result 0 "no process is left over" ;;
  *) tap_result 1 "no process is left over" ;;
esac
[[ $out =~ 20\ kills:\ ([0-9]+)\ of\ the\ parent,\ ([0-9]+)\ of\ workers ]] &&
  [ "${BASH_REMATCH[1]}" -gt 0 ] && [ "${BASH_REMATCH[2]}" -gt 0 ]
tap_result $? "twenty kills, of parents and of workers"
done_testing
