#!/usr/bin/env bash
# engines.sh -- what is an engine's own stands in its folder: nobody else knows its name, its
# options, its reductions or its statistics, but for the table of engines and the portfolio's.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"
cd "$SOURCE" || exit
names=$(sed -nE 's/^ENGINE \((.*)\)$/\1/p' src/engine/engines.def | paste -sd'|')
ok "there are engines" test "$(tr -cd '|' <<<"$names" | wc -c)" -gt 5

# The words in quotes of the rows: names of options, reductions and statistics.  What engines
# share (phaseauto/reduction.h, weighted/) is not theirs, nor is a word of another meaning.
words=$(cat src/engine/*/*_engine.c |
  sed -nE 's/^ *(= \{ )?(\[[A-Z0-9_]+\] = )?\{ "([a-z0-9_-]+)", .*/\3/p' | sort -u)
ok "there are words in their rows" test "$(wc -l <<<"$words")" -gt 25
others='^(calls|clauses|contexts|locks|phase|races|tuples|words|work)$'
words=$(grep -vE "$others" <<<"$words" | paste -sd'|')

# FILES: lines with a string, an identifier or an include that knows an engine; comments are
# free to.
knowing () {
  NAMES=$names WORDS=$words perl -0ne '
    s{/\*.*?\*/}{ my $c = $&; $c =~ s/[^\n]//g; $c }gse;
    my $n = 1;
    for (split /\n/) {
      print "$ARGV:$n: $_\n"
        if /"[^"]*\b($ENV{NAMES})\b[^"]*"/ && !/^#include "wpds/ || /\b($ENV{NAMES})_engine\b/
           || /engine\/($ENV{NAMES})\// || $ARGV !~ m{^wpds/} && /\b(\U$ENV{NAMES}\E)_[A-Z]/
           || $ARGV !~ m{^src/engine/.*/} && /"(--)?($ENV{WORDS})"/;
      $n++;
    }' "$@"
}
mapfile -t files < <(find src phaseauto wpds eml java jvm llvm trace -name '*.[ch]' | grep -vE "^src/engine/($names)/" | sort)
ok "there are sources" test ${#files[@]} -gt 200
is "nobody knows an engine" "$(knowing "${files[@]}")" ""

# What doc/adding-an-engine.md asks of each: comparisons, a page.
for name in ${names//|/ }; do
  ok "$name is compared with others" grep -q "&${name}_engine" tests/differential/subject.c tests/referee/compare.c
  page=$(sed -n "s/^| \[$name\](\([^)#]*\).*/\1/p" doc/README.md)
  ok "$name has a page" test -n "$page" -a -f "doc/$page"
done

# The test can fail.
planted () { # NAME LINE
  printf '%s\n' "$2" >"$scratch/planted.c"
  is "$1" "$(knowing "$scratch/planted.c" | sed 's/^[^:]*:1: //')" "$2"
}
planted "a name in a string is found" 'if (strcmp (engine->name, "bmc") == 0)'
planted "... in a text, too" 'puts ("--depth needs -e bmc, or another");'
planted "a row is found" 'engine_pool_ask (crew, &explicit_engine, question);'
planted "an include is found" '#include "engine/ic3/block_facts.h"'
planted "an option is found" 'command_line_add_option (line, "--all-races");'
planted "a statistic is found" 'json_object_get (stats, "conflicts");'
planted "a reduction is found" 'reductions_named ("induction");'
planted "a constant is found" 'means->settings[BMC_DEPTH] = 5;'
printf '/* -e bmc has "depth" */\nreturn direct_way;\n' >"$scratch/planted.c"
is "a comment may know one, and a word of another meaning is none" "$(knowing "$scratch/planted.c")" ""
done_testing
