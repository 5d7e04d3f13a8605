#!/usr/bin/env bash
# jars.sh -- jars: honest ones, and hostile ones.
source "$SOURCE/tests/lib/tap.sh"
list=$BUILD/tests/java/reader/list assemble=$BUILD/tests/java/reader/assemble
if ! command -v python3 >/dev/null; then
  skip "jars" "no python3"
  done_testing
  exit
fi
cd "$scratch" || exit
mkdir classes
for class in A B C; do
  printf 'class p/%s\nextends p/Base\nmethod public f ()V\n return\nend\n' "$class" >"$class.asm"
  "$assemble" "$class.asm" "classes/$class.class"
done
printf 'class p/Base\nextends java/lang/Object\n' >Base.asm
"$assemble" Base.asm classes/Base.class

cat >make.py <<'END'
import struct, sys, zipfile
read = lambda name: open("classes/%s.class" % name, "rb").read()
def jar(name, entries, how=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(name, "w", how) as out:
        for entry, data in entries:
            out.writestr(zipfile.ZipInfo(entry, (2020, 1, 1, 0, 0, 0)), data, how)
a = read("A")
jar("good.jar", [("META-INF/MANIFEST.MF", "Multi-Release: true\n"), ("p/A.class", a),
                 ("p/Base.class", read("Base")), ("META-INF/versions/11/p/A.class", b"later"),
                 ("lib/inner.jar", b"PK"), ("lib/other.jar", b"PK"), ("notes.txt", b"text")])
jar("stored.jar", [("p/A.class", a)], zipfile.ZIP_STORED)
jar("lib.jar", [("p/Base.class", read("Base"))])
jar("names.jar", [("../../etc/x.class", a), ("p/\033[31mA.class", a), ("/p/A.class", a), ("p/B.class", read("B"))])
jar("broken.jar", [("p/A.class", a[:40]), ("p/B.class", read("B"))])
jar("twice.jar", [("p/A.class", a), ("other/A.class", a)])
jar("empty.jar", [("readme", b"")])
jar("bomb.jar", [("p/Bomb.class", b"\0" * (65 << 20)), ("p/A.class", a)])
good = open("good.jar", "rb").read()
open("cut.jar", "wb").write(good[:len(good) // 2])
# A directory that claims ten megabytes for an entry of a few bytes, and one byte changed.
lie = bytearray(open("stored.jar", "rb").read())
at = lie.rfind(b"PK\1\2")
lie[at + 24:at + 28] = struct.pack("<I", 60 << 20)
open("lie.jar", "wb").write(lie)
flip = bytearray(open("stored.jar", "rb").read())
flip[flip.find(b"\xca\xfe\xba\xbe") + 12] ^= 1
open("flip.jar", "wb").write(flip)
END
python3 make.py

said () { grep -qF -- "$1" <<<"$err"; tap_result $? "... and says: $1"; [ -n "${err##*"$1"*}" ] && sed 's/^/# /' <<<"$err"; }
expect 2 "a file that is no archive" "$list" make.py.jar
expect 0 "a jar" "$list" good.jar
ok "base entries of a multi-release jar" test "$out" = "p.A extends p.Base (given)
p.Base extends java.lang.Object (unknown)"
said "2 jar(s) inside this one are not looked into [jar-in-jar]"
expect 0 "entries that are stored" "$list" stored.jar
expect 0 "a jar as a library" "$list" --library lib.jar classes/A.class
ok "the super class is found in it" test "$out" = "p.A extends p.Base (classpath)"
expect 0 "names of entries that lead elsewhere" "$list" names.jar
ok "only the harmless one counts" test "$out" = "p.B extends p.Base (unknown)"
said "3 entries have names that no class has"
expect 0 "a broken class among good ones" "$list" broken.jar
said "broken.jar!p/A.class: byte"
ok "the good one is there" test "$out" = "p.B extends p.Base (unknown)"
expect 0 "a class twice" "$list" twice.jar
said "class p.A is also in twice.jar!"
expect 2 "a jar without classes" "$list" empty.jar
expect 0 "an entry that inflates to 65 MiB" "$list" bomb.jar
said "bomb.jar!p/Bomb.class: larger than 64 MiB [jar-too-large]"
expect 2 "half a jar" "$list" cut.jar
said "[jar-unreadable]"
expect 2 "an entry that claims more than it can inflate to" "$list" lie.jar
said "it claims more bytes than it can inflate to [jar-entry]"
expect 2 "an entry with a byte changed" "$list" flip.jar
said "it cannot be inflated"
expect 2 "a file that does not exist" "$list" nowhere.jar
said "nowhere.jar: No such file or directory [unreadable]"
done_testing
