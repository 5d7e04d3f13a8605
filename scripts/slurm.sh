#!/usr/bin/env bash
# slurm.sh -- a batch in shards as a Slurm array job, and a job that joins them.
#
#     scripts/slurm.sh -o FILE [-n SHARDS] [-c CORES] [-w] -- WORD...
#
#     -o FILE    all records in the order of the queries; an SQLite file if it
#                ends with .sqlite or .db
#     -n SHARDS  the number of shards (default 16): the tasks of the array
#     -c CORES   workers per shard (default 1)
#     -w         wait until everything is done; then the exit status is that of
#                `phaselock merge': 0 if every query has its record, 5 if some
#                are missing
#     WORD...    options and models for `phaselock batch'
#
# All nodes need phaselock, the models and FILE.shards under the same paths, as on a
# shared file system.  PHASELOCK is the program (default: phaselock, on the path).
# sbatch takes the partition, time limit, account and so on from its own variables
# (SBATCH_PARTITION, SBATCH_TIMELIMIT, SBATCH_ACCOUNT, ...).  A task that is requeued
# continues where it was stopped.  So does the same command given again, which also
# decides queries again that were lost with their workers.  With other options or models
# it is refused: remove FILE.shards to begin anew.  The output of the jobs is in
# FILE.shards/*.log.
source "$(dirname "${BASH_SOURCE[0]}")/shards.sh"
cores=1 wait=()
while getopts :n:o:c:wh option; do
  case $option in
  c) cores=$OPTARG ;;
  w) wait=(--wait) ;;
  *) shards_option "$option" ;;
  esac
done
shift $((OPTIND - 1))
case $output in *\\*) shards_refuse "'$output': Slurm takes no backslash in the names of its logs" ;; esac
shards_start "$@"
logs=${folder//'%'/%%} # Slurm takes %j and so on for something else
# A task is told to stop half a minute before its time is up, and keeps its results.
array=$(sbatch --parsable --job-name=phaselock --array="1-$shards" --cpus-per-task="$cores" \
  --requeue --signal=B:TERM@30 --open-mode=append --output="$logs/%a-of-$shards.log" \
  --wrap "$(shards_command '$SLURM_ARRAY_TASK_ID' -j "$cores")") || exit 2
echo "array job ${array%%;*}: $shards shards; then a job that writes $output"
merged=0
sbatch --parsable --job-name=phaselock-merge --dependency="afterany:${array%%;*}" \
  "${wait[@]}" --output="$logs/merge.log" --wrap "$(shards_merge)" || merged=$?
for each in "$status" "$merged"; do [ "$each" = 0 ] || exit "$each"; done
