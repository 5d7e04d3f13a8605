# watching.sh -- for tests of check --watch: start it, wait for what it shows, stop it.
#
# Nothing depends on how long things take: each step waits for the output that it is
# about, for a minute at most.
start () { # OPTION...
  : >out; : >err
  "$PHASELOCK" check --watch "$@" >out 2>err </dev/null &
  pid=$!
}
wait_until () { # NAME COMMAND...
  local name=$1 i; shift
  for ((i = 0; i < ${PATIENCE:-600}; i++)); do
    if "$@"; then tap_result 0 "$name"; return; fi
    sleep 0.1
  done
  tap_result 1 "$name"; tail -n 20 out err | cut -c1-200 | sed 's/^/# /'
}
rounds () { [ "$(grep -c '^[0-2][0-9]:[0-5][0-9]:[0-6][0-9]  waiting for changes; Ctrl-C ends$' out)" -ge "$1" ]; }
last () { # TEXT: in the last outcome
  awk '/waiting for changes/ { done = text; text = ""; next } { text = text $0 "\n" } END { printf "%s", done }' out |
    grep -qF -- "$1"
}
again () { last "$1 decided again"; } # "1 of 2 models was"
# The last outcome is that of a fresh check; what is told of changes is left out.
is_fresh () { # NAME OPTION...
  local name=$1; shift
  awk '/waiting for changes/ { done = text; text = ""; next }
       /^(new|gone): / || /^no cause is new, none is gone$/ || / decided again$/ { next }
       { text = text $0 "\n" } END { printf "%s", done }' out >last.txt
  "$PHASELOCK" check "$@" >fresh.txt 2>/dev/null
  ok "$name: as a fresh check says it" cmp last.txt fresh.txt
}
shows () { rounds "$1" && last "$2"; } # ROUND TEXT
stop () { # SIGNAL STATUS
  local status=0
  kill -"$1" "$pid"; wait "$pid" || status=$?
  is "SIG$1: the status" "$status" "$2"
}
