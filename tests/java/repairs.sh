#!/usr/bin/env bash
# repairs.sh -- the repairs of all causes of classes/, made in the source, compiled and checked
# again: each keeps its promise, none makes another violation, and nearly all remove their cause.
# What becomes of them is the table in doc/explain.md.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac java python3
plain=$(plain_program); export PHASELOCK=${plain:-$PHASELOCK}
python3 "$java/repairs/repairs.py" --list "$java"/classes/*.java >list
ok "all sources were tried" test $? = 0
grep '^|' list | sed 's/^/# /'
ok "repairs: the table of doc/explain.md" diff <(sed -n '/^| repair | causes |/,/^| all |/p' "$SOURCE/doc/explain.md") <(grep '^|' list)
is "repairs: each compiles" "$(grep '^no Java' list)" ""
ok "repairs: one call instead of two" test "$(grep -c '	call	' list)" -gt 5
ok "repairs: the monitor of another object, by its name" test "$(grep -c '	named	' list)" -gt 10
is "repairs: no object without a name" "$(grep 'monitor of the' list)" ""
is "repairs: none breaks its promise" "$(grep '^broken promise' list)" ""
is "repairs: after none is all as it was" "$(grep '^stays' list)" ""
is "repairs: none makes another violation" "$(grep '^makes another' list)" ""
is "repairs: no method that is given its own object" "$(grep 'object also as argument.* synchronized' list)" ""
is "repairs: no lock that others cannot have" "$(grep -i "hold 'inside" list)" ""
is "repairs: no 'this' that is another object" "$(cut -f4 list | grep -E "old 'this'[^,]*, in \"[^\"]*, (another object|the object as)")" ""
done_testing
