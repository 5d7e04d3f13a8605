# order.awk -- is the order of events in a trace a possible one?
#
#     awk -f order.awk FILE
#
# A lock has one holder at a time, and its holder releases it; nobody does anything
# before being forked or after being joined; each event has a location.  Units nest.
BEGIN { FS = "|" }
function wrong(what) { print FILENAME ":" FNR ": " what ": " $0; bad = 1 }
NF != 3 || $3 == "" { wrong("no event"); next }
{
  thread = $1
  op = $2; sub(/\(.*/, "", op)
  object = $2; sub(/^[^(]*\(?/, "", object); sub(/\)$/, "", object)
  if (FNR == 1) forked[thread] = 1
  if (!(thread in forked)) wrong("not forked")
  if (thread in joined) wrong("joined already")
  if (op == "fork") { if (object in forked) wrong("forked twice"); forked[object] = 1 }
  else if (op == "join") { if (!(object in forked)) wrong("never forked"); joined[object] = 1 }
  else if (op == "acq") { if (object in holder) wrong("held by " holder[object]); holder[object] = thread }
  else if (op == "rel") { if (holder[object] != thread) wrong("not held"); delete holder[object] }
  else if (op == "begin" || op == "enter") depth[thread]++
  else if (op == "end" || op == "exit") { if (depth[thread]-- <= 0) wrong("no unit") }
  else if (op != "r" && op != "w" && op != "new") wrong("unknown")
}
END { if (FNR == 0) { print "no events"; bad = 1 } exit bad }
