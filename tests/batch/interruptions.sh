#!/usr/bin/env bash
# A batch that is interrupted or killed at random moments, and resumed, writes the file of
# an undisturbed one: byte for byte, except for the times.
#
#     KILLS=600 SEED=5 bash tests/batch/interruptions.sh
#
# KILLS (24) signals, to the parent or to its group, over as many batches as that takes,
# with 1, 2 and 4 workers; SEED (1) chooses the signals, whom they are for, and when they
# come.  Half of them come just when the journal appears or grows.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
set -m # each batch is a group of its own, and SIGINT is not ignored
kills=${KILLS:-24} seed=${SEED:-1} models=${MODELS:-8}
mkdir models
"$gen" random --count="$models" --fields=4 --seed="$seed" -o models
# In a subshell, which becomes the program.
run () { exec "$PHASELOCK" batch models -a strict -q --resume -j "$@"; }
size_of () { stat -c %s "$1" 2>/dev/null || echo 0; }
microseconds () { echo "${EPOCHREALTIME/./}"; }

from=$(microseconds)
(run 2 -o calm.jsonl)
elapsed=$(( $(microseconds) - from ))
ok "an undisturbed batch" test -s calm.jsonl
is "an undisturbed batch knows no interruption" "$(grep -c interrupted calm.jsonl)" 0
timeless calm.jsonl >calm

RANDOM=$seed
signals=(INT TERM KILL) jobs=(1 2 4)
made=0 rounds=0 different=0 believed=0 statuses=0 torn=0 resumed=0
declare -A sent
for signal in "${signals[@]}"; do sent[$signal]=0; done

# Wait for the moment to come: the journal is there, or grows; or some time, up to that of
# the undisturbed batch.
wait_for_moment () {
  local size
  size=$(size_of fire.jsonl.part)
  case $((RANDOM % 4)) in
    0) while [ -e "/proc/$pid/stat" ] && [ ! -e fire.jsonl.part ]; do :; done ;;
    1) while [ -e "/proc/$pid/stat" ] && [ "$(size_of fire.jsonl.part)" -le "$size" ]; do :; done ;;
    *) sleep "$(awk -v r=$RANDOM -v us="$elapsed" 'BEGIN { printf "%.6f", us * r / 32768 / 1e6 }')" ;;
  esac
}

while [ "$made" -lt "$kills" ]; do
  rm -f fire.jsonl*
  number=${jobs[rounds % 3]} rounds=$((rounds + 1)) broken=0
  while [ "$made" -lt "$kills" ] && [ "$broken" -lt 5 ] && { [ ! -e fire.jsonl ] || [ -e fire.jsonl.part ]; }; do
    signal=${signals[RANDOM % 3]}
    run "$number" -o fire.jsonl 2>>fire.err & pid=$!
    wait_for_moment
    whom=$pid; [ $((RANDOM % 2)) = 0 ] || whom=-$pid
    kill -$signal -- "$whom" 2>/dev/null && { made=$((made + 1)) broken=$((broken + 1)); sent[$signal]=$((sent[$signal] + 1)); }
    status=0; wait "$pid" || status=$?
    case $status:$signal in
      130:INT | 143:TERM | 137:KILL) ;;
      0:*) [ -e fire.jsonl ] || statuses=$((statuses + 1)) ;; # it had come to its end
      *) statuses=$((statuses + 1)); echo "# SIG$signal: status $status" ;;
    esac
    # What was killed may leave a line that is not whole; what was asked to stop does not.
    if [ -e fire.jsonl.part ]; then
      believed=$((believed + $(grep -c '"interrupted"' fire.jsonl.part)))
      [ $signal = KILL ] || whole fire.jsonl.part || torn=$((torn + 1))
    fi
    [ $signal = KILL ] || [ ! -e fire.jsonl.part.new ] || torn=$((torn + 1))
  done
  if [ ! -e fire.jsonl ] || [ -e fire.jsonl.part ]; then
    status=0; (run "$number" -o fire.jsonl 2>>fire.err) || status=$?
    resumed=$((resumed + 1))
    [ "$status" = 0 ] || statuses=$((statuses + 1))
  fi
  timeless fire.jsonl | cmp -s - calm || different=$((different + 1))
done 2>shell.err # where the shell says whom it saw dying
echo "# $made signals (${sent[INT]} SIGINT, ${sent[TERM]} SIGTERM, ${sent[KILL]} SIGKILL), $rounds batches of $(wc -l <calm) queries, $resumed resumed to their end"
is "$made signals: every batch wrote the same file" "$different" 0
is "$made signals: no record says that it was interrupted" "$believed" 0
is "$made signals: statuses are those of the signals" "$statuses" 0
is "$made signals: whole journals, and no draft is left" "$torn" 0
is "nothing failed inside" "$(grep -c 'internal' fire.err)" 0
done_testing
