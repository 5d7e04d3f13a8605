#!/usr/bin/env bash
# FILE.part: interrupted batches go on, others do not get in; what cannot be written.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cp "$examples/stack.eml" "$examples/buffer.eml" "$examples/account.eml" .
models="stack.eml buffer.eml account.eml"
batch () { phaselock batch "$@" $models; }
batch -o whole.jsonl 2>/dev/null

# ---- A journal as a killed batch leaves it. ----
"$gen" choices -n 24 -o long.eml
start_long () { # FILE OPTION...
  local file=$1; shift
  "$PHASELOCK" batch -e bdd -p 9 -j 3 "$@" stack.eml long.eml -o "$file" 2>"$file.err" </dev/null &
  pid=$!
}
end () { status=0; wait "$pid" || status=$?; }
for signal in INT:130 TERM:143 KILL:137; do
  rm -f cut.jsonl*
  start_long cut.jsonl
  wait_for cut.jsonl.part '"stack.eml"'
  kill -"${signal%:*}" $pid; end
  is "SIG${signal%:*}: status" "$status" "${signal#*:}"
  ok "SIG${signal%:*}: whole records" whole cut.jsonl.part
  ok "SIG${signal%:*}: nothing under the final name" test ! -e cut.jsonl
  [ "${signal%:*}" = KILL ] ||
    ok "SIG${signal%:*}: how to go on" grep -q "cut.jsonl.part has .* records; the same command with --resume continues" cut.jsonl.err
done
expect 4 "a journal in the way" phaselock batch -e bdd -p 9 stack.eml long.eml -o cut.jsonl
says "a journal in the way: what to do" "--resume continues it, --force starts afresh"

# ---- Other models, other options. ----
refused () { # NAME TEXT COMMAND...
  local name=$1 text=$2; shift 2
  cp cut.jsonl.part before.part
  expect 2 "$name" phaselock batch --resume "$@" -o cut.jsonl
  says "$name: says so" "$text"
  ok "$name: the journal is as it was" cmp before.part cut.jsonl.part
}
refused "another engine" "other options" -p 9 stack.eml long.eml
refused "another limit" "other options" -e bdd --timeout 9 -p 9 stack.eml long.eml
refused "a shard" "other options" -e bdd --shard 1/2 -p 9 stack.eml long.eml
refused "other patterns" "other models, automata or fields" -e bdd -p 1 stack.eml long.eml
refused "other models" "other queries" -e bdd -p 9 stack.eml
cp stack.eml kept.eml; echo '// changed' >>stack.eml
refused "a model that has changed" "or they have changed since" -e bdd -p 9 stack.eml long.eml
mv kept.eml stack.eml
echo 'not a journal' >other.jsonl.part
expect 2 "no journal at all" phaselock batch --resume stack.eml -o other.jsonl
says "no journal at all: says so" "is not a journal of a batch"
is "no journal at all: it is as it was" "$(cat other.jsonl.part)" "not a journal"

# ---- Going on. ----
# A disk that is full after some KB: no file may be larger.
( ulimit -f 12; batch -o part.jsonl ) >/dev/null 2>part.err
ok "a disk that is full: whole records are left" whole part.jsonl.part
is "a disk that is full: nothing under the final name" "$(ls part.jsonl 2>/dev/null)" ""
ok "a disk that is full: path and reason" grep -q "part.jsonl.part: cannot be written: File too large" part.err
cp part.jsonl.part good.part
lines=$(wc -l <good.part)
[ "$lines" -gt 10 ] && [ "$lines" -lt "$(wc -l <whole.jsonl)" ]; tap_result $? "a disk that is full: some records are there"
for torn in none half brace zeros; do
  rm -f part.jsonl*; cp good.part part.jsonl.part
  case $torn in
    half) head -c -40 good.part >part.jsonl.part ;;
    brace) printf '{"schema":1,' >>part.jsonl.part ;;
    zeros) head -c 100 /dev/zero >>part.jsonl.part ;;
  esac
  expect 0 "going on, torn: $torn" batch --resume -j 2 -o part.jsonl
  same "going on, torn: $torn: the same" whole.jsonl part.jsonl
  ok "going on, torn: $torn: no journal is left" test ! -e part.jsonl.part
  kept=$((lines - 1)); [ $torn = half ] && kept=$((kept - 1))
  says "going on, torn: $torn: nothing is asked twice" "continuing after $kept of"
  # Records that were there keep their bytes, times and all.
  is "going on, torn: $torn: what was there is not asked again" \
     "$(tail -n +2 good.part | head -n $kept | sort | comm -23 - <(sort part.jsonl) | wc -l)" 0
done
cp good.part part.jsonl.part; rm -f part.jsonl; sed -i '4s/.*/garbage/' part.jsonl.part
expect 0 "a line in the middle that is not a record" batch --resume -o part.jsonl
same "a line in the middle that is not a record: asked again" whole.jsonl part.jsonl
for cut in 0 1 30; do
  rm -f part.jsonl*; head -c $cut good.part >part.jsonl.part
  expect 0 "a journal of $cut bytes" batch --resume -o part.jsonl
  same "a journal of $cut bytes: anew" whole.jsonl part.jsonl
done
rm -f part.jsonl*
expect 0 "no journal" batch --resume -o part.jsonl
same "no journal: anew" whole.jsonl part.jsonl
rm -f part.jsonl*; cp good.part part.jsonl.part
expect 0 "--force with a journal" batch --force -o part.jsonl
same "--force with a journal: anew" whole.jsonl part.jsonl
# The same model twice has the same ids.
models="stack.eml stack.eml"
batch -o two.jsonl; rm -f part.jsonl*
( ulimit -f 8; batch -o part.jsonl ) 2>/dev/null
expect 0 "a model given twice" batch --resume -o part.jsonl
same "a model given twice: the same" two.jsonl part.jsonl
models="stack.eml buffer.eml account.eml"

# ---- What earlier versions left. ----
# A query that was interrupted was not decided, whatever the journal says.
rm -f old.jsonl*
start_long old.jsonl
wait_for old.jsonl.part '"stack.eml"'
kill -KILL $pid; end
cp old.jsonl.part good.part
sed -i '2,$s/"verdict":"[a-z]*"/"verdict":"unknown","reason":"interrupted"/' old.jsonl.part
ok "records of interrupted queries" grep -q '"reason":"interrupted"' old.jsonl.part
start_long old.jsonl --resume
ok "records of interrupted queries are not believed" wait_for old.jsonl.err 'continuing after 0 of'
kill -KILL $pid; end

# ---- Links. ----
# The file that a link leads to belongs to somebody else.
for target in theirs missing; do
  echo "theirs" >theirs; rm -f missing link.jsonl*
  ln -s $target link.jsonl.part
  for option in '' --resume --force; do
    # shellcheck disable=SC2086
    expect 4 "a journal that is a link ($target) ${option:-(no option)}" batch $option -o link.jsonl
    says "a journal that is a link ($target) ${option:-(no option)}: says so" "link.jsonl.part: is in the way: it is a symbolic link"
  done
  is "a journal that is a link ($target): nothing was written" "$(cat theirs; ls missing 2>/dev/null)" theirs
  ok "a journal that is a link ($target): it stays" test -L link.jsonl.part
done
rm -f link.jsonl*; ln -s theirs link.jsonl.part.new
expect 4 "a draft that is a link" batch -o link.jsonl
is "a draft that is a link: nothing was written" "$(cat theirs)" theirs

# ---- Two batches, one file. ----
rm -f lock.jsonl*
start_long lock.jsonl
wait_for lock.jsonl.part '"kind":"batch"'
for option in '' --resume --force; do
  # shellcheck disable=SC2086
  expect 4 "two batches into one file ${option:-(no option)}" phaselock batch $option stack.eml -o lock.jsonl
  says "two batches into one file ${option:-(no option)}: says so" "lock.jsonl.part: process $pid is writing this batch"
done
kill -KILL $pid; end
expect 0 "no lock of a dead batch" phaselock batch --force stack.eml -o lock.jsonl

# ---- What cannot be written. ----
expect 4 "a folder that is not there" batch -o missing/x.jsonl
says "a folder that is not there: path and reason" "missing/x.jsonl.part: cannot be written: No such file or directory"
mkdir folder
expect 4 "a folder" batch -o folder
says "a folder: says so" "folder: cannot be written: Is a directory"
mkdir fixed; chmod 555 fixed
expect 4 "a read-only folder" unprivileged batch stack.eml -o fixed/x.jsonl
says "a read-only folder: path and reason" "fixed/x.jsonl.part: cannot be written: Permission denied"
chmod 700 fixed
if [ -w /dev/full ]; then
  expect 4 "/dev/full" batch -j 2 -o /dev/full
  says "/dev/full: path and reason" "/dev/full: cannot be written: No space left on device"
  full () { batch -j 2 >/dev/full; }
  expect 4 "standard output to /dev/full" full
  says "standard output to /dev/full: says so" "standard output: cannot be written: No space left on device"
fi
broken () { { batch -j 2 -a complete 2>broken.err; echo $? >broken.status; } | head -1 >broken.out; }
broken
is "a closed pipe: the status of SIGPIPE" "$(cat broken.status)" 141
is "a closed pipe: nothing is said" "$(cat broken.err)" ""
closed () { batch >&-; }
expect 4 "closed standard output" closed
# A reader that does not read cannot keep the batch from stopping.
mkfifo slow
"$PHASELOCK" batch -a complete -j 2 "$examples" -o slow 2>slow.err </dev/null & pid=$!
exec 9<slow; sleep 0.5
kill -INT $pid; end
exec 9<&-
is "a reader that does not read: SIGINT" "$status" 130
# A model that changes meanwhile: no records that belong to another text.
cp stack.eml changing.eml
"$PHASELOCK" batch -e bdd -p 9 long.eml changing.eml --timeout 4 --progress always -o changed.jsonl 2>changed.err </dev/null & pid=$!
wait_for changed.err 'slowest: long'
echo '// changed' >>changing.eml
end
is "a model that changes: status" "$status" 2
ok "a model that changes: says so" grep -q "changing.eml: error: changed while the batch was running" changed.err
ok "a model that changes: no file" test ! -e changed.jsonl
ok "a model that changes: the journal is kept" test -s changed.jsonl.part
done_testing
