# shards.sh -- a batch in shards: what parallel.sh and slurm.sh share.  Sourced.
#
# The folder FILE.shards holds everything about a run: list.jsonl, the list of all
# queries; I-of-N.jsonl, the records of shard I (I-of-N.jsonl.part while it is being
# decided, or if queries were lost with their workers); and command, the command that
# started the run.  Batches resume, so the same command can be given again whatever went
# wrong; another command, or other models, are refused.
phaselock=${PHASELOCK:-phaselock}
shards=16 output=

shards_refuse () { printf '%s: %s\nTry %s -h.\n' "${0##*/}" "$1" "$0" >&2; exit 2; }
# The comment at the top of a script is its help.
shards_help () { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0; }

# An option that both scripts have; its value is in OPTARG.
shards_option () {
  case $1 in
  n) [[ $OPTARG =~ ^[1-9][0-9]{0,4}$ ]] || shards_refuse "'$OPTARG' is no number of shards"
     shards=$OPTARG ;;
  o) output=$OPTARG ;;
  h) shards_help ;;
  :) shards_refuse "-$OPTARG needs a value" ;;
  *) shards_refuse "unknown option -$OPTARG; options of batch go after --" ;;
  esac
}

# Quote words for a POSIX shell: jobs of Slurm are run by sh, which does not know all that
# bash's own `printf %q' writes.
shards_quote () {
  local LC_ALL=C text= word
  for word; do
    case $word in
    '' | *[!A-Za-z0-9_./,:@%+-]*)
      text+=" '"
      while [[ $word == *\'* ]]; do text+="${word%%\'*}'\\''" word=${word#*\'}; done
      text+="$word'" ;;
    *) text+=" $word" ;;
    esac
  done
  printf '%s' "${text# }"
}

# The folder holds another run, with which this one must not be mixed.
shards_advise () {
  printf 'Remove %s to begin anew, or give another -o FILE.\n' "$(shards_quote "$folder")" >&2
  exit 4
}

# Make the folder, and list the queries that the words, given to `phaselock batch', name.
shards_start () {
  [ -n "$output" ] || shards_refuse "no -o FILE"
  [ $# -gt 0 ] || shards_refuse "no models"
  case $output in [-+]*) output=./$output ;; esac # is no option of anybody
  words=("$@") folder=$output.shards status=0
  if [ -e "$output" ] && [ ! -d "$folder" ]; then
    echo "${0##*/}: $output is already there, and not made by this script" >&2; exit 4
  fi
  local command; command=$("$phaselock" --version | head -1; shards_quote "$@")
  if [ -e "$folder/command" ] && [ "$(cat "$folder/command")" != "$command" ]; then
    { printf '%s: %s has shards of another command:\n' "${0##*/}" "$folder"
      sed 's/^/  then: /' <"$folder/command"; sed 's/^/  now:  /' <<<"$command"; } >&2
    shards_advise
  fi
  mkdir -p "$folder" || exit 4
  # 2: some models cannot be read; the others are decided all the same.
  "$phaselock" batch --list "$@" >"$folder/list.new" || status=$?
  [ $status = 0 ] || [ $status = 2 ] || exit $status
  if [ -e "$folder/list.jsonl" ] && ! cmp -s "$folder/list.new" "$folder/list.jsonl"; then
    rm -f "$folder/list.new"
    echo "${0##*/}: $folder has shards of other queries: the models have changed since" >&2
    shards_advise
  fi
  mv "$folder/list.new" "$folder/list.jsonl" && printf '%s\n' "$command" >"$folder/command" || exit 4
}

# The command for one shard: $1 is its number, or what a shell expands to it; further
# arguments are more options.  A result file exists only once it is complete.  A shard
# that was interrupted is resumed, and so is one that lost queries with its workers: its
# journal was kept.
shards_command () {
  local file; file=$(shards_quote "$folder")/$1-of-$shards.jsonl
  printf '%s ' "[ -e $file ] && [ ! -e $file.part ] || exec $(shards_quote "$phaselock") batch -q --resume" \
    "--shard $1/$shards -o $file ${*:2} $(shards_quote "${words[@]}")"
}

# The command that joins the shards.
shards_merge () {
  printf '%s %s/*-of-%s.jsonl' \
    "$(shards_quote "$phaselock" merge --force --expect "$folder/list.jsonl" -o "$output")" \
    "$(shards_quote "$folder")" "$shards"
}
