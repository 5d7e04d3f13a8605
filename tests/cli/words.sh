#!/usr/bin/env bash
# words.sh -- hostile words on the command line, for every command and every option, and hostile texts in files: no message
# has a control character, a directional mark or a line of theirs.
source "$(dirname "$0")/common.sh"
evil=$'a\e[31m\e]0;x\a\xc2\x9b\xe2\x80\xae\xe2\x80\xa8\377b\nforged: c'
# What reached a terminal, of both streams.
harmless () { # NAME
  local status
  LC_ALL=C grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]|\xff|^forged:' "$scratch/stdout" "$scratch/stderr"
  status=$?
  [ $status = 1 ]; tap_result $? "$1"
  [ $status = 1 ] || cat -v "$scratch/stdout" "$scratch/stderr" | head -5 | sed 's/^/# /'
}
try () { # WORDS...
  local status=0 name
  timeout 60 "$PHASELOCK" "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null || status=$?
  printf -v name '%q ' "${@:1:2}"
  harmless "${name:0:60}"
  [ $status -lt 125 ] || { tap_result 1 "... ends with $status"; }
}
printf 'field f; process P { write f; } process Q { read f; }\n' >model.eml
expect 2 "a command" phaselock "$evil"
harmless "a command: harmless"
says "a command: shown" "unknown command 'a<U+001B>[31m"
expect 2 "an option instead of a command" phaselock "--$evil"
harmless "an option instead of a command: harmless"
try help "$evil"
commands=$("$PHASELOCK" help | sed -n 's/^  phaselock \([a-z]*\) .*/\1/p')
ok "there are commands" test "$(wc -w <<<"$commands")" -ge 15
count=0
for command in $commands; do
  help=$("$PHASELOCK" "$command" --help)
  try "$command" "$evil"
  try "$command" "$evil" "$evil" "$evil"
  try "$command" "--$evil" model.eml
  try "$command" "--f=$evil" model.eml
  try "$command" "-$evil" model.eml
  try "$command" $'-\e' model.eml
  try "$command" $'-\xe2\x80\xae' model.eml
  for option in $(grep -oE '^ +(-[a-zA-Z],? +)?--[a-z-]+(\[?=)?' <<<"$help" | grep -oE -- '--[a-z-]+' | sort -u); do
    count=$((count + 1))
    case $option in --help | --usage | --version | --watch) ;;
    *) try "$command" "$option=$evil" model.eml
       try "$command" "$option=1,$evil" model.eml model.eml ;;
    esac
  done
done
ok "there are options ($count)" test "$count" -ge 100
# A message shows what was written.
expect 2 "the value of an option" phaselock check --timeout "$evil" model.eml
says "the value of an option: shown, on one line" "'a<U+001B>[31m<U+001B>]0;x<U+0007><U+009B><U+202E><U+2028><FF>b<U+000A>forged: c'"
# Files of such names, and files with such texts in them.
cp model.eml "$evil.eml"
printf 'field f; process P { write g; }\n' >"bad $evil.eml"
for words in check lint explain dump fmt certify replay merge report "diff model.eml" trace "batch -q -o out.jsonl" "check --baseline" "certify model.eml" "replay model.eml"; do
  try $words "$evil.eml"
  try $words "bad $evil.eml"
done
printf '%s\n' '{"schema":1,"kind":"a\u001b[31m\u202e","model":"\u001b","pattern":"\u001b[31m","fields":["\u001b"],"verdict":"\u001b[31m","id":"\u001b"}' >text.jsonl
cp text.jsonl text.cert; cp text.jsonl journal.jsonl.part
printf 'T\033[31m|r(V\033]0;x\007)|\033\nT|zz\033(V)|1\n' >text.std
for words in "merge text.jsonl" "report -o /dev/null text.jsonl" "diff text.jsonl text.jsonl" "replay model.eml text.jsonl" "certify model.eml text.cert" \
  "trace text.std" "check --baseline text.jsonl model.eml" "batch --resume -o journal.jsonl model.eml" "check -a text.std model.eml"; do
  try $words
done
printf '{"kind":"batch","version":"\\u001b[31m","options":"\\u202e","queries":1}\n' >journal.jsonl.part
try batch --resume -o journal.jsonl model.eml
# A class: its descriptor, its name, its source.
if [ -x "$BUILD/tests/java/reader/assemble" ] && command -v python3 >/dev/null; then
  printf '%s\n' 'class public super Hostile' 'source DESCRIPTO3.java' 'field private count DESCRIPTO1' 'method public synchronized poll DESCRIPTO2' return end >Hostile.asm
  for number in 1 2; do
    other=$((3 - number)) plain='I'
    [ $other = 2 ] && plain='()V'
    sed "s#DESCRIPTO$other#$plain#" Hostile.asm >one.asm
    "$BUILD/tests/java/reader/assemble" one.asm one.class 2>/dev/null && {
      python3 - "DESCRIPTO$number" <<'END'
import sys
data = open("one.class", "rb").read()
assert sys.argv[1].encode() in data
open("Hostile.class", "wb").write(data.replace(sys.argv[1].encode(), b"(L\x1b[31m;\xe2\x80\xae"[:10].ljust(10, b"\x1b")))
END
      for words in "check" "check -q" "java" "java --list" "lint" "explain"; do try $words Hostile.class; done
    }
  done
fi
done_testing
