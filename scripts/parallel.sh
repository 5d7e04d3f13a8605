#!/usr/bin/env bash
# parallel.sh -- a batch in shards with GNU parallel: on this machine, or over ssh.
#
#     scripts/parallel.sh -o FILE [-n SHARDS] [-j JOBS] [-S HOST,...] -- WORD...
#
#     -o FILE      all records in the order of the queries; an SQLite file if it
#                  ends with .sqlite or .db
#     -n SHARDS    the number of shards (default 16); a machine that is free takes the
#                  next one
#     -j JOBS      shards at a time, per machine (default: one per core)
#     -S HOST,...  machines, as for ssh; ':' is this one (default)
#     WORD...      options and models for `phaselock batch'
#
# All machines need phaselock, the models and FILE.shards under the same paths, as on a
# shared file system.  PHASELOCK is the program (default: phaselock, on the path).  The
# same command given again continues where the last one stopped, and decides queries
# again that were lost with their workers.  With other options or models it is refused:
# remove FILE.shards to begin anew.
#
# Exit status: that of a shard that failed, otherwise that of `phaselock merge': 0 if
# every query has its record, 5 if some are missing.
source "$(dirname "${BASH_SOURCE[0]}")/shards.sh"
jobs=100% hosts=:
while getopts :n:o:j:S:h option; do
  case $option in
  j) jobs=$OPTARG ;;
  S) hosts=$OPTARG ;;
  *) shards_option "$option" ;;
  esac
done
shift $((OPTIND - 1))
shards_start "$@"
export PARALLEL_SHELL=$BASH
# A shard that fails is tried once more, on another machine if there is one.  GNU parallel reads
# whole commands: in one that it is given as a word, names could have {} or {= Perl =} in them.
for ((shard = 1; shard <= shards; shard++)); do
  printf 'cd %s && { %s; }\0' "$(shards_quote "$PWD")" "$(shards_command "$shard")"
done | parallel --null --will-cite --sshlogin "$hosts" --jobs "$jobs" --retries 2 --joblog "$folder/joblog"
failed=$(awk 'NR > 1 { at[$1] = $7 ? $7 : $8 ? 128 + $8 : 0 }
              END { for (job in at) if (at[job] > worst) worst = at[job]; print worst + 0 }' \
         <"$folder/joblog")
merged=0
eval "$(shards_merge)" || merged=$?
for each in "$failed" "$status" "$merged"; do [ "$each" = 0 ] || exit "$each"; done
