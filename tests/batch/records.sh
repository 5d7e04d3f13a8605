#!/usr/bin/env bash
# `phaselock batch': which records, in which order, where they go, and how it ends.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# ---- The same bytes, whoever decides them. ----
phaselock check --format jsonl "$examples" >check.jsonl
expect 0 "one worker" phaselock batch "$examples" -o one.jsonl
is "nothing is said" "$out$err" ""
ok "nothing is left beside" test ! -e one.jsonl.part
same "the records of check" check.jsonl one.jsonl
for jobs in 2 3 7 0; do
  expect 0 "$jobs workers" phaselock batch -j $jobs "$examples" -o "j$jobs.jsonl"
  same "$jobs workers: the same" one.jsonl "j$jobs.jsonl"
done
expect 0 "to standard output" phaselock batch -j 3 "$examples"
printf '%s\n' "$out" >stdout.jsonl
same "to standard output: the same" one.jsonl stdout.jsonl
# --fail: a violation fails the build; what is written is the same.
expect 0 "violations are results" phaselock batch "$examples/stack.eml" -o plain.jsonl
expect 10 "--fail" phaselock batch --fail "$examples/stack.eml" -o fail.jsonl
ok "--fail: the same records" diff <(sed 's/"ms":[0-9.]*//' plain.jsonl) <(sed 's/"ms":[0-9.]*//' fail.jsonl)
expect 10 "--fail to standard output" phaselock batch --fail -j 2 "$examples/stack.eml"
expect 10 "--fail, stopping at the first" phaselock batch --fail --first "$examples/stack.eml"
expect 0 "--fail without violations" phaselock batch --fail "$examples/stack-fixed.eml"
expect 0 "--fail decides nothing by itself" phaselock batch --fail --list "$examples/stack.eml"
expect 0 "through a pipe" bash -c '"$0" batch -j 3 "$1" | cat >piped.jsonl; exit "${PIPESTATUS[0]}"' "$PHASELOCK" "$examples"
same "through a pipe: the same" one.jsonl piped.jsonl
expect 0 "to a device" phaselock batch -j 2 "$examples" -o /dev/null
mkfifo fifo; cat fifo >from-fifo.jsonl & reader=$!
expect 0 "to a named pipe" phaselock batch -j 2 "$examples" -o fifo
wait $reader
same "to a named pipe: the same" one.jsonl from-fifo.jsonl
expect 0 "to /dev/stdout" phaselock batch "$examples" -o /dev/stdout
printf '%s\n' "$out" >stdout.jsonl
same "to /dev/stdout: the same" one.jsonl stdout.jsonl
expect 0 "statistics, one worker" phaselock batch --stats "$examples" -o stats1.jsonl
expect 0 "statistics, three workers" phaselock batch --stats -j 3 "$examples" -o stats3.jsonl
same "statistics do not depend on who was asked before" stats1.jsonl stats3.jsonl
ok "statistics are there" grep -q '"roles_reused"' stats1.jsonl
for option in '-p 1,12' --witness '--witness -e bdd' '-a spin09' '-e bdd' '-e explicit' '--without all -p 1'; do
  # shellcheck disable=SC2086
  phaselock check --format jsonl $option "$examples/stack.eml" "$examples/buffer.eml" >check.jsonl
  # shellcheck disable=SC2086
  expect 0 "options: $option" phaselock batch -j 2 $option "$examples/stack.eml" "$examples/buffer.eml" --force -o o.jsonl
  same "options: $option: the records of check" check.jsonl o.jsonl
done

# ---- --list and --shard. ----
expect 0 "--list" phaselock batch -j 2 --list "$examples"
printf '%s\n' "$out" >list.jsonl
sed 's/,"verdict".*/}/' one.jsonl >asked.jsonl
ok "--list: every query, without a verdict" cmp list.jsonl asked.jsonl
for n in 1 2 3 7; do
  : >all.jsonl; fewest=999999
  for i in $(seq $n); do
    phaselock batch --list --shard "$i/$n" "$examples" >"shard.jsonl" || echo "shard $i/$n failed" >>all.jsonl
    count=$(wc -l <shard.jsonl); [ "$count" -lt $fewest ] && fewest=$count
    cat shard.jsonl >>all.jsonl
  done
  is "$n shards: every query once" "$(sort all.jsonl | md5sum)" "$(sort list.jsonl | md5sum)"
  [ "$fewest" -ge $((1152 / n / 2)) ]; tap_result $? "$n shards: none starves"
done
phaselock batch --list --shard 2/3 "$examples" >a; phaselock batch -j 3 --list --shard 2/3 "$examples" >b
ok "a shard is always the same" cmp a b
expect 0 "deciding a shard" phaselock batch --shard 2/3 "$examples" -o shard2.jsonl
is "deciding a shard: its queries" "$(sed 's/,"verdict".*/}/' shard2.jsonl | md5sum)" "$(md5sum <a)"
: >all
for i in $(seq 40); do phaselock batch --list --shard "$i/40" -p 1 "$examples/stack.eml" >>all; done
is "more shards than queries: every query once" "$(wc -l <all)" 2
# One dear model among cheap ones: the dear one is split.
mkdir mixed; for i in 1 2 3 4 5 6; do cp "$examples/stack.eml" "mixed/a$i.eml"; done
"$gen" nested -k 9 -f 4 -o mixed/z.eml
for i in 1 2; do is "both shards have a part of the dear model ($i)" \
  "$(phaselock batch --list --shard $i/2 mixed | grep -c '"z.eml"' | sed 's/^[1-9].*/some/')" some; done

# ---- Existing files. ----
before=$(md5sum <one.jsonl)
expect 4 "an existing file" phaselock batch "$examples" -o one.jsonl
says "an existing file: says so" "one.jsonl: already exists; --force overwrites it"
is "an existing file: is as it was" "$(md5sum <one.jsonl)" "$before"
expect 4 "an existing file, --resume without a journal" phaselock batch --resume "$examples" -o one.jsonl
ok "an existing file: no journal is left" test ! -s one.jsonl.part
rm -f one.jsonl.part
echo old >old.jsonl
expect 0 "--force" phaselock batch --force "$examples" -o old.jsonl
same "--force: replaced" one.jsonl old.jsonl
ln -s old.jsonl link.jsonl
expect 0 "--force through a link" phaselock batch --force -p 1 "$examples" -o link.jsonl
ok "--force through a link: it stays one" test -L link.jsonl
is "--force through a link: the file is replaced" "$(grep -vc '"pattern":1,' old.jsonl)" 0

# ---- --first. ----
phaselock check --first --format jsonl "$examples/stack-fixed.eml" "$examples/stack.eml" >check.jsonl
for jobs in 1 4; do
  expect 0 "--first, $jobs workers" phaselock batch --first -j $jobs "$examples/stack-fixed.eml" "$examples/stack.eml" -o first$jobs.jsonl
  same "--first, $jobs workers: the records of check" check.jsonl first$jobs.jsonl
  expect 0 "--first, $jobs workers, to a pipe" phaselock batch --first -j $jobs "$examples/stack-fixed.eml" "$examples/stack.eml"
  printf '%s\n' "$out" >first.jsonl
  same "--first, $jobs workers, to a pipe: the records of check" check.jsonl first.jsonl
done

# ---- Models. ----
expect 0 "standard input" bash -c 'cat "$1" | "$0" batch -j 2 -p 1 - >in.jsonl' "$PHASELOCK" "$examples/stack.eml"
is "standard input: decided" "$(grep -c violation in.jsonl)" 1
expect 0 "a pipe as a model" bash -c '"$0" batch -j 2 -p 1 <(cat "$1") >in.jsonl' "$PHASELOCK" "$examples/stack.eml"
is "a pipe as a model: decided" "$(grep -c violation in.jsonl)" 1
expect 0 "a model given twice" phaselock batch -j 2 -p 1 "$examples/stack.eml" "$examples/stack.eml" -o twice.jsonl
is "a model given twice: all records" "$(wc -l <twice.jsonl)" 4
echo 'process P { raed x; }' >bad.eml
expect 2 "a bad model among others" phaselock batch -j 2 "$examples/stack.eml" bad.eml "$examples/buffer.eml" -o with-bad.jsonl
says "a bad model among others: its error" "bad.eml:1:13: error"
expect 0 "without it" phaselock batch "$examples/stack.eml" "$examples/buffer.eml" -o without-bad.jsonl
same "a bad model among others: the others have their records" with-bad.jsonl without-bad.jsonl
expect 2 "only bad models" phaselock batch bad.eml missing.eml -o none.jsonl
says "only bad models: both are told" "missing.eml"
is "only bad models: messages are in their order" "$(printf '%s\n' "$err" | grep -o '^[a-z]*.eml' | tr '\n' ' ')" "bad.eml missing.eml "
expect 2 "a field that a model lacks" phaselock batch -f cuont "$examples/stack.eml"
says "a field that a model lacks: did you mean" "did you mean 'count'?"
expect 0 "no time" phaselock batch -e bdd --timeout 0.000001 -p 1 -f count "$examples/stack.eml"
says "no time: unknown" '"verdict":"unknown","reason":"timeout"'
expect 0 "no memory" phaselock batch -e bdd --memory 0.001 -p 1 -f count "$examples/stack.eml"
says "no memory: unknown" '"verdict":"unknown","reason":"memory"'

# ---- Usage. ----
for option in '--shard 0/2' '--shard 3/2' '--shard 1' '--shard a/b' '--shard 1/0' '-j -1' '-j x' '-j 9999' \
              '--resume' '--resume -o -' '--format text' '--timeout 0' '--nonsense' '-p 99'; do
  # shellcheck disable=SC2086
  expect 2 "refused: $option" phaselock batch $option "$examples/stack.eml"
done
expect 2 "no model" phaselock batch -o x.jsonl
expect 2 "a misspelt option" phaselock batch --resum "$examples/stack.eml" --shrad 1/2
says "a misspelt option: did you mean" "did you mean '--shard'"
done_testing
