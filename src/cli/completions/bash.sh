# bash completion for phaselock; written by `phaselock completions bash'.

# Offer words.
_phaselock_words () {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done \
    < <(compgen -W "$1" -- "$cur")
}

# Offer words of which several may follow each other, separated by commas.
_phaselock_list () {
  local word before=
  [[ $cur == *,* ]] && before=${cur%,*},
  while IFS= read -r word; do COMPREPLY+=("$before$word"); done \
    < <(compgen -W "$1" -- "${cur##*,}")
}

# Offer files with one of some extensions, bars between them (none: all files), and folders.
_phaselock_files () {
  local file extension
  while IFS= read -r file; do COMPREPLY+=("$file"); done \
    < <(for extension in ${1//|/ }; do compgen -f -X "!*.$extension" -- "$cur"; done
        if [ -z "$1" ]; then compgen -f -- "$cur"; else compgen -d -- "$cur"; fi)
}

_phaselock () {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} options= word
  COMPREPLY=()
  # Readline also splits words at `=': `--engine=b' is three of them.
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  local commands='
@commands@
      '
  if [ "$COMP_CWORD" = 1 ]; then
    _phaselock_words "$commands help version --help --version"
    return
  fi
  if [ "${COMP_WORDS[1]}" = help ]; then
    [ "$COMP_CWORD" != 2 ] || _phaselock_words "$commands"
    return
  fi
  # After `--' there are no options.
  for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
    if [ "$word" = -- ]; then _phaselock_files ''; return; fi
  done
  case ${COMP_WORDS[1]} in
@cases@
  esac
}
complete -o filenames -F _phaselock phaselock
