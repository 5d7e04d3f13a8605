#!/usr/bin/env bash
# watch.sh -- check --watch on compiled classes: they are compiled again, and decided again.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
source "$SOURCE/tests/cli/watching.sh"
need javac jar
if ! grep -q '^#define HAVE_SYS_INOTIFY_H 1' "$BUILD/config.h"; then
  echo "1..0 # SKIP no inotify"; exit 0
fi

mkdir src classes
# write CLASS SYNCHRONIZED: a counter whose get () is synchronized or not.
write () {
  cat >"src/$1.java" <<END
public class $1 {
  private int n;
  public synchronized void inc() { n++; }
  public $2 int get() { return n; }
}
END
}
compile_all () { javac -g -d "${1:-classes}" src/*.java; }
write Counter ""
ok "javac" compile_all

# A class of a folder.
start --class Counter classes
wait_until "a class: the first outcome" shows 1 "1 violation, "
wait_until "a class: what was looked at" last "Counter: 2 methods, 1 field, 1 lock"
write Counter synchronized
ok "javac, repaired" compile_all
wait_until "compiled again: it is safe" last "queries, 7 safe"
head -c 100 classes/Counter.class >broken; cp classes/Counter.class good; cp broken classes/Counter.class
wait_until "a broken class: its error" grep -q 'classes: error: no class in it can be read' err
cp good classes/Counter.class
wait_until "the class is whole again" last "queries, 7 safe"
stop INT 130

# All classes of a folder: a new one, one less.
start classes
wait_until "a folder" shows 1 "queries, 7 safe"
write Other ""
ok "javac, another class" compile_all
wait_until "a new class" last "2 classes: 1 violation, 0 unknown, 13 safe"
mkdir classes/deep; mv classes/Other.class classes/deep/Other.class
wait_until "a class has moved" last "2 classes: 1 violation, 0 unknown, 13 safe"
rm -r classes/deep src/Other.java
wait_until "a class is gone" last "queries, 7 safe"
stop INT 130

# A class file that is replaced at once.
compile_one () { mkdir -p one && javac -g -cp classes -d one "src/$1.java" && mv "one/$1.class" classes; }
# Classes that call each other: only what a class file touches is decided again, and what
# is shown is what a fresh check shows, with the repairs.
cat >src/Both.java <<'END'
public class Both {
  private final Counter counter = new Counter();
  private int calls;
  public synchronized void inc() { counter.inc(); calls++; }
  public int calls() { return calls + counter.get(); }
}
END
write Counter synchronized; write Other ""; write More ""
ok "javac, four classes" compile_all
start classes
wait_until "four classes" shows 1 "4 classes: "
is_fresh "four classes" classes
write Other synchronized
ok "javac, Other" compile_one Other
wait_until "Other is decided again" again "1 of 4 classes was"
is_fresh "Other has changed" classes
write Counter ""
ok "javac, Counter" compile_one Counter
wait_until "who calls Counter is decided again, too" again "2 of 4 classes were"
is_fresh "Counter has changed" classes
sed -i '1i // lines have moved' src/More.java
ok "javac, More" compile_one More
wait_until "More has other lines" shows 4 "1 of 4 classes was decided again"
is_fresh "More has other lines" classes
cp classes/More.class copy; mv copy classes/More.class
wait_until "the same class again" again "0 of 4 classes were"
is_fresh "the same class again" classes
stop INT 130
rm src/Both.java src/Other.java src/More.java classes/{Both,Other,More}.class

# Values: a program with its values, and a class that it does not know, are kept, too.
cat >src/App.java <<'END'
public class App {
  private int n, limit = 3;
  synchronized void add() { if (n < limit) n++; }
  public static void main(String[] arguments) throws Exception {
    App app = new App();
    Thread one = new Thread(() -> app.add()), two = new Thread(() -> app.add());
    one.start(); two.start(); one.join(); two.join();
    assert app.n == 2;
  }
}
END
write Counter ""
ok "javac, a program" compile_all
start --values=on classes
wait_until "values: decided" shows 1 "1 violation, 0 unknown"
sed -i '1i // lines have moved' src/Counter.java
ok "javac, a class beside it" compile_one Counter
wait_until "values: the program is not decided again" again "1 of 3 models was"
is_fresh "values: a class beside it" --values=on classes
sed -i 's/limit = 3/limit = 1/' src/App.java
ok "javac, the program" compile_one App
wait_until "values: it is decided again" last "new: App.main: assert: an assert in main does not hold"
is_fresh "values: the program has changed" --values=on classes
cp classes/App.class copy; mv copy classes/App.class
wait_until "values: the same program again" again "0 of 3 models were"
is_fresh "values: the same program again" --values=on classes
stop INT 130
rm src/App.java classes/App.class

# A jar, with a class of it.
write Counter ""
ok "javac, broken again" compile_all
ok "jar" jar cf app.jar -C classes .
start 'app.jar!Counter'
wait_until "a jar" shows 1 "1 violation, "
write Counter synchronized
ok "javac, repaired again" compile_all
jar cf new.jar -C classes . && mv new.jar app.jar
wait_until "the jar was made anew" last "queries, 7 safe"
stop TERM 143
done_testing
