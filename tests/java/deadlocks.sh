#!/usr/bin/env bash
# deadlocks.sh -- deadlocks of a program: circles of its lock graph, each a model of its own.  The programs in
# deadlocks/broken have one, those in deadlocks/right have none.
source "$(dirname "$0")/common.sh"
need javac python3
programs=$java/deadlocks

for kind in broken right ordered; do
  ok "javac: $kind" compile "$kind" javac -g -- "$programs/$kind"/*.java
done
circle () { # DIR: of each model with a deadlock, its name; only circles, if -c comes first
  "$PHASELOCK" check -p deadlock --format jsonl "$1" 2>errors |
    python3 -c '
import json, sys
for line in sys.stdin:
    record = json.loads(line)
    if record.get ("verdict") == "violation":
        print (record["model"])' | sort | paste -sd' '
}
expect_no_take () { # NAME CLASS: no repair takes a class initialiser, which code cannot hold
  "$PHASELOCK" explain --class "$2" -p deadlock "broken/$1" >explained 2>&1
  ok "$1: explained" grep -q "^Because" explained
  is "$1: no code can hold what initialises a class" "$(grep "Take 'static" explained)" ""
}
expect_no_take Initialisers 'Initialisers$First.static+Initialisers$Second.static'
while read -r name wanted; do
  is "$name has a deadlock" "$(circle "broken/$name")" "$wanted"
done <<'END'
Accounts Accounts.transfer+Accounts.transfer
AddAll AddAll.toLeft+AddAll.toRight
Appenders Appenders$Category.log+Appenders$FileAppender.close
FirstUse FirstUse$Driver.static+FirstUse$Registry.use
Forks Forks$Guest.sit+Forks$Guest.leave Forks.eat+Forks.eat
Chain Chain.write+Chain.write
Made Made.run+Made$Job.stop
Guessed Guessed$Work.enter+Guessed$Work.enter
Halves Halves.copy+Halves.copy
Helper Helper.flush+Helper$Reader.fill
Closing Closing$Connection.close+Closing$Session.close
Four Four$Cars.northEast+Four$Cars.eastSouth+Four$Cars.southWest+Four$Cars.westNorth
Initialisers Initialisers$First.static+Initialisers$Second.static
Parents Parents$Category.log+Parents$Output.close
Privileges Privileges Privileges.call+Privileges.reset
Kept Kept$Index.store+Kept$Store.flush
Listening Listening$Model.set+Listening$View.paint
Stripes Stripes.move+Stripes.move
Tables Tables.isLike+Tables.isLike
Three Three$A.step+Three$B.step+Three$C.step
TriesFirst TriesFirst.move+TriesFirst.move
Upgrade Upgrade
END

for name in Decorator Fresh Gate LetsGo Mutex Owner ParentsOrdered Private Trying Twice; do
  is "$name has none" "$(circle "right/$name")" ""
done

# The model of the class does not know what holdsLock says; that of the circle does.
expect 0 "what holdsLock says counts" "$PHASELOCK" check -p deadlock \
  --class 'Holding$Account.deposit+Holding$Registry.enter' right/Holding
expect 10 "... and what it does not" "$PHASELOCK" check -p deadlock \
  --class 'NotHolding$Account.deposit+NotHolding$Registry.enter' broken/NotHolding

# ---- What a person reads. ----
shows () { grep -qF -- "$1" text; }
"$PHASELOCK" explain --class Accounts.transfer+Accounts.transfer broken/Accounts -p deadlock --source "$programs/broken" |
  tr -s ' \n' ' ' >text
ok "what has to be one object" shows \
  "Only if 'Accounts a' is one object: 'this' of Accounts.transfer(Accounts, int) in Thread1 and 'argument 1' of Accounts.transfer(Accounts, int) in Thread2."
ok "who holds what" shows "Thread1 took 'Accounts a'"
ok "the Java lines" shows "Accounts.java:6 balance += amount;"
ok "the witness is replayed" shows "Replayed: yes"
ok "an order of the locks is the repair" shows "Take 'to' and 'this' in one order, whichever is which (by a number that each has, say), "
"$PHASELOCK" java --list broken/Accounts >text
ok "--list shows the circle" shows "2 threads that may wait for each other's locks"
"$PHASELOCK" check --class Accounts -p deadlock broken/Accounts >text
ok "--class of a class asks its circles" shows "Accounts.transfer+Accounts.transfer"
"$PHASELOCK" check 'broken/Accounts!Accounts.transfer+Accounts.transfer' >text
ok "PATH!CIRCLE is one model" shows "Accounts.transfer+Accounts.transfer: 2 methods, 2 locks; 2 notes"
"$PHASELOCK" explain --class Ordered.transfer+Ordered.transfer ordered/Ordered -p deadlock | tr -s ' \n' ' ' >text
ok "an order that values decide is a premise" shows \
  "Only if two threads can take 'this' and 'argument 1' of Ordered.transfer(Ordered, int) in different orders: the values that decide are not followed."
"$PHASELOCK" explain --class 'Guessed$Work.enter+Guessed$Work.enter' broken/Guessed -p deadlock | tr -s ' \n' ' ' >text
ok "a class that is a guess is a premise" shows "Only if an object there has one of several classes"
"$PHASELOCK" explain --class Accounts.transfer+Accounts.transfer broken/Accounts -p deadlock | tr -s ' \n' ' ' >text
ok "... and none where the types say it" test "$(grep -c "one of several classes" text)" = 0
"$PHASELOCK" check -p deadlock --class Around ordered/Around >text 2>&1
ok "a call with too many targets is a gap for whoever holds a lock around it" shows "not looked at: lock-circle"
"$PHASELOCK" explain --class Sorted.join+Sorted.join ordered/Sorted -p deadlock | tr -s ' \n' ' ' >text
ok "... also of the lesser and the greater" shows "Sorted.join(Sorted) in different orders: the values that decide are not followed."
"$PHASELOCK" explain --class SortedLocks.join+SortedLocks.join ordered/SortedLocks -p deadlock | tr -s ' \n' ' ' >text
ok "... and of locks in their fields" shows "SortedLocks.join(SortedLocks) in different orders: the values that decide are not followed."
"$PHASELOCK" explain --class Chain.write+Chain.write broken/Chain -p deadlock | tr -s ' \n' ' ' >text
ok "objects of a chain that refer to each other are a premise" shows "Only if each of the objects refers to the other"
"$PHASELOCK" explain --class Made.run+Made\$Job.stop broken/Made -p deadlock | tr -s ' \n' ' ' >text
ok "... and a class that no given code makes" shows "Only if an object that is read there has a class of which no given code makes one."
done_testing
