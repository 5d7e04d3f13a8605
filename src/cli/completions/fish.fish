# phaselock(1) completion -- fish; written by `phaselock completions fish'.
# `phaselock completions fish | source' loads it into a running shell.

complete -c phaselock -f
complete -c phaselock -n '__fish_is_nth_token 1' -l help -d 'list the commands'
complete -c phaselock -n '__fish_is_nth_token 1' -l version -d 'print the version'
complete -c phaselock -n '__fish_is_nth_token 1' -a help -d 'list the commands, or describe one'
complete -c phaselock -n '__fish_is_nth_token 1' -a version -d 'print the versions of the program and its libraries'
@commands@

# Options and arguments of each command.
@cases@
