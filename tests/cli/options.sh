#!/usr/bin/env bash
# options.sh -- help, manual page and completions know the same options of every
# command: none forgets one, none has one too many.
source "$(dirname "$0")/common.sh"
page=$SOURCE/doc/phaselock.1
"$PHASELOCK" completions bash >bash
"$PHASELOCK" completions zsh >zsh
"$PHASELOCK" completions fish >fish

# Each prints the options of a command, one a line, sorted: `-p, --pattern'.
options_of () { sed -nE 's/^  ((-., )|    )(--[a-z0-9-]+).*/\2\3/p' | sort; }
of_help () { "$PHASELOCK" "$1" --help | options_of; }
# Those of the subsections whose title begins with a list that has the command,
# and those that every command has.
of_manual () { # COMMAND
  awk -v wanted="$1" '
    /^\.Sh /  { inside = $0 == ".Sh OPTIONS" }
    /^\.Ss /  { title = substr ($0, 5); sub (/:.*/, "", title); gsub (/ /, "", title)
                inside = index ("," title ",", "," wanted ",") > 0 }
    inside && /^\.It Fl / { print }
  ' "$page" |
    sed -E 's/\\&//g; s/^\.It //; s/Fl -([a-z0-9-]+).*/--\1/; s/Fl (.) , /-\1, /' | sort
}
of_bash () {
  bash -c 'source ./bash; COMP_WORDS=(phaselock "$1" -) COMP_CWORD=2; _phaselock
           printf "%s\n" "${COMPREPLY[@]}"' - "$1" |
    awk '/^--/ { long[++n] = $0 } !/^--/ { letter[n] = $0 ", " }
         END { for (i = 1; i <= n; i++) print letter[i] long[i] }' | sort
}
of_zsh () {
  awk -v wanted="    $1)" '$0 == wanted { inside = 1; next } inside && /;;$/ { last = 1 }
                           inside { print } last { exit }' zsh |
    sed -nE "s/^ *'\(.*\)'\{'(-.)\+?','(--[a-z0-9-]+)=?'\}.*/\1, \2/p; s/^ *'(--[a-z0-9-]+).*/\1/p" | sort
}
of_fish () {
  awk -v wanted="set -l when '__fish_seen_subcommand_from $1'" '/^set -l when/ { inside = $0 == wanted } inside' fish |
    sed -nE 's/^complete -c phaselock -n \$when( -s (.))?( -l ([a-z0-9-]+)).*/-\2, --\4/p' | sed 's/^-, //' | sort
}

count=0
for command in $("$PHASELOCK" --help | sed -nE 's/^  phaselock ([a-z]+) .*/\1/p'); do
  of_help "$command" >help.txt
  count=$((count + $(wc -l <help.txt)))
  for where in manual bash zsh fish; do
    of_$where "$command" >there.txt
    ok "$command: the same options in help and $where" diff help.txt there.txt
  done
done

# The generator, which has a page of its own.
"$(dirname "$PHASELOCK")/phaselock-gen" --help | options_of >help.txt
page=$SOURCE/doc/phaselock-gen.1 of_manual '' >there.txt
ok "phaselock-gen: the same options in help and manual" diff help.txt there.txt

ok "more than 70 options were compared" test "$count" -gt 70

# The manual page names the values that an option takes.
for command in $("$PHASELOCK" --help | sed -nE 's/^  phaselock ([a-z]+) .*/\1/p'); do
  "$PHASELOCK" "$command" --help | sed -nE 's/^ +(-., +)?--([a-z0-9-]+)=([a-z0-9|A-Z]*[a-z][^ ]*).*/\2 \3/p' |
    while read -r option values; do
      for value in ${values//|/ }; do
        case $value in [a-z]*)
          grep -qE "^\.It .*Fl -$option Ns = Ns .*\b$value\b" "$page" || echo "$command --$option=$value" ;;
        esac
      done
    done
done >missing
ok "the manual page names all values" test ! -s missing
sed 's/^/# /' missing
done_testing
