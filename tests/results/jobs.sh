#!/usr/bin/env bash
# jobs.sh -- scripts/slurm.sh with a stand-in for sbatch: it runs what is wrapped as Slurm does, by sh, and makes the names
# of logs from their patterns.  slurm.sh does the same with a real Slurm.
source "$SOURCE/tests/results/common.sh"
export PHASELOCK
cp -r --no-preserve=mode "$SOURCE/models/examples" .
source "$SOURCE/tests/results/hostile_names.sh"
mkdir bin
cat >bin/sbatch <<'EOS'
#!/usr/bin/env bash
tasks=(0) output= wrap=
while [ $# -gt 0 ]; do
  case $1 in
  --array=1-*) mapfile -t tasks < <(seq "${1##*-}") ;;
  --output=*) output=${1#*=} ;;
  --wrap) wrap=$2; shift ;;
  --parsable | --job-name=* | --cpus-per-task=* | --requeue | --signal=* | --open-mode=append | --dependency=* | --wait) ;;
  *) echo "sbatch: $1?" >&2; exit 1 ;;
  esac
  shift
done
case $output in *\\*) exit 1 ;; esac
worst=0
for task in "${tasks[@]}"; do
  log= rest=$output
  while [[ $rest == *%* ]]; do
    log+=${rest%%\%*} rest=${rest#*\%}
    case $rest in a*) log+=$task ;; %*) log+=% ;; j*) log+=77 ;; *) exit 1 ;; esac
    rest=${rest:1}
  done
  SLURM_ARRAY_TASK_ID=$task sh -c "$wrap" >>"$log$rest" 2>&1 || worst=$?
done
echo "77;cluster"
exit $worst
EOS
chmod +x bin/sbatch
PATH=$PWD/bin:$PATH
run () { timeout 240 bash "$SOURCE/scripts/slurm.sh" "$@"; }
phaselock batch -q -o whole.jsonl examples
expect 0 "five shards" run -w -o all.jsonl -n 5 examples
says "which job" "array job 77: 5 shards"
ok "are the whole" diff <(without_times all.jsonl) <(without_times whole.jsonl)
is "their logs" "$(ls all.jsonl.shards | grep -c 'log$')" 6
is "nothing was said" "$(cat all.jsonl.shards/*.log)" ""
names_are_names run -w
is "logs have the names of their folders" "$(ls './o %j %a %%.jsonl.shards' | grep -c 'log$')" 3
expect 2 "a backslash in the result file" run -w -o 'a\b.jsonl' examples
says "a backslash: says why" "Slurm takes no backslash"
done_testing
