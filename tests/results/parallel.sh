#!/usr/bin/env bash
# parallel.sh -- scripts/parallel.sh for real: GNU parallel with several local workers.
source "$SOURCE/tests/results/common.sh"
export PHASELOCK
if ! parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
  skip "a batch in shards with GNU parallel" "no GNU parallel (Debian: parallel)"
  done_testing; exit
fi
run () { timeout 300 bash "$SOURCE/scripts/parallel.sh" "$@"; }
same () { diff <(without_times "$1") <(without_times "$2"); }
cp -r --no-preserve=mode "$SOURCE/models/examples" .
source "$SOURCE/tests/results/hostile_names.sh"
mkdir "a folder"; cp examples/stack.eml "a folder/it's \$x {} {1}.eml"
phaselock batch -q -o whole.jsonl examples "a folder"

expect 0 "seven shards, three at a time" run -o all.jsonl -n 7 -j 3 examples "a folder"
ok "are the whole" same all.jsonl whole.jsonl
is "one file per shard" "$(ls all.jsonl.shards | grep -c 'of-7.jsonl$')" 7
is "no record is in two" "$(cat all.jsonl.shards/*-of-7.jsonl | sort | uniq -d | wc -l)" 0
is "each was one job" "$(awk 'NR > 1' all.jsonl.shards/joblog | wc -l)" 7
sum=$(cksum <all.jsonl)
expect 0 "once more" run -o all.jsonl -n 7 -j 3 examples "a folder"
is "changes nothing: nothing is decided twice" "$(cksum <all.jsonl)" "$sum"
database=all.db
has_sqlite || database=all.results
expect 0 "options for batch, an SQLite file" run -o $database -n 2 -- -p 1 -e bdd examples
expect 0 "what is in it" phaselock merge $database -o db.jsonl
phaselock batch -q -p 1 -e bdd -o whole1.jsonl examples
ok "is what was asked" same db.jsonl whole1.jsonl
expect 0 "a name with blanks and quotes" run -n 2 -o "it's \$all.jsonl" examples/stack.eml
is "is used as it is" "$(wc -l <"it's \$all.jsonl")" 67
expect 0 "more shards than queries" run -n 3 -o few.jsonl -- -p 1 -f count examples/stack.eml
is "are fine" "$(wc -l <few.jsonl)" 1

# Two other machines, as far as GNU parallel knows: instead of ssh.
cat >remote <<'EOF'
#!/usr/bin/env bash
while [[ $1 == -* ]]; do case $1 in -[loS]) shift 2 ;; --) shift; break ;; *) shift ;; esac; done
echo "$1" >>"$VISITED"
shift
[ "${1:-}" != -- ] || shift
cd / && exec bash -c "$*"
EOF
chmod +x remote
export VISITED=$PWD/visited
expect 0 "two machines over ssh" env PARALLEL_SSH="$PWD/remote" bash "$SOURCE/scripts/parallel.sh" \
  -o far.jsonl -n 6 -j 1 -S 1/one,1/two examples "a folder"
ok "do the whole" same far.jsonl whole.jsonl
is "both do something" "$(sort -u visited | xargs)" "one two"

# A shard is lost.
rm all.jsonl.shards/3-of-7.jsonl
expect 5 "without shard 3" phaselock merge --expect all.jsonl.shards/list.jsonl all.jsonl.shards/*-of-7.jsonl
expect 0 "the same command again" run -o all.jsonl -n 7 -j 3 examples "a folder"
ok "makes it whole" same all.jsonl whole.jsonl
# A program that dies in the second shard the first time.
cat >dies <<'EOF'
#!/usr/bin/env bash
case "$*" in *"--shard 2/"*) [ -e died ] || { touch died; kill -KILL $$; } ;; esac
exec "$REAL" "$@"
EOF
chmod +x dies
export REAL=$PHASELOCK
expect 0 "a shard that is killed" env PHASELOCK="$PWD/dies" bash "$SOURCE/scripts/parallel.sh" -o dead.jsonl -n 3 -j 2 examples "a folder"
ok "is tried again" same dead.jsonl whole.jsonl
ok "it was killed" test -e died
sed -i 's/\[ -e died \] ||//; s/KILL/TERM/' dies
expect 143 "a shard that dies always" env PHASELOCK="$PWD/dies" bash "$SOURCE/scripts/parallel.sh" -o never.jsonl -n 3 -j 2 examples
says "what is missing is said" "queries are missing"
ok "the others are there" test -s never.jsonl

# A worker is killed: its query is asked again, although the shard was complete.
cat >loses <<'EOF'
#!/usr/bin/env bash
case "$*" in *--list*|--version|merge*) exec "$REAL" "$@" ;; esac
"$REAL" "$@" 2>lost.err &
until grep -q 'is unknown (internal)' lost.err || [ ! -e /proc/$! ]; do
  # shellcheck disable=SC2046
  [ ! -s lost.jsonl.shards/1-of-1.jsonl.part ] || kill -KILL $(cat /proc/$!/task/$!/children) 2>/dev/null
  sleep 0.1
done
wait $!
EOF
chmod +x loses
"$(dirname "$PHASELOCK")/phaselock-gen" choices -n 24 -o long.eml
long=(-o lost.jsonl -n 1 -- -e bdd -p 9 --timeout 1 long.eml)
expect 0 "a worker that is killed" env PHASELOCK="$PWD/loses" bash "$SOURCE/scripts/parallel.sh" "${long[@]}"
is "costs a query" "$(grep -c '"reason":"internal"' lost.jsonl)" 1
expect 0 "the same command again after that" run "${long[@]}"
is "asks it again" "$(grep -c '"reason":"internal"' lost.jsonl)" 0
is "all are there" "$(wc -l <lost.jsonl)" 2

# Other options, other models.
expect 4 "other options" run -o all.jsonl -n 7 -j 3 -- -e bdd examples "a folder"
says "are refused" "has shards of another command"
says "what was asked is said" "  then: examples 'a folder'"
says "what is asked now, too" "  now:  -e bdd examples 'a folder'"
says "with advice" "Remove all.jsonl.shards to begin anew"
ok "and nothing has changed" same all.jsonl whole.jsonl
cp -r examples other; rm other/stack.eml
expect 0 "a folder" run -o other.jsonl -n 2 other
echo >>other/buffer.eml
expect 4 "a model that has changed" run -o other.jsonl -n 2 other
says "is noticed" "the models have changed since"
ok "no list is left over" test ! -e other.jsonl.shards/list.new

# Mistakes.
echo 'process P { raed a; }' >examples/bad.eml
expect 2 "a bad model among good ones" run -o bad.jsonl -n 2 examples
phaselock batch -q -o good.jsonl examples 2>/dev/null
ok "the good ones are decided" same bad.jsonl good.jsonl
expect 4 "a file that is there" run -o whole.jsonl -n 2 examples
ok "stays" test ! -e whole.jsonl.shards
expect 2 "no output" run examples
expect 2 "no models" run -o x
expect 2 "no number" run -o x -n 0 examples
expect 2 "an option of batch" run -o x -p 1 examples
says "goes after --" "unknown option -p; options of batch go after --"
expect 0 "help" run -h
says "says how to call it" "scripts/parallel.sh -o FILE"
names_are_names run
done_testing
