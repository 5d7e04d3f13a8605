# tap.sh -- for test scripts that speak TAP.  Source it, call ok and done.
#
#     expect STATUS NAME COMMAND...   runs the command; its output is in $out
#     ok NAME COMMAND...              the command must succeed
#     is NAME TEXT WANTED             the text must be this one
tap_count=0 tap_failures=0
if [ -z "$scratch" ]; then # two files that source this one have one place to work
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
fi

tap_result () { # STATUS NAME
  tap_count=$((tap_count + 1))
  if [ "$1" = 0 ]; then echo "ok $tap_count - $2"
  else tap_failures=$((tap_failures + 1)); echo "not ok $tap_count - $2"; fi
}

ok () {
  local name=$1 status=0; shift
  "$@" >"$scratch/tap.out" 2>&1 || status=$?
  tap_result "$status" "$name"
  [ "$status" = 0 ] || sed 's/^/# /' "$scratch/tap.out" | head -40
}

# The text must be the one that is wanted.
is () { # NAME TEXT WANTED
  [ "$2" = "$3" ]; tap_result $? "$1"
  [ "$2" = "$3" ] || printf '%s\n' "got: $2" "wanted: $3" | sed 's/^/# /'
}

# The command must exit with STATUS; standard output goes to $out, standard
# error to $err.
expect () {
  local wanted=$1 name=$2 status=0; shift 2
  "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null || status=$?
  out=$(tr -d '\0' <"$scratch/stdout") err=$(tr -d '\0' <"$scratch/stderr")
  [ "$status" = "$wanted" ]
  tap_result $? "$name (exit status $wanted)"
  [ "$status" = "$wanted" ] || {
    echo "# exit status $status"
    head -c 2000 "$scratch/stderr" | sed 's/^/# /'; }
}

# Does the program check its memory itself?  Then limits on memory mean little.
is_sanitized () {
  grep -q __asan_ "$PHASELOCK" "$(dirname "$PHASELOCK")"/.libs/* 2>/dev/null
}

# The program without sanitizers, for tests that limit its memory, replace its allocator or
# count its instructions: itself, or the one that ./runtests builds in the folder above.
# Empty: there is none.
plain_program () {
  local above; above=$(dirname "$PHASELOCK")/../phaselock
  if ! is_sanitized; then echo "$PHASELOCK"
  elif [ -x "$above" ] && ! grep -q __asan_ "$above"; then realpath "$above"; fi
}

# Run the program as somebody who may not read and write everything: root becomes nobody.
# The copy is there because nobody may not enter the folders above the program's own.
unprivileged () {
  if [ "$(id -u)" != 0 ]; then "$PHASELOCK" "$@"; return; fi
  [ -x "$scratch/program/phaselock" ] || {
    mkdir "$scratch/program" && cp "$PHASELOCK" "$scratch/program/" &&
    chmod 711 "$scratch"; } || return
  setpriv --reuid=nobody --regid=nogroup --clear-groups "$scratch/program/phaselock" "$@"
}

skip () { tap_count=$((tap_count + 1)); echo "ok $tap_count - $1 # SKIP $2"; }

done_testing () { echo "1..$tap_count"; [ "$tap_failures" = 0 ]; }
