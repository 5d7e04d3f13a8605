#!/usr/bin/env bash
# meetings.sh -- records of races and deadlocks: batch, merge, SQLite, diff, baselines,
# the page, replay.
source "$SOURCE/tests/results/common.sh"
mkdir old new
cp "$SOURCE"/models/examples/{flag,philosophers,workers}.eml old/
# In new: no deadlock; no race for total, but still one for done; ready is volatile.
cp "$SOURCE/models/examples/philosophers-fixed.eml" new/philosophers.eml
sed '45s/read total/sync monitor { read total/; 45s/$/ }/' old/workers.eml >new/workers.eml
sed 's/^field page, ready/field page; field volatile ready/' old/flag.eml >new/flag.eml
ok "the models have changed" bash -c '! cmp -s old/workers.eml new/workers.eml && ! cmp -s old/flag.eml new/flag.eml'
asked=race,deadlock

# ---- batch and merge: what check writes. ----
expect 10 "check" bash -c '"$0" check --witness --format jsonl -p race,deadlock old >old.jsonl' "$PHASELOCK"
is "check: the queries" "$(sed -E 's/.*"model":"([a-z]*).*"question":"([a-z]*)","fields":\[(.*)\],"automata.*"verdict":"([a-z]*)".*/\1 \2 \3 \4/' old.jsonl | tr -d '"')" \
  "flag race page violation
flag race ready violation
philosophers race rice safe
philosophers deadlock  violation
workers race total violation
workers race done violation
workers deadlock  safe"
expect 0 "batch" phaselock batch -q -j 2 -p $asked --witness -o batch.jsonl old
ok "batch: the same records" cmp <(without_times old.jsonl) <(without_times batch.jsonl)
expect 10 "batch --fail" phaselock batch -q --fail -p deadlock -o fail.jsonl old
for shard in 1 2; do expect 0 "shard $shard" phaselock batch -q -p $asked --witness --shard $shard/2 -o shard-$shard.jsonl old; done
expect 0 "merge" phaselock merge shard-2.jsonl shard-1.jsonl -o merged.jsonl
ok "merge: the same records" cmp <(without_times old.jsonl) <(without_times merged.jsonl)
grep -v '"question":"deadlock"' old.jsonl >some.jsonl
expect 5 "merge: deadlocks are missing" phaselock merge some.jsonl -o some-merged.jsonl
says "merge: which" "philosophers.eml: missing: 2 of 2 queries"
if has_sqlite && command -v sqlite3 >/dev/null; then
  expect 0 "SQLite" phaselock merge --format sqlite old.jsonl -o old.sqlite
  is "SQLite: violations" "$(sqlite3 old.sqlite "SELECT * FROM violations WHERE model != 'flag.eml'")" \
    "philosophers.eml|deadlock||Kant,Hegel,Marx
workers.eml|race|total|Worker[0],Main
workers.eml|race|done|Worker[0],Main"
  is "SQLite: who waits" "$(sqlite3 old.sqlite "SELECT process, object FROM steps WHERE action = 'await'")" \
    "Kant|f2
Hegel|f3
Marx|f1"
  expect 0 "SQLite, and back" phaselock merge old.sqlite -o back.jsonl
  ok "SQLite, and back: nothing is lost" cmp old.jsonl back.jsonl
else
  skip "SQLite" "no SQLite"
fi

# ---- diff. ----
expect 10 "check, afterwards" bash -c '"$0" check --witness --format jsonl -p race,deadlock new >new.jsonl' "$PHASELOCK"
expect 0 "diff" phaselock diff old.jsonl new.jsonl
says "diff: a deadlock is fixed" "fixed          philosophers.eml  Kant and Marx are in a circle"
says "diff: what it was" "deadlock  (was violation)"
says "diff: a race is fixed" "race  total  (was violation)"
says "diff: a volatile field is not asked about" "removed        flag.eml  1 query, 1 violation"
says "diff: all of it" "0 introduced, 2 fixed, 0 newly unknown, 0 newly decided, 0 added, 1 removed"
expect 10 "diff, the other way" phaselock diff new.jsonl old.jsonl
says "diff, the other way: a deadlock" "  deadlock  Kant,Hegel,Marx  (was safe)"
says "diff, the other way: a race" "  race  total  Worker[0],Main  (was safe)"
says "diff, the other way: one that was not asked about" "  race  ready  Loader,Reader  (was not asked)"
expect 10 "diff, JSON" phaselock diff --format jsonl new.jsonl old.jsonl
says "diff, JSON: the circle" '"question":"deadlock","fields":[],"automata":"complete","old":'
says "diff, JSON: its locks" '"verdict":"violation","processes":["Kant","Hegel","Marx"],"locks":["f2","f3","f1"]'

# ---- Baselines. ----
expect 0 "all are known" phaselock check --baseline old.jsonl -p $asked old
says "all are known: counted" "3 models: 5 violations, all known, 0 unknown, 2 safe"
expect 10 "new ones" phaselock check -q --baseline new.jsonl -p $asked old
is "new ones: which" "$(grep VIOLATION <<<"$out")" "VIOLATION  race  ready  u = Loader, u' = Reader
VIOLATION  deadlock  Kant awaits f2, Hegel awaits f3, Marx awaits f1
VIOLATION  race  total  u = Worker[0], u' = Main"
mkdir moved
{ echo; cat old/philosophers.eml; } >moved/table.eml
expect 0 "a renamed file, moved lines" phaselock check -q --baseline old.jsonl -p $asked moved
# Another circle is another deadlock, even if the same processes are in it.
sed 's/f1/f4/g; s/f2/f1/g; s/f4/f2/g' old/philosophers.eml >moved/table.eml
expect 10 "another circle" phaselock check -q --baseline old.jsonl -p $asked moved
expect 10 "SARIF" phaselock check --format sarif --baseline new.jsonl -p $asked old
is "SARIF: what is new" "$(grep -oE '^\{"ruleId":"[a-z]*"|"baselineState":"[a-z]*"' <<<"$out" | sed -E 's/.*:"(.*)"/\1/' | paste -d' ' - -)" \
  "deadlock new
race new
race unchanged
race unchanged
race new"
expect 0 "batch, all known" phaselock batch -q --fail --baseline old.jsonl -p $asked -o known.jsonl old
is "batch, all known: their records" "$(grep -c '"known":true' known.jsonl)" 5

# ---- The page, and replay. ----
expect 0 "report" phaselock report new.jsonl --baseline old.jsonl -o page.html --source new
is "report: what is no longer asked about" "$(grep -o '"gone":\[\[[0-9,]*\]\]' page.html | wc -l)" 1
ok "report: the circle is in it" bash -c '"$0" report old.jsonl -o - --source old | grep -qE "\"l\":\[[0-9]+,[0-9]+,[0-9]+\]"' "$PHASELOCK"
for model in flag philosophers workers; do
  expect 0 "replay $model" phaselock replay old/$model.eml old.jsonl
  ok "replay $model: confirmed" grep -qE '^[12] witness(es)? confirmed, 0 refused' <<<"$out"
done
sed -E 's/("action":"await","object":")f2"/\1f3"/' old.jsonl >forged.jsonl
expect 2 "replay: a circle that is none" phaselock replay old/philosophers.eml forged.jsonl
says "replay: a circle that is none: refused" "record 4: refused: step 4 of 6 (Kant await f3 at philosophers.eml:39:7)"
done_testing
