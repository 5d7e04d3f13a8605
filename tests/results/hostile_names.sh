# hostile_names.sh -- names of files that want to be run, for scripts/parallel.sh and slurm.sh.  Sourced, after `same' and
# examples/ are there.
mkdir hostile
for name in $'a\tb' $'a\nb' "it's" 'a"b' '$(touch evil)' '`touch evil`' '; touch evil;' '& touch evil' '> evil' 'a\' '\x' \
  '{}' '{= system("touch evil") =}' '{#}' '%j %a' 'größe €' $'\377' '*' '?[a]' ' a ' '~' 'a=b' '!x' '-o x' '--shard' '#x'; do
  printf 'field f; process P { write f; } process Q { read f; }\n' >"hostile/$name.eml"
done
hostile_outputs=($'o\t\'"\nx.jsonl' '$(touch evil)`touch evil`.jsonl' 'o %j %a %%.jsonl' 'größe{= system("touch evil") =}.jsonl'
  '-x.jsonl' '+x.jsonl' 'a=b*.jsonl')
"$PHASELOCK" batch -q -p race -o hostile.jsonl hostile

# The command is that script; each name of its result file, and all models.
names_are_names () { # COMMAND
  local name shown
  for name in "${hostile_outputs[@]}"; do
    shown=$(printf %q "$name")
    rm -rf "./$name" "./$name.shards"
    LC_ALL=C expect 0 "-o $shown" "$@" ${wait_option:-} -o "$name" -n 2 -- -p race hostile
    ok "-o $shown: has all" diff <(without_times "./$name") <(without_times hostile.jsonl)
  done
  # As models that are named themselves, too.
  LC_ALL=C expect 0 "models by their names" "$@" ${wait_option:-} -o each.jsonl -n 2 -- -p race hostile/*.eml
  is "models by their names: all" "$(wc -l <each.jsonl)" "$(wc -l <hostile.jsonl)"
  ok "no name was run" test ! -e evil
}
