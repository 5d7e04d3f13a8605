# common.sh -- for the scripts in this folder: made-up records.
source "$SOURCE/tests/cli/common.sh"

# The record of query PLACE of ASKED of a model; the id depends on all but the
# verdict.  TEXT stands for the text of the model.
record () { # MODEL PLACE ASKED PATTERN FIELD VERDICT [TEXT [MS]]
  local id more=
  id=$(printf '%s %s %s %s' "$1" "$4" "$5" "${7:-}" | md5sum | cut -c1-32)
  case $6 in violation) more=',"processes":["P","Q"]' ;; unknown) more=',"reason":"timeout"' ;; esac
  printf '{"schema":1,"id":"%s","model":"%s","query":[%s,%s],"pattern":%s,"fields":["%s"],"automata":"strict","verdict":"%s"%s,"engine":"antichain","ms":%s}\n' \
    "$id" "$1" "$2" "$3" "$4" "$5" "$6" "$more" "${8:-1.25}"
}

# Was the program built with SQLite?
has_sqlite () { ! "$PHASELOCK" merge --format sqlite -o "$scratch/try.db" /dev/null 2>&1 | grep -q 'built without SQLite\|SQLite is not installed'; }

# Records without what varies.
without_times () { sed -E 's/"ms":[0-9.]+//' "$1"; }
