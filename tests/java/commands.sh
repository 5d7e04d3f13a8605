#!/usr/bin/env bash
# commands.sh -- the command below each cause of a class of these tests shows that cause, and no
# other; several paths are one program, for explain too.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac python3
plain=$(plain_program); export PHASELOCK=${plain:-$PHASELOCK} COMMANDS_BIN=$scratch/bin
mkdir bin classes && ln -s "$PHASELOCK" bin/phaselock
ok "javac" javac -g -nowarn -d classes "$java"/classes/*.java
python3 "$SOURCE/tests/cli/commands.py" classes >found
renumber found
ok "these are many causes" test "$(sed -n 's/^# \([0-9]*\) causes$/\1/p' found)" -gt 150

# ---- Several paths. ----
mkdir left right
cat >Base.java <<'END'
public class Base {
  protected int total;
  public synchronized void add (int k) { total += k; }
  public int total () { return total; }
}
END
cat >Sums.java <<'END'
public class Sums extends Base {
  public int twice () { return total () + total (); }
  public int both (Base other) { return total () + other.total (); }
}
END
ok "javac, two folders" bash -c 'javac -g -d left Base.java && javac -g -cp left -d right Sums.java'
expect 10 "check" phaselock check -p race left right
shown_command=$(sed -n 's/^  \(phaselock explain .*\)/\1/p' <<<"$out" | head -1)
case $shown_command in *"left right"*) tap_result 0 "the command has both paths" ;; *) tap_result 1 "the command has both paths: $shown_command" ;; esac
expect 10 "the command of check" env PATH="$COMMANDS_BIN:$PATH" bash -c "$shown_command"
shown=$out
expect 10 "the first cause" phaselock explain --cause 1 -p race left right
is "the first cause: the same" "$out" "$shown"
expect 2 "no class is named" phaselock explain left right
says "no class is named: which there are" "
  Base
  Sums"
expect 2 "no class is named: how to name one" phaselock explain left right
says "no class is named: how to name one" "of Java with --class"
expect 10 "a class of two paths" phaselock explain --class Sums left right -p race
says "a class of two paths: is explained" "VIOLATION  data race"

# ---- A class, and circles of locks that go through it. ----
mkdir circle
cat >Purse.java <<'END'
public class Purse {
  private int coins, seen;
  public synchronized void give (Purse other) { coins--; other.take (); }
  public synchronized void take () { coins++; }
  public synchronized int look () { return ++seen; }
  public int peek () { return seen = coins; }
}
END
ok "javac, a circle" javac -g -d circle Purse.java
phaselock check circle >found 2>/dev/null
ok "a circle: there are two causes" test "$(grep -c '^  phaselock explain' found)" = 2
while IFS= read -r line; do
  expect 10 "a circle: $line" env PATH="$COMMANDS_BIN:$PATH" bash -c "$line"
done < <(grep -o '^  phaselock explain.*' found)
expect 10 "what is asked about the class" phaselock explain --class Purse circle -p race -f coins
says "what is asked about the class: is explained" "VIOLATION  data race"
expect 10 "a class without a question" phaselock explain --class Purse circle
expect 10 "the circle, by its name" phaselock explain --class Purse.give+Purse.give circle
done_testing
