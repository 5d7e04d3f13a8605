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
