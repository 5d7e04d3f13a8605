#!/usr/bin/env bash
# golden.sh -- whole outputs of the program against what they should be.
#
#     golden.sh                      run all cases (TAP)
#     golden.sh --accept [CASE...]   write new output into the .gold files
#
# A case is TOPIC/x.gold, or TOPIC/x.eml without one yet; see README.md.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PHASELOCK=${PHASELOCK:-$here/../../_build/phaselock}
export NO_COLOR=1 LC_ALL=C
unset COLUMNS
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Run a case; what it printed goes to $scratch/new in the form of a .gold file.
run_case () { # TOPIC/NAME
  local name=${1##*/} args status=0
  if [ -f "$here/$1.args" ]; then read -r -a args <"$here/$1.args"
  else args=(lint "$name.eml"); fi
  (cd "$here/${1%/*}" && exec timeout 60 "$PHASELOCK" "${args[@]}" \
    >"$scratch/stdout" 2>"$scratch/stderr" </dev/null) || status=$?
  { echo "==== exit status $status"
    echo "==== stdout"; cat "$scratch/stdout"
    echo "==== stderr"; cat "$scratch/stderr"; } >"$scratch/new"
}

cd "$here" || exit 1
if [ "${1-}" = --accept ]; then
  shift
  [ $# -gt 0 ] || set -- */*.eml */*.args
  for case in "$@"; do
    case=${case#tests/golden/} case=${case%.*}
    run_case "$case"
    cmp -s "$scratch/new" "$case.gold" || { cp "$scratch/new" "$case.gold"; echo "$case"; }
  done
  exit
fi

count=0 failures=0
report () { # STATUS NAME
  count=$((count + 1))
  if [ "$1" = 0 ]; then echo "ok $count - $2"
  else failures=$((failures + 1)); echo "not ok $count - $2"; fi
}

for gold in */*.gold; do
  case=${gold%.gold}
  run_case "$case"
  if cmp -s "$gold" "$scratch/new"; then report 0 "$case"
  else
    report 1 "$case"
    diff -u "$gold" "$scratch/new" | sed 's/^/# /' | head -60
  fi
done

# No case without its .gold: it would never be run.
for file in */*.eml */*.args; do
  case=${file%.*}
  [ -f "$case.gold" ] || [ -f "$case.helper" ] || grep -qs "${file##*/}" "${file%/*}"/*.args \
    || report 1 "$file has a .gold file"
done

# Every message there is has a case: each code in the sources appears in a .gold
# file, or in tests/cli where a small file cannot provoke it.  A code is the
# first string in a call that reports; src/cli/reading.c prints its own.
source=$here/../..
codes=$(
  { cat "$source"/eml/*.[cyl] "$source"/src/base/{expect,source,token}.c | tr '\n' ' ' \
      | grep -oE '(diag_(error|warning)(_file)?|refuse(_at)?) \([^";]*"[a-z0-9-]+"( *: *"[a-z0-9-]+")?' \
      | grep -oE '"[a-z0-9-]+"'
    grep -oE '\[[a-z-]+\]\\n' "$source"/src/cli/reading.c; } | sed 's/\\n//' | tr -d '"[]' | sort -u)
[ "$(echo "$codes" | wc -w)" -ge 38 ]
report $? "the codes of all messages are found in the sources"
for code in $codes; do
  grep -qF "[$code]" */*.gold ../cli/*.sh
  report $? "a case shows [$code]"
done

echo "1..$count"
[ "$failures" = 0 ]
