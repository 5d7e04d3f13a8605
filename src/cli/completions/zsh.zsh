#compdef phaselock
# zsh completion for phaselock; written by `phaselock completions zsh'.

_phaselock () {
  local -a commands
  commands=(
@commands@
    'help:list the commands, or describe one'
    'version:print the versions of the program and its libraries'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments '--help[list the commands]' '--version[print the version]'
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
    help) _describe command commands ;;
@cases@
  esac
}

if [ "$funcstack[1]" = _phaselock ]; then _phaselock "$@"
else compdef _phaselock phaselock; fi
