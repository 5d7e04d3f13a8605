# includes.awk -- the include graph of the rooms: which edges point the wrong way?
#
#     awk -f includes.awk rooms FILE...
#
# Reads the table `rooms', then sources; prints FILE:LINE: and what is wrong with an
# include that the table does not allow, that is not spelt from the root of its
# folder, or that closes a cycle among files.

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
  } else if (index(below[from], " " to " ") == 0) {
    print FILENAME ":" FNR ": " from " may not include " to " (\"" name "\")"
    bad = 1
  }
  if (target in file)
    edge[FILENAME, ++includes[FILENAME]] = target
}
END {
  for (path in includes)
    visit(path, "")
  exit bad
}
