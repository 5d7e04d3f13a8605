#!/usr/bin/env bash
# sqlite.sh -- results in SQLite files, and back.
source "$SOURCE/tests/results/common.sh"
printf 'SQLite format 3\0' >tiny.db
if ! has_sqlite; then
  expect 2 "an SQLite file as input" phaselock merge tiny.db
  says "is refused" "tiny.db: error: this phaselock was built without SQLite"
  expect 2 "an SQLite file as output" phaselock merge --format sqlite -o out.db /dev/null
  says "is refused, too" "out.db: error: cannot write: this phaselock was built without SQLite"
  is "and not made" "$(echo out.db*)" "out.db*"
  skip "SQLite files" "built without SQLite"
  done_testing; exit
fi
"$PHASELOCK" check --format jsonl "$SOURCE/models/examples" >all.jsonl

# The library is loaded when it is needed.  A file that is none stands for one that is missing.
mkdir lacking && : >lacking/libsqlite3.so.0
lacking () { LD_LIBRARY_PATH=$PWD/lacking${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} "$PHASELOCK" "$@"; }
expect 0 "no library: whoever does not need it" lacking merge all.jsonl
expect 0 "no library: the version" lacking --version
says "says so" "without SQLite"
expect 2 "no library: an SQLite file as input" lacking merge tiny.db
says "is refused" "tiny.db: error: SQLite is not installed"
expect 2 "no library: an SQLite file as output" lacking merge --format sqlite -o out.db all.jsonl
says "is refused, too" "out.db: error: cannot write: SQLite is not installed"
is "and not made" "$(echo out.db*)" "out.db*"

expect 0 "results as SQLite" phaselock merge all.jsonl -o all.sqlite
expect 0 "a name says it, or the format" phaselock merge all.jsonl --format sqlite -o all.results
ok "the same bytes" cmp all.sqlite all.results
expect 0 "and back" phaselock merge all.sqlite
ok "nothing is lost" cmp all.jsonl "$scratch/stdout"
split -n r/3 all.jsonl shard.
expect 0 "shards, some as SQLite" phaselock merge shard.aa -o a.db --expect shard.aa
expect 0 "joined" phaselock merge shard.ac a.db shard.ab -o joined.db
ok "the same file" cmp joined.db all.sqlite
expect 0 "compared" phaselock diff all.jsonl all.sqlite
says "no difference" "0 introduced, 0 fixed, 0 newly unknown, 0 newly decided, 0 added, 0 removed"
expect 4 "a file that is there" phaselock merge all.jsonl -o all.sqlite
expect 0 "a violation with its steps" phaselock merge -o steps.db <(
  record m.eml 1 1 1 x violation | sed 's/}$/,"witness":[{"process":"P","action":"read","object":"x","at":"m.eml:1:2","source":"M.java:3","phase":1},{"process":"Q","action":"acquire","object":"l","nested":true}]}/')

# Full disks, and places that are none.
small () { (trap '' XFSZ; ulimit -f 40; "$PHASELOCK" "$@"); }
cp a.db kept.db
expect 4 "a disk that fills up" small merge all.jsonl -o kept.db --force
says "says so" "kept.db: error: cannot write: "
ok "the old file stays" cmp kept.db a.db
is "nothing is left beside" "$(echo kept.db*)" kept.db
expect 4 "a folder that is not there" phaselock merge all.jsonl -o nowhere/all.db
expect 4 "a device" phaselock merge all.jsonl --format sqlite -o /dev/null
says "is no place" "needs a place on a disk"

# Files of strangers.
head -c 5000 all.sqlite >half.db
expect 2 "half a file" phaselock merge half.db
(head -c 3000 all.sqlite; letters 97000 x) >noise.db
expect 2 "noise" careful merge noise.db
expect 2 "a beginning" phaselock merge tiny.db

if ! command -v sqlite3 >/dev/null; then
  skip "what is in the tables" "no sqlite3"
  done_testing; exit
fi
ask () { sqlite3 "$1" "$2"; }
is "every query" "$(ask all.sqlite 'SELECT count(*), count(DISTINCT id) FROM queries')" "1765|1765"
is "its verdict" "$(ask all.sqlite 'SELECT verdict, count(*) FROM queries GROUP BY 1')" "safe|1610
violation|155"
is "its record" "$(ask all.sqlite 'SELECT record FROM queries ORDER BY query')" "$(cat all.jsonl)"
is "numbers are numbers" "$(ask all.sqlite 'SELECT DISTINCT typeof (pattern), typeof (ms), typeof (place) FROM queries WHERE question = '"'pattern'"'')" "integer|real|integer"
is "fields one by one" "$(ask all.sqlite "SELECT group_concat (field, ' ') FROM (SELECT field FROM fields JOIN queries USING (query) JOIN models USING (model) WHERE name = 'stack.eml' AND queries.place = 12 ORDER BY fields.place)")" "data count"
is "violations" "$(ask all.sqlite "SELECT * FROM violations WHERE model = 'stack.eml'")" "stack.eml|1|count|Consumer[0],Producer
stack.eml|12|count,data|Consumer[0],Producer"
is "a model" "$(ask all.sqlite "SELECT queries, violations, unknown, safe FROM by_model WHERE model = 'stack.eml'")" "67|2|0|65"
is "patterns" "$(ask all.sqlite 'SELECT count(*), sum (queries), sum (violations) FROM by_pattern')" "34|1765|155"
is "fields" "$(ask all.sqlite "SELECT violations FROM by_field WHERE model = 'stack.eml' ORDER BY field")" "2
1"
is "steps" "$(ask steps.db 'SELECT * FROM steps')" "1|1|P|read|x|m.eml:1:2|M.java:3|1|0
1|2|Q|acquire|l||||1"
is "references lead somewhere" "$(ask steps.db 'PRAGMA foreign_key_check'; ask all.sqlite 'PRAGMA foreign_key_check')" ""
is "the file is whole" "$(ask all.sqlite 'PRAGMA integrity_check')" ok
record m.eml 1 2 1 x safe "" 7 >two; record m.eml 2 2 2 x unknown "" 900 | sed 's/"pattern":2/"pattern":"my-own"/' >>two
"$PHASELOCK" merge two -o two.db
is "the slowest first" "$(ask two.db 'SELECT ms, pattern FROM slowest')" "900.0|my-own
7.0|1"
is "unknowns" "$(ask two.db 'SELECT * FROM unknowns')" "m.eml|my-own|x|timeout|900.0"
sqlite3 other.db 'CREATE TABLE queries (record); INSERT INTO queries VALUES (1)'
expect 2 "another program's file" phaselock merge other.db
says "is not ours" "other.db: error: an SQLite file, but not one of phaselock"
cp two.db later.db; sqlite3 later.db 'PRAGMA user_version = 2'
expect 2 "a later version" phaselock merge later.db
says "says so" "later.db: error: written by a later phaselock"
cp two.db bad.db; sqlite3 bad.db "UPDATE queries SET record = '{' WHERE query = 2"
expect 2 "a record that is none" phaselock merge bad.db
says "says which" "bad.db:2: error: not JSON"
done_testing
