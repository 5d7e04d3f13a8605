#!/usr/bin/env bash
# words.sh -- what a Java programmer sees: every kind of output, to the letter (gold/), and
# every command that reads models, on classes.  `words.sh --accept' writes new gold files.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac jar python3
[ "$1" = --accept ] && accept=1
gold=$java/gold
export NO_COLOR=1 LC_ALL=C
unset COLUMNS
mkdir src classes
cp -r "$java"/shown/* src/
chmod -R u+w src
ok "javac" javac -g -nowarn -d classes src/*.java src/org/example/*.java

# golden NAME STATUS ARGUMENTS...: both streams, without times.
golden () {
  local name=$1 wanted=$2 status=0; shift 2
  { echo "\$ phaselock $*"; "$PHASELOCK" "$@" 2>&1 </dev/null; } >"$name.out" || status=$?
  sed -i -E 's/"ms":[0-9.]+/"ms":0/g; s/"engine":"[a-z]+"/"engine":"any"/g' "$name.out"
  is "$name: exit status" "$status" "$wanted"
  [ -z "$accept" ] || cp "$name.out" "$gold/$name.gold"
  ok "$name: as in gold/$name.gold" diff "$gold/$name.gold" "$name.out"
}
golden list 0 java --list classes
golden several 10 check classes
golden stack 10 check --source src --class Stack classes
golden quiet 10 check -q classes
golden lock 10 explain --class Account classes -p 1 -f balance --source src
golden race 10 explain --class Counter classes -p race -f n --source src
if "$PHASELOCK" check --help | grep -q '|bmc'; then
  golden races 10 check -e bmc --all-races -p race --explain none --class Counter classes
fi
golden deadlock 10 explain --class Pair classes -p deadlock --source src
golden main 10 check -p 1 --main App classes
golden main-list 0 java --list --main App classes
golden immutable 0 check --class Point classes
golden notes 10 check --notes --explain none --class Names classes
golden model 0 java --class Stack classes
golden origins 0 java --notes --format jsonl --class Point classes
golden record 10 check --format jsonl -p 1 -f count --class Stack classes
golden lint 0 lint --notes --class Names classes

# A read-write lock: its methods are called as they are in Java, and the repair is one.
mkdir prices
cat >prices/Prices.java <<'END'
import java.util.concurrent.locks.*;
public class Prices {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private int looked;
  public int look() {
    lock.readLock().lock();
    try {
      return ++looked;
    } finally {
      lock.readLock().unlock();
    }
  }
  public void reset() {
    lock.writeLock().lock();
    looked = 0;
    lock.writeLock().unlock();
  }
}
END
ok "javac, a read-write lock" javac -g -d prices prices/Prices.java
golden read-write 10 check -p race --source prices prices
golden read-write-record 10 explain --format json --class Prices -p race -f looked prices

# What is wrong is said in words, and never "safe".
golden no-entry 2 check --class Private classes
golden no-class 2 check --class Stak classes
golden no-class-main 2 check --main Ap classes
golden no-main 2 check --main Counter classes
golden no-units 2 check --class Stack --units 'nosuch,pusch' classes
golden no-fields 2 java --class Stack --fields nosuch classes
golden no-path 2 check --class Stack nothing
echo 'process P { skip; }' >model.eml
golden no-java 2 check --class Stack model.eml
mkdir empty && cp model.eml empty/
golden no-java-below 2 check --class Stack empty
mkdir dull && cp classes/Point.class dull/
golden none-chosen 2 check dull
golden several-models 2 java classes

# Calls that no compiler writes are no reason to fall over.
"$BUILD/tests/java/reader/assemble" "$SOURCE/tests/fuzz/java/calls.asm" Hostile.class
expect 0 "hostile calls" "$PHASELOCK" check -q --class Hostile Hostile.class

# One class has many names.
jar cf app.jar -C classes .
for path in classes app.jar 'classes!org.example.Stack' 'app.jar!Stack' classes/org/example/Stack.class; do
  case $path in classes|app.jar) set -- --class org.example.Stack ;; *) set -- ;; esac
  expect 10 "check $path" "$PHASELOCK" check -q "$@" "$path"
  is "check $path: the same findings" "$out" "$(sed 1d quiet.out | grep -A4 '^org.example.Stack')"
done
expect 0 "a folder for the models" "$PHASELOCK" java -q -o models/ classes
is "a model for each class" "$(ls models | tr '\n' ' ')" 'Account.eml App$Stock.eml App.main.eml Names.eml Pair.eml org.example.Stack.eml '
expect 0 "the models are models" "$PHASELOCK" lint -q models
expect 10 "and have the verdicts of the classes" "$PHASELOCK" check -q -p 1 models/org.example.Stack.eml
expect 2 "fmt does not touch classes" "$PHASELOCK" fmt --check classes
says "fmt: says so" "no *.eml file below this folder"

# Batch: workers, shards, resumption, the page.
expect 0 "batch" "$PHASELOCK" batch -q -j 2 --witness -o all.jsonl --report all.html --source src classes
# Both with witnesses, since any interleaving is taken where nobody asks for one.
plain () {
  python3 -c '
import json, sys
for line in sys.stdin:
    record = json.loads(line)
    for key in "witness", "because", "repair", "fingerprint", "ms": record.pop(key, None)
    print(json.dumps(record))'
}
expect 0 "its records are those of check" diff <("$PHASELOCK" check --witness --format jsonl classes | plain) \
  <(plain <all.jsonl)
for shard in 1 2; do
  expect 0 "shard $shard" "$PHASELOCK" batch -q --witness --shard $shard/2 -o $shard.jsonl classes
done
expect 0 "merged" "$PHASELOCK" merge -o merged.jsonl 1.jsonl 2.jsonl
expect 0 "the shards together are the batch" "$PHASELOCK" diff all.jsonl merged.jsonl
mv all.jsonl whole.jsonl
expect 0 "a batch that is resumed" "$PHASELOCK" batch -q --resume --witness -o all.jsonl classes
expect 0 "is the same" "$PHASELOCK" diff whole.jsonl all.jsonl
ok "the page has the source of org.example.Stack" grep -q 'return data\[--count\];' all.html
ok "and names the methods" grep -q '"push(Object)"' all.html
expect 0 "replay" "$PHASELOCK" replay --class org.example.Stack classes all.jsonl
says "replay: its witnesses" "4 witnesses confirmed, 0 refused"
sed 's/public Object pop/public synchronized Object pop/' src/org/example/Stack.java >fixed.java
mkdir -p fixed/src && cp fixed.java fixed/src/Stack.java
ok "javac, the repaired class" javac -g -d fixed fixed/src/Stack.java
expect 0 "the repaired class is safe" "$PHASELOCK" check -q --certificate stack.cert --class Stack fixed
expect 0 "certify" "$PHASELOCK" certify 'fixed!Stack' stack.cert
expect 0 "dump" "$PHASELOCK" dump --what sizes --class Stack classes
expect 0 "what was known is known by its class" "$PHASELOCK" check -q --baseline whole.jsonl app.jar

# SARIF: places in the source, notes as notifications.
expect 10 "sarif" "$PHASELOCK" check --format sarif --source src classes
python3 - "$scratch" <<'PYTHON' >sarif.txt
import json, subprocess, os
run = json.loads(subprocess.run([os.environ["PHASELOCK"], "check", "--format", "sarif", "--source", "src", "classes"],
                                capture_output=True).stdout)["runs"][0]
print(*sorted(a["location"]["uri"] for a in run["artifacts"]))
for note in run["invocations"][0]["toolExecutionNotifications"]:
    place = note["locations"][0]["physicalLocation"]
    print(note["level"], note["descriptor"]["id"], place["artifactLocation"]["uri"], place.get("region"))
print(run["results"][0]["message"]["text"])
print(*sorted({l["logicalLocations"][0]["fullyQualifiedName"] for r in run["results"] for l in r["locations"]}), sep="\n")
PYTHON
[ -z "$accept" ] || cp sarif.txt "$gold/sarif.gold"
ok "sarif: as in gold/sarif.gold" diff "$gold/sarif.gold" sarif.txt

"$PHASELOCK" check --format sarif --source src classes >fixes.sarif 2>/dev/null
python3 "$SOURCE/tests/explain/fixes.py" fixes.sarif src >fixes.txt
is "sarif: methods that become synchronized remove the findings" "$(sed 's/: lost update.*//' fixes.txt)" "ok - fixed: App\$Stock
ok - fixed: Names
ok - fixed: org.example.Stack"

# Every note that the sources have is in doc/java.md, and the other way round.
codes=$(cat "$SOURCE"/java/*.c "$SOURCE"/java/*/*.c | tr '\n' ' ' | sed -E 's/add_premise \( *w, *"/JAVA_ADDS_EXECUTIONS, "/g; s/note_call_back \( *x, *"/JAVA_MAY_MISS, "/g; s/(JAVA_MAY_MISS|JAVA_ADDS_EXECUTIONS), JAVA_DEADLOCK, /\1, /g' |
  grep -oE 'JAVA_(MAY_MISS|ADDS_EXECUTIONS), *"[a-z-]+"' |
  sed -E 's/JAVA_MAY_MISS, *"(.*)"/\1 may miss/; s/JAVA_ADDS_EXECUTIONS, *"(.*)"/\1 adds executions/' | sort -u)
ok "there are notes" test "$(wc -l <<<"$codes")" -ge 10
ok "doc/java.md has all notes, and no other" diff <(echo "$codes") \
  <(sed -nE '/^## Notes/,/^## /s/^\| `([a-z-]+)` \| (may miss|adds executions) \|.*/\1 \2/p' "$SOURCE/doc/java.md" | sort -u)
done_testing
