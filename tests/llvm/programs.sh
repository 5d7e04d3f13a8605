#!/usr/bin/env bash
# programs.sh -- each program has the verdicts that its first line says.
source "$(dirname "$0")/../lib/tap.sh"
here=$(cd "$(dirname "$0")" && pwd)
command -v clang >/dev/null || { echo "1..0 # SKIP there is no clang"; exit 0; }
"$PHASELOCK" llvm -q "$here/programs/counter.c" >/dev/null 2>"$scratch/why" || {
  grep -q 'no-llvm' "$scratch/why" && { echo "1..0 # SKIP built without LLVM"; exit 0; }; }
cd "$scratch" || exit 1

check () { # TITLE PROGRAM...: the records of what was compiled, against the programs
  local title=$1 optimised=; shift
  [ "$1" != O2 ] || { optimised=O2; shift; }
  while read -r line; do
    case $line in ok*) tap_result 0 "$title: ${line#ok - }" ;; *) tap_result 1 "$title: ${line#not ok - }" ;; esac
  done < <(python3 "$here/verdicts.py" $optimised records "$@" || echo "not ok - verdicts.py")
}

"$PHASELOCK" check --format jsonl "$here"/programs/*.c >records 2>errors
check "C" "$here"/programs/*.c
"$PHASELOCK" check --format jsonl "$here"/programs/*.cc >records 2>errors
check "C++" "$here"/programs/*.cc

# What is shown has the names of the source.
"$PHASELOCK" check "$here/programs/cxx-transfer.cc" >shown 2>&1
grep -q "main and thread_line19 wait for each other's locks: 'a.m, b.m'" shown
tap_result $? "locks are called as in the source"
"$PHASELOCK" check "$here/programs/cxx-lambda.cc" >shown 2>&1
grep -q "race, 1 violation of main.account.balance: 'main.account.m' is missing in main" shown
tap_result $? "and so are members"
! grep -qE '│ [^│]*(std_|gthr|invoke)' shown
tap_result $? "steps are at lines of the program, not of the library"

# Without debug data, through assembly, and optimised, with debug data and without: the same verdicts.
compiled () { # FOLDER OPTION...: programs in C, compiled with the options
  local folder=$1; shift
  mkdir "$folder"
  (cd "$folder" && clang -w -fno-discard-value-names -emit-llvm "$@" "${some[@]}")
  "$PHASELOCK" check --format jsonl "$folder"/* >records 2>errors
}
some=("$here"/programs/*.c)
compiled plain -O0 -Xclang -disable-O0-optnone -S
check "assembly without debug data" "${some[@]}"
compiled fast -O2 -g -c
check "optimised" O2 "${some[@]}"
compiled bare -O2 -c
check "optimised, without debug data" O2 "${some[@]}"
done_testing
