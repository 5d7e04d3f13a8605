# common.sh -- for the scripts in this folder: models, long queries, workers.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"
examples=$SOURCE/models/examples
gen=$(dirname "$PHASELOCK")/phaselock-gen

# A file of records without what varies between runs.
timeless () { sed 's/,"ms":[^,}]*//' "$1"; }
same () { # NAME FILE FILE
  timeless "$2" >"$scratch/left"; timeless "$3" >"$scratch/right"
  ok "$1" cmp "$scratch/left" "$scratch/right"
}
# Processes that PID has started.
children () { cat "/proc/$1/task/$1/children" 2>/dev/null; }
# Wait until FILE has TEXT; a minute at most.
wait_for () { # FILE TEXT
  for _ in $(seq 600); do
    grep -q -- "$2" "$1" 2>/dev/null && return 0
    sleep 0.1
  done
  return 1
}
# Is every line a whole record?
whole () { [ "$(grep -cvx '{"schema":1,.*}' "$1")" = 0 ]; }
