#!/usr/bin/env bash
# reproducer.sh -- the program of --reproducer shows the finding again, with nothing but a JDK.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac java python3
mkdir classes
export XDG_CACHE_HOME=$scratch/cache
ok "javac" javac -g -d classes "$SOURCE"/tests/jvm/classes/{Stack,Counter,Pair}Broken.java
# again CLASS QUESTION TEXT: the reproducer of the first finding says TEXT.
again () {
  rm -rf repros
  expect 10 "$1 is confirmed" "$PHASELOCK" confirm -q --confirm-time 1000 -p "$2" --reproducer repros --class "$1" classes
  expect 0 "its reproducer runs" timeout 300 java -cp classes repros/Repro1.java
  says "it shows the same" "$3"
}
again StackBroken 1 "thread 1 threw java.lang.ArrayIndexOutOfBoundsException: Index -1 out of bounds"
again CounterBroken race "afterwards o.n is 1"
# Nothing is decided by time: a driver that takes long for each step shows the same.
sed -i 's/threads.get(thread).resume();/Thread.sleep(1000); &/' repros/Repro1.java
ok "the driver is slow" grep -q "sleep(1000)" repros/Repro1.java
expect 0 "a slow driver is waited for" timeout 300 java -cp classes repros/Repro1.java
says "it shows the same" "afterwards o.n is 1"
again PairBroken deadlock "thread 1 does not return"
says "nor does the other" "thread 2 does not return"
# The same of programs: an assertion, a task's, who waits for ever, a circle.
ok "javac" javac -g -nowarn -d classes "$SOURCE"/tests/jvm/programs/*.java "$SOURCE"/models/classics/java/LostUpdate.java
program () { # CLASS QUESTION TEXT
  rm -rf repros
  expect 10 "$1 is confirmed" "$PHASELOCK" confirm -q --confirm-time 1000 --values on -p "$2" --reproducer repros --main "$1" classes
  expect 0 "its reproducer runs" timeout 300 java -cp classes repros/Repro1.java
  says "it shows the same" "$3"
}
program 'LostUpdate$Broken' assert 'at LostUpdate.run(LostUpdate.java:17)'
program LazyTaskBroken assert 'a task threw java.lang.AssertionError at LazyTaskBroken:9'
program MissedSignalBroken stuck 'main waits at MissedSignalBroken:12 for ever'
program TransfersBroken deadlock 'Thread-1 waits at TransfersBroken$Account:7 for ever'
expect 4 "a folder that cannot be made" "$PHASELOCK" confirm -q -p race --reproducer /dev/null/x --class CounterBroken classes
done_testing
