#!/usr/bin/env bash
# unreadable.sh -- a class of a jar or a folder that cannot be read: a line and status 2, with -q and for every command,
# and the other classes are decided.  The same for code that cannot be read, which is found later.
source "$SOURCE/tests/cli/common.sh"
command -v python3 >/dev/null || { echo "1..0 # SKIP no python3 (Debian: python3)"; exit 0; }
assemble=$BUILD/tests/java/reader/assemble
class () { # NAME: synchronized f writes a, and so does g, without the lock if there is a second word
  printf '%s\n' "class public super $1" "extends ${3:-java/lang/Object}" 'field private a I' "method public synchronized f ()V" aload_0 iconst_1 "putfield $1 a I" return end \
    "method public ${2-synchronized} g ()V" iconst_5 pop iconst_5 pop aload_0 iconst_2 "putfield $1 a I" return end >"$1.asm"
  "$assemble" "$1.asm" "good/$1.class"
}
mkdir good
class Safe
class Racy ''
class Odd ''
class Under '' Odd
cp -r good cut && head -c 60 good/Odd.class >cut/Odd.class && rm cut/Under.class
cp -r good code && cp -r good all
python3 - <<'END'
import os, zipfile
# The code of Odd.g: an instruction that there is not.
data = open("good/Odd.class", "rb").read()
assert data.count(b"\x08\x57\x08\x57") == 1
open("code/Odd.class", "wb").write(data.replace(b"\x08\x57\x08\x57", b"\xf0\x57\x08\x57"))
for i in range(120):
    open("all/B%03d.class" % i, "wb").write(data[:30 + i])
for folder in "good", "cut", "code", "all":
    with zipfile.ZipFile(folder + ".jar", "w") as jar:
        for name in sorted(os.listdir(folder)):
            jar.write(os.path.join(folder, name), name)
with zipfile.ZipFile("names.jar", "w") as jar:
    jar.write("good/Safe.class", "Safe.class")
    jar.write("good/Racy.class", "x\033[31m/Racy.class")
END
mkdir deep && cp -r good deep/a && ln -s nowhere deep/b.class
expect 10 "all can be read" phaselock check -q good.jar
for what in cut.jar cut; do
  for words in "check -q" "check -q --format jsonl" "check -q --format sarif" "check -q -j 2" "check" "lint -q" "lint" "batch -q -o out.jsonl" \
    "java -q -o models/" "java --list" "java --list -q" "dump --what sizes" "check -q -p race --class Safe" "lint -q --class Safe"; do
    rm -f out.jsonl
    expect 2 "$words $what" phaselock $words "$what"
    is "$words $what: a line about Odd" "$(grep -c "${what}[!/]Odd.class: .*byte" <<<"$err")" 1
  done
  expect 2 "check $what!Safe" phaselock check -p race --format jsonl "$what!Safe"
  says "check $what!Safe: it is decided" '"verdict":"safe"'
  expect 2 "explain $what!Racy" phaselock explain -p race -f a "$what!Racy"
  says "explain $what!Racy: it is decided" "VIOLATION  data race"
done
is "the same records as without it" "$("$PHASELOCK" check -q --format jsonl --class Racy cut.jar 2>/dev/null | sed 's/"ms.*//')" \
  "$("$PHASELOCK" check -q --format jsonl --class Racy good.jar | sed 's/"ms.*//')"
expect 2 "check --certificate" phaselock check -q --certificate safe.cert -p race --class Safe cut.jar
expect 2 "certify" phaselock certify 'cut.jar!Safe' safe.cert
says "certify: it is confirmed" "1 query"
expect 2 "a name that no class has" phaselock check -q names.jar
says "a name that no class has: says so" "1 entries have names that no class has"
is "a name that no class has: nothing of it is shown" "$(tr -cd '\033' <<<"$out$err" | wc -c)" 0
expect 2 "a link to nowhere below a folder" phaselock check -q deep
says "a link to nowhere: says so" "deep/b.class: error: No such file or directory [unreadable]"
says "a link to nowhere: the others are decided" "Racy: "

# More than are shown: the others are counted, and what is chosen is decided, or refused for its own reason.
expect 2 "120 classes that cannot be read" phaselock check -q all.jar
is "120 classes that cannot be read: fifty lines" "$(grep -c 'all.jar!B[0-9]*.class: error: ' <<<"$err")" 50
says "120 classes that cannot be read: and how many others" "all.jar: error: 70 further errors are not shown"
says "120 classes that cannot be read: the others are decided" "Racy: "

# Code: the class, and what inherits it, is not decided without it.
for what in code.jar code; do
  expect 2 "code, $what" phaselock check -q "$what"
  says "code, $what: the class is not decided" "class 'Odd' is not checked: the code of 'g' in class 'Odd' cannot be read [class-code]"
  says "code, $what: nor what inherits it" "class 'Under' is not checked: the code of 'g' in class 'Odd' cannot be read [class-code]"
  says "code, $what: others are" "Racy: "
  is "code, $what: nothing else is said about them" "$(grep -cE '^(Odd|Under):' <<<"$out")" 0
  expect 2 "code, $what, --class" phaselock check -q --class Odd "$what"
  is "code, $what, --class: no verdict" "$out" ""
  expect 2 "code, $what, batch" phaselock batch -q -o out.jsonl "$what"
  is "code, $what, batch: no record" "$(grep -cE '"model":"(Odd|Under)"' out.jsonl)" 0
  rm -f out.jsonl
done
# In a library they are looked into: a warning, and a note.
expect 0 "a library" phaselock check -p race --classpath cut.jar --class Safe good/Safe.class
done_testing
