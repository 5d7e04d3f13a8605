#!/usr/bin/env bash
# javap.sh -- our decoder agrees with javap on every instruction of real classes, and on
# one class of the assembler that has what javac no longer writes.
source "$SOURCE/tests/lib/tap.sh"
list=$BUILD/tests/java/reader/list assemble=$BUILD/tests/java/reader/assemble
if ! command -v javap >/dev/null || ! command -v python3 >/dev/null; then
  skip "decoding as javap does" "no javap, or no python3"
  done_testing
  exit
fi

# From what `javap -c -p' prints: offset, plain name and operands of each instruction.
cat >"$scratch/plain.py" <<'END'
import re, sys
names = {"sipush": "bipush", "ldc_w": "ldc", "goto_w": "goto", "jsr_w": "jsr"}
switch = None
for line in sys.stdin:
    if switch:
        if "}" in line:
            print(*switch); switch = None
        else:
            switch.append(line.split(":")[1].strip())
        continue
    found = re.match(r"\s+(\d+): (\w+)\s*([^/{]*)(\{?)", line)
    if not found:
        continue
    pc, name, rest, brace = found.groups()
    words = re.findall(r"-?\d+", rest)
    if brace:
        switch = [pc, name.upper()]
        continue
    short = re.match(r"([aildf](?:load|store))_(\d)$", name)
    if short:
        name, words = short.group(1), [short.group(2)]
    elif re.match(r"iconst_", name):
        words = [name[7:].replace("m1", "-1")]
        name = "bipush"
    elif re.match(r"([aildf](load|store)|iinc|ret)_w$", name):
        name = name[:-2]
    name = names.get(name, name)
    if name == "newarray":
        types = ["boolean", "char", "float", "double", "byte", "short", "int", "long"]
        words = [str(4 + types.index(rest.strip()))]
    if name in ("invokeinterface", "invokedynamic"):
        words = words[:1]
    jumps = name in ("goto", "jsr") or name.startswith("if")
    print(pc, name.upper(), *(words if jumps else (words + ["0", "0"])[:2]))
END
agrees () { # CLASS-FILE...
  javap -c -p "$@" | python3 "$scratch/plain.py" >"$scratch/theirs"
  local file
  for file in "$@"; do "$list" --code "$file"; done | cut -d' ' -f3- >"$scratch/ours" || return
  [ -s "$scratch/ours" ] && diff "$scratch/theirs" "$scratch/ours"
}

cat >"$scratch/Odd.asm" <<'END'
version 49
class public Odd
method public f ()V
  locals 400
  jsr sub
  goto_w far
sub:
  wide astore 300
  wide iinc 301 -700
  wide ret 300
far:
  jsr_w sub
  iload 4
  tableswitch -2 sub far sub far
  iload 5
  lookupswitch -100:sub 7:far far
  multianewarray [[[J 2
  pop
  return
end
END
"$assemble" "$scratch/Odd.asm" "$scratch/Odd.class"
ok "jsr, ret, wide, switches" agrees "$scratch/Odd.class"

if java --list-modules >/dev/null 2>&1 && command -v jimage >/dev/null; then
  modules=$(dirname "$(dirname "$(readlink -f "$(command -v javap)")")")/lib/modules
  jimage extract --dir "$scratch/jdk" --include 'regex:/java.base/java/util/[A-D][A-Za-z]*.class,regex:/java.base/java/math/.*' \
    "$modules" >/dev/null
  mapfile -t classes < <(find "$scratch/jdk" -name '*.class' | LC_ALL=C sort)
  ok "there are classes of the JDK" test ${#classes[@]} -gt 30
  ok "${#classes[@]} classes of the JDK" agrees "${classes[@]}"
else
  skip "classes of the JDK" "no JDK with jimage"
fi
done_testing
