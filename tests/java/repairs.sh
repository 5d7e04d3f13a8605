#!/usr/bin/env bash
# repairs.sh -- the repairs of all causes of classes/, made in the source, compiled and checked
# again: each that can be made by a program keeps its promise, and nearly all remove their cause.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac java python3
plain=$(plain_program); export PHASELOCK=${plain:-$PHASELOCK}
python3 "$java/repairs/repairs.py" --list "$java"/classes/*.java >list
ok "all sources were tried" test $? = 0
grep '^|' list | sed 's/^/# /'
# how OUTCOME: how many
how () { grep -c "^$1" list; }
ok "repairs: there are enough" test "$(how '[a-z]')" -gt 150
ok "repairs: most remove their cause" test "$(how removed)" -gt 140
is "repairs: each compiles" "$(grep '^no Java' list)" ""
ok "repairs: one call instead of two" test "$(grep -c '	call	' list)" -gt 5
ok "repairs: the monitor of another object, by its name" test "$(grep -c '	named	' list)" -gt 10
is "repairs: no object without a name" "$(grep 'monitor of the' list)" ""
is "repairs: none breaks its promise" "$(grep '^broken promise' list)" ""
is "repairs: after none is all as it was" "$(grep '^stays' list)" ""
ok "repairs: few make another cause" test "$(how 'makes another')" -lt 12
is "repairs: no lock that others cannot have" "$(grep -i "hold 'inside" list)" ""
is "repairs: no 'this' that is another object" "$(cut -f4 list | grep -E "old 'this'[^,]*, in \"[^\"]*, (another object|the object as)")" ""
done_testing
