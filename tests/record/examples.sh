#!/usr/bin/env bash
# examples.sh -- the programs of models/traces, compiled, recorded, and judged as EXPECTED
# says.  Schedules differ, so only what does not depend on them is expected.
source "$(dirname "$0")/common.sh"
traces=$SOURCE/models/traces
while read -r file wanted; do
  case $file in ''|'#'*) continue ;; esac
  case $file in *.cc) command -v g++ >/dev/null || { skip "$file" "no g++"; continue; } ;; esac
  ok "$file is compiled" compile "$traces/$file" program
  ok "$file is recorded" record trace.std ./program
  ok "$file: the order of events is a possible one" in_order trace.std
  [ -n "$has_lines" ] || { skip "$file: verdict" "no libdw"; continue; }
  if [ "$wanted" = none ]; then
    expect 0 "$file: no race" phaselock trace -q trace.std
  else
    expect 10 "$file: a race" phaselock trace -q trace.std
    ok "$file: on $wanted" grep -qE "race +$wanted\$" <<<"$out"
  fi
done <"$traces/EXPECTED"
is "every program is expected" "$(cd "$traces" && ls ./*.c ./*.cc | sort)" \
  "$(sed -nE 's|^([a-z-]+\.cc?) .*|./\1|p' "$traces/EXPECTED" | sort)"
done_testing
