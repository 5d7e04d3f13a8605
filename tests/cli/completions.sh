#!/usr/bin/env bash
# completions.sh -- completion in bash, zsh and fish, as when somebody presses TAB.
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
is "bash: options" "$(tab check --wit)" "--with --without --witness --witness-format"
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
is "bash: shells" "$(tab completions '')" "bash fish zsh"
is "bash: an unknown command" "$(tab frobnicate '')" ""
ok "bash: it is installed as a completion" bash -c 'source ../bash; complete -p phaselock'
cd ..

expect 2 "no shell" phaselock completions
says "no shell: says what there is" "bash, zsh and fish"
expect 2 "another shell" phaselock completions tcsh
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

# fish completes a line that it is given, without a terminal.
if command -v fish >/dev/null; then
  phaselock completions fish >phaselock.fish
  export HOME=$PWD XDG_CONFIG_HOME=$PWD/.config XDG_DATA_HOME=$PWD/.local
  tab_fish () {
    (cd work && fish --no-config -c 'source ../phaselock.fish; complete -C $argv[1]' "phaselock $1") |
      cut -f1 | sort | paste -sd' '
  }
  is "fish: commands" "$(tab_fish c)" "certify check completions confirm"
  is "fish: help and version" "$(tab_fish --)" "--help --version"
  is "fish: help of a command" "$(tab_fish 'help ba')" "batch"
  is "fish: options" "$(tab_fish 'check --wit')" "--with --without --witness --witness-format"
  is "fish: values" "$(tab_fish 'check -e ')" "$engines"
  is "fish: after an equals sign" "$(tab_fish 'check --engine=a')" "--engine=antichain --engine=auto"
  is "fish: a list" "$(tab_fish 'check --without mov')" "movers"
  is "fish: a list goes on" "$(tab_fish 'check --without roles,mov')" "roles,movers"
  is "fish: a model" "$(tab_fish 'check one')" "one.eml"
  is "fish: words and files" "$(tab_fish 'check -a m')" "mine.pa"
  is "fish: nothing where nothing goes" "$(tab_fish 'patterns ')" ""
  is "fish: shells" "$(tab_fish 'completions ')" "bash fish zsh"
else
  skip "fish" "no fish"
fi
done_testing
