#!/usr/bin/env bash
# usage.sh -- the command line: commands, options, help, mistakes.
source "$(dirname "$0")/common.sh"
echo 'process P { skip; }' >good.eml

expect 2 "no arguments" phaselock
says "no arguments: usage on standard error" "Usage: phaselock COMMAND"
is "no arguments: nothing on standard output" "$out" ""
for word in --help -h help; do
  expect 0 "$word" phaselock $word
  says "$word names the commands" "phaselock lint"
  is "$word: nothing on standard error" "$err" ""
done
for word in --version -V version; do
  expect 0 "$word" phaselock $word
  [[ $out =~ ^phaselock\ [0-9]+\.[0-9]+ ]]; tap_result $? "$word prints the version"
  for library in jansson xxhash BuDDy SQLite; do
    ok "$word: $library" grep -qE "$library [0-9]+\.[0-9]+|without $library" <<<"$out"
  done
  ok "$word: CaDiCaL" grep -qE ", (CaDiCaL [a-z]*[0-9.]+|without CaDiCaL)$" <<<"$out"
done
version=$out
expect 2 "an unknown command" phaselock lnit good.eml
says "an unknown command: did you mean" "unknown command 'lnit'; did you mean 'lint'?"
expect 2 "a command like no other" phaselock frobnicate
says "a command like no other: a way to help" "Try 'phaselock --help'."
expect 2 "a command like help" phaselock hepl
says "a command like help: did you mean" "did you mean 'help'?"
expect 2 "help of an unknown command" phaselock help lnit
says "help of an unknown command: did you mean" "did you mean 'lint'?"
for command in $(phaselock --help | sed -nE 's/^  phaselock ([a-z]+) .*/\1/p'); do
  expect 0 "$command --help" phaselock "$command" --help
  help=$out
  expect 0 "$command -h" phaselock "$command" -h
  is "$command -h is --help" "$out$err" "$help"
  expect 0 "help $command" phaselock help "$command"
  is "help $command is $command --help" "$out$err" "$help"
done
expect 2 "an option's value is no option" phaselock lint --format -h good.eml
expect 2 "an unknown option before the command" phaselock --lint
says "an unknown option before the command is named" "unknown option '--lint'"
expect 2 "an empty command" phaselock ""

for command in check lint fmt dump; do
  expect 0 "$command --help" phaselock $command --help
  says "$command --help says how to call it" "Usage: phaselock $command [OPTION...] MODEL|DIR"
  says "$command --help names the exit status" "Exit status: 0"
  is "$command --help: nothing on standard error" "$err" ""
  expect 0 "$command --version" phaselock $command --version
  is "$command --version is that of the program" "$out" "$version"
  expect 2 "$command without models" phaselock $command
  says "$command without models: says so" "no model given"
  expect 2 "$command with an unknown option" phaselock $command --hepl good.eml
  says "$command with an unknown option: did you mean" "unknown option '--hepl'; did you mean '--help'?"
  says "$command with an unknown option: a way to help" "Try 'phaselock $command --help'."
  expect 2 "$command with an unknown letter" phaselock $command -Z good.eml
  is "$command with an unknown letter: nothing done" "$out" ""
done

expect 2 "a misspelt option with a value" phaselock lint --fromat=jsonl good.eml
says "a misspelt option with a value: did you mean" "did you mean '--format'?"
expect 0 "an abbreviated option" phaselock lint --form=jsonl good.eml
expect 2 "an unknown format" phaselock lint --format=xml good.eml
says "an unknown format: what there is" "--format takes text or jsonl, not 'xml'"
expect 2 "an option without its value" phaselock lint good.eml --format
expect 2 "a value for an option that has none" phaselock fmt --check=yes good.eml
expect 2 "an unknown thing to dump" phaselock dump --what=all good.eml
says "an unknown thing to dump: what there is" "--what takes pds, dot, sizes, contexts, flow or promela, not 'all'"
# What has no words in Promela is refused, and nothing is written: 2^32 alternatives, say.
echo 'field int f; process P { int v = *; f = v; }' >any.eml
expect 2 "dump --what promela: any of too many values" timeout 20 "$PHASELOCK" dump --what promela any.eml
says "... says so" "cannot be written in Promela: any of too many values is chosen"
is "... and nothing is written" "$out" ""
echo 'field int(10) f; process P { int(10) v = *; f = v; }' >any.eml
expect 0 "... but any of 1,024" phaselock dump --what promela any.eml
expect 2 "--in-place and --check" phaselock fmt --in-place --check good.eml
says "--in-place and --check: says so" "exclude each other"
expect 0 "options after models" phaselock lint good.eml -q
is "options after models count" "$out" ""
cp good.eml ./-x.eml
expect 0 "a file that looks like an option, after --" phaselock lint -- -x.eml
expect 0 "a file that looks like an option, with ./" phaselock lint ./-x.eml
expect 2 "an option that is a very long word" phaselock lint "--$(letters 5000 x)" good.eml
done_testing
