#!/usr/bin/env bash
# ranks.sh -- which findings come first, and that the command below a cause shows it.
#
# The order of the findings of ranks/Ranks.java was argued by hand.  What a lock is missing for,
# or is released for too early, comes first, by what it costs: nothing moves any more (deadlock), a map that
# is locked elsewhere is read while it is rehashed, what was there is null when it is used, an update is lost, two values do not belong together.  `other' is
# an old value, or a flag that changes between two looks at it.  What is `minor' is usually meant, or harms nobody.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac python3

mkdir classes
ok "javac" javac -g -nowarn -d classes "$java/ranks/Ranks.java"
"$PHASELOCK" check --format jsonl classes >found.jsonl 2>/dev/null
cat >wanted <<'END'
deadlock - deadlock - | deadlock of Accounts.a, Accounts.b
null-used - 2 Ended.pool | missing this in Ended.evict()
half-locked - race Half.names[] | missing this in Half.find(String)
half-locked - race Shared.looked | missing Shared.lock in Shared.look()
half-locked - 2 Tested.task | missing this in Tested.use()
deadlock-if - deadlock - | deadlock of Peer, Peer
lost-update - 1 Cut.count | released this in Cut.add(int)
lost-update - 1 Joined.lines | released this in Joined.join(Joined)
lost-update - 1 Shared.looked | missing Shared.lock in Shared.look()
torn-pair - 11 Cut.count,Cut.sum | released this in Cut.both()
torn-pair - 12 Cut.count,Cut.sum | released this in Cut.both()
torn-pair - 10 Pairs.low,Pairs.high | released this in Pairs.range(int, int)
torn-pair - 6 Pairs.low,Pairs.high | released this in Pairs.range(int, int)
other - race Cells.cells[] | missing this in Cells.find(int)
other - 1 Cleared.n | missing this in Cleared.clear()
other - race Cleared.n | missing this in Cleared.clear()
other - race Half.size | missing this in Half.getSize()
other - 2 Looked.now | missing this in Looked.differs()
other - 2 Loose.token | missing this in Loose.next()
other - race Loose.token | missing this in Loose.parse()
other - race Tested.task | missing this in Tested.use()
other - race Wrapper.inner | missing this in Wrapper.wrap(Runner)
minor closing 1 Closed.open | unguarded Closed.open
minor closing race Closed.open | unguarded Closed.open
minor configuration 11 Configured.url,Configured.port | missing this in Configured.init()
minor configuration 6 Configured.url,Configured.port | unlocked in Configured.init()
minor configuration 9 Configured.url,Configured.port | missing this in Configured.init()
minor configuration race Configured.port | missing this in Configured.init()
minor configuration race Configured.url | missing this in Configured.init()
minor description race Hashed.key | missing this in Hashed.hashCode()
minor description 11 Shown.a,Shown.b | missing this in Shown.toString()
minor description 9 Shown.a,Shown.b | missing this in Shown.toString()
minor description race Shown.a | missing this in Shown.toString()
minor description race Shown.b | missing this in Shown.toString()
minor flag 2 Flagged.waiting[] | missing this in Flagged.finish()
minor flag 21 Flagged.done,Flagged.waiting[] | released this in Flagged.finish()
minor flag race Flagged.waiting[] | missing this in Flagged.finish()
minor inner-method 1 Marked.marks | missing this in Marked.mark()
minor inner-method race Marked.marks | missing this in Marked.mark()
minor iterator race Chain.length | missing this in ChainItr.hasNext()
minor iterator race Listed.list[] | missing this in Listed.iterator()
minor life-cycle race Ended.pool | missing this in Ended.evict()
minor life-cycle 1 Rest.ready | missing this in Rest.close()
minor life-cycle 2 Rest.ready | missing this in Rest.close()
minor life-cycle race Rest.number | missing this in Rest.start()
minor life-cycle race Rest.ready | missing this in Rest.close()
minor no-lock 1 Free.n | unguarded Free.n
minor no-lock 1 Free.on | unguarded Free.on
minor no-lock race Free.n | unguarded Free.n
minor outside 11 Steps.left,Steps.right | released this in Walker.walk(Steps), the object as argument 1
minor same-argument 2 Joined.lines | released this in Joined.join(Joined), the object also as argument 1
minor setter-getter race Half.level | missing this in Half.getLevel()
minor statistics race Half.shown | missing this in Half.getShownCount()
END
ok "thirty findings and more" test "$(wc -l <wanted)" -ge 30
ok "the order that was argued" diff wanted <(python3 "$java/ranks.py" <found.jsonl)

# The summary has the first causes in that order, those that are worth it by their kind, and counts the others.
expect 10 "the summary" "$PHASELOCK" check classes
says "the first" ' 1. Accounts: deadlock: '
says "one that is locked elsewhere" "race ('this' is held at 3 of 4 places) of names[]: 'this' is missing in find(String)"
says "the others by rank" '25 more causes: 7 others, 18 minor ones.'
is "of each kind that is worth it" "$(grep -c '^  phaselock explain --class' <<<"$out")" 6
is "ten, by their numbers" "$(grep -Eo '^ ?[0-9]+\. ' <<<"$out" | tr -d ' \n')" 1.2.3.4.5.6.7.8.9.10.
says "the others in a line" ' 7. Cut: lost update of count'
says "how to see one of them" 'phaselock explain --cause 7 classes'
says "what a deadlock takes for granted" "Only if 'to' of the first is 'this' of the second, and "
says "no exchange of locks helps a method that meets itself" "Take 'to' and 'this' in one order, whichever is which"
says "what is null when it is used" "Ended: unrepeatable read (it may be null by then) of pool: 'this' is missing in evict()"

# If they are few, all are shown; if there are more and none is worth it, a line for each.
mkdir few weak
cp classes/Rest.class classes/Hashed.class few
expect 10 "few causes" "$PHASELOCK" check few
is "all of them" "$(grep -c '^  phaselock explain' <<<"$out")" "$(grep -Eo '^[0-9]+ causes' <<<"$out" | cut -d' ' -f1)"
cp classes/{Rest,Configured,Closed,Hashed,Shown,Free,Listed,Wrapper,Looked,Loose,Cells}.class weak
expect 10 "weak causes only" "$PHASELOCK" check weak
is "none of them with a command" "$(grep -c '^  phaselock explain --class' <<<"$out")" 0
says "why" "none of which is likely to matter:"

# commands NAME ARGUMENTS...: the first command below each cause shows the interleaving that check shows.  Some
# hundred runs, which the build without sanitizers makes in a fifth of the time.
program=$(plain_program)
[ -n "$program" ] || program=$PHASELOCK
commands () {
  local name=$1 line text one wanted=; shift
  text=$("$program" check "$@" 2>/dev/null)
  while IFS= read -r line; do
    case $line in
      Cause*|One\ cause,*) wanted=1; continue ;;
      '  phaselock explain '*) [ -n "$wanted" ] || continue ;;
      *) continue ;;
    esac
    wanted= tried=$((tried + 1))
    one=$(eval "\"\$program\" ${line#  phaselock }" 2>/dev/null | sed '/^Because/,$d')
    [[ -n $one && $text == *"$one"* ]] || echo "$name: $line" >>wrong
  done <<<"$text"
}
tried=0
: >wrong
for class in $("$PHASELOCK" java --list classes | awk '$1 == "check" { print $2 }'); do
  commands "$class" --class "$class" classes
done
for folder in classes shown; do
  mkdir "$folder.d"
  ok "javac: $folder" javac -g -nowarn -d "$folder.d" $(find "$java/$folder" -name '*.java')
  for class in $("$PHASELOCK" java --list "$folder.d" 2>/dev/null | awk '$1 == "check" { print $2 }'); do
    commands "$class" --class "$class" "$folder.d"
  done
done
for model in "$SOURCE"/models/examples/*.eml; do
  commands "$model" "$model"
done
ok "commands were tried" test "$tried" -ge 100
is "each shows its cause" "$(cat wrong)" ""
done_testing
