#!/usr/bin/env bash
# completions.sh -- completion in bash and zsh, as when somebody presses TAB.
source "$(dirname "$0")/common.sh"

phaselock completions bash >bash
mkdir -p work/sub && touch work/one.eml work/'two words.eml' work/other.txt work/mine.pa work/app.jar
cd work || exit 1

# tab WORD...: what bash offers for the last word, sorted, with blanks between.
tab () {
  bash -c 'source ../bash; COMP_WORDS=(phaselock "$@") COMP_CWORD=$#; _phaselock
           [ ${#COMPREPLY[@]} = 0 ] || printf "%s\n" "${COMPREPLY[@]}"' - "$@" | sort | paste -sd' '
}
is "bash: commands" "$(tab c)" "certify check completions confirm"
is "bash: a command" "$(tab ba)" "batch"
is "bash: help and version" "$(tab --)" "--help --version"
is "bash: help of a command" "$(tab help ba)" "batch"
is "bash: help of one command" "$(tab help batch c)" ""
is "bash: version" "$(tab v)" "version"
is "bash: options" "$(tab check --wit)" "--with --without --witness"
# Two need a SAT solver.
engines="antichain auto bdd bmc cpds direct explicit ic3 stateless" with_b="bdd bmc"
phaselock check --help | grep -q 'bmc|ic3' || engines="antichain auto bdd cpds direct explicit stateless" with_b=bdd
is "bash: values" "$(tab check -e '')" "$engines"
is "bash: a value of a long option" "$(tab check --engine a)" "antichain auto"
is "bash: after an equals sign" "$(tab check --engine =)" "$engines"
is "bash: the beginning after one" "$(tab check --engine = b)" "$with_b"
is "bash: words and files" "$(tab check -a '')" "complete mine.pa spin09 strict sub"
is "bash: a list" "$(tab check --without mov)" "movers"
is "bash: a list goes on" "$(tab check --without roles,mov)" "roles,movers"
is "bash: patterns" "$(tab check -p 1,1)" "1,1 1,10 1,11 1,12 1,13 1,14 1,15 1,16 1,17 1,18 1,19"
is "bash: formats of a command" "$(tab patterns --format '')" "dot list markdown pa svg text"
is "bash: models and folders" "$(tab check '')" "app.jar one.eml sub two words.eml"
is "bash: any file where other than models go" "$(tab merge o)" "one.eml other.txt"
is "bash: nothing where nothing goes" "$(tab patterns '')" ""
is "bash: nothing for a number" "$(tab check --timeout '')" ""
is "bash: no options after --" "$(tab fmt -- -)" ""
is "bash: shells" "$(tab completions '')" "bash zsh"
is "bash: an unknown command" "$(tab frobnicate '')" ""
ok "bash: it is installed as a completion" bash -c 'source ../bash; complete -p phaselock'
cd ..

expect 2 "no shell" phaselock completions
says "no shell: says what there is" "bash and zsh"
expect 2 "another shell" phaselock completions fish
expect 2 "two shells" phaselock completions bash zsh

# zsh: a real one, in a terminal of its own.
if command -v zsh >/dev/null; then
  mkdir -p functions && phaselock completions zsh >functions/_phaselock
  cat >drive.zsh <<'EOF'
zmodload zsh/zpty || exit 77
zpty -b inner zsh -f -i
zpty -w inner 'PS1="" ; PROMPT_EOL_MARK=""; fpath=($PWD/functions $fpath); cd work; unsetopt beep'
zpty -w inner 'autoload -Uz compinit && compinit -u -D; zstyle ":completion:*" list-colors ""; LISTMAX=1000; COLUMNS=200'
zpty -w inner 'comptest () { zle complete-word; print -r -- "<<$BUFFER>>"; zle kill-buffer; zle -R }; zle -N comptest; bindkey "^I" comptest; print ready""now'
zpty -r inner line '*readynow*' || exit 1
for word in "$@"; do
  zpty -n -w inner "$word"$'\t'
  zpty -r inner line '*<<*>>*' || exit 1
  print -r -- "${${line##*<<}%%>>*}"
done
zpty -d inner
EOF
  tab_zsh () { timeout 30 zsh -f drive.zsh "$@" 2>&1; }
  is "zsh: a command" "$(tab_zsh 'phaselock ba')" "phaselock batch "
  is "zsh: an option" "$(tab_zsh 'phaselock check --cert')" "phaselock check --certificate="
  is "zsh: a value" "$(tab_zsh 'phaselock check --engine=anti')" "phaselock check --engine=antichain "
  is "zsh: a value of a short option" "$(tab_zsh 'phaselock check -e expl')" "phaselock check -e explicit "
  is "zsh: a set" "$(tab_zsh 'phaselock patterns -a spin')" "phaselock patterns -a spin09 "
  list=$(tab_zsh 'phaselock check --without=roles,mov')
  is "zsh: a list" "${list%,}" "phaselock check --without=roles,movers"
  is "zsh: a model" "$(tab_zsh 'phaselock check one')" "phaselock check one.eml "
  is "zsh: a shell" "$(tab_zsh 'phaselock completions z')" "phaselock completions zsh "
  is "zsh: help" "$(tab_zsh 'phaselock fmt --he')" "phaselock fmt --help "
else
  skip "zsh" "no zsh"
fi
done_testing
