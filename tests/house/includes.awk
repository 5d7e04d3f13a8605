# includes.awk -- the include graph of the rooms: which edges point the wrong way?
#
#     awk -f includes.awk rooms FILE...
#
# Reads the table `rooms', then sources; prints FILE:LINE: and what is wrong with an
# include that the table does not allow, that is not spelt from the root of its
# folder, or that closes a cycle among files.  A struct that is declared and not defined
# counts as an include of the room that defines it.

function folder(path) { sub(/\/[^\/]*$/, "", path); return path }

# The room that PATH is in: the longest folder of the table above it.
function room(path,   f) {
  for (f = folder(path); f != ""; f = (f ~ /\//) ? folder(f) : "")
    if (f in below)
      return f
  return ""
}

# "base/arena.h" is src/base/arena.h, "wpds/pds.h" is itself.
function where(name) { return ("src/" name) in file ? "src/" name : name }

function visit(path, trail,   i, n, next_file) {
  if (state[path] == 2)
    return
  if (state[path] == 1) {
    print "cycle: " trail path
    bad = 1
    return
  }
  state[path] = 1
  n = includes[path]
  for (i = 1; i <= n; i++)
    visit(edge[path, i], trail path " -> ")
  state[path] = 2
}

FNR == NR {
  if ($0 !~ /^#/ && NF > 2) {
    below[$1] = " " $1 " "
    for (i = 3; i <= NF; i++)
      below[$1] = below[$1] $i " "
  }
  next
}
FNR == 1 && !listed {
  listed = 1
  for (i = 2; i < ARGC; i++)
    file[ARGV[i]] = 1
}
/^# *include +"/ {
  name = $0
  sub(/^[^"]*"/, "", name)
  sub(/".*/, "", name)
  target = where(name)
  from = room(FILENAME)
  to = room(target)
  if (to == "") {
    print FILENAME ":" FNR ": \"" name "\" is spelt from no room"
    bad = 1
  } else if (index(below[from], " " to " ") == 0 && index(below[from], " " target " ") == 0) {
    print FILENAME ":" FNR ": " from " may not include " to " (\"" name "\")"
    bad = 1
  }
  if (target in file)
    edge[FILENAME, ++includes[FILENAME]] = target
}
$0 == "{" && before ~ /^struct [a-z0-9_]+$/ {
  name = substr(before, 8)
  defined[name] = defined[name] " " room(FILENAME) " "
}
/^ *struct [a-z0-9_]+;/ {
  name = $2
  sub(/;.*/, "", name)
  declared[++declarations] = name
  declared_at[declarations] = FILENAME ":" FNR
  declared_in[declarations] = room(FILENAME)
}
{ before = $0; sub(/ *\/\*.*/, "", before) }
END {
  for (d = 1; d <= declarations; d++) {
    n = split(defined[declared[d]], homes, " ")
    fine = n == 0
    for (i = 1; i <= n; i++)
      fine = fine || index(below[declared_in[d]], " " homes[i] " ") > 0
    if (!fine) {
      print declared_at[d] ": " declared_in[d] " may not know struct " declared[d] " of " homes[1]
      bad = 1
    }
  }
  for (path in includes)
    visit(path, "")
  exit bad
}
