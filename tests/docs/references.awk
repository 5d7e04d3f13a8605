# references.awk -- what comments and documents refer to, and whether it is there.
#
#     awk -f references.awk PATHS KEYS SECTIONS ALLOWED FILE...
#
# The first four files have one word in a line: all paths of the project, the keys
# of references.bib, the sections of the theory, and names of files that need not
# exist.  Of the others comments are read (of *.md all of it), and for each
# reference that leads nowhere a line is printed: PATH:LINE: what is wrong.
# Paths are relative to the root, where this has to run.

FNR == 1 { number++; in_comment = 0 }
number == 1 { path[$0] = 1; name = $0; sub (/.*\//, "", name); same_name[name]++; next }
number == 2 { key[$0] = 1; next }
number == 3 { section[$0] = 1; next }
number == 4 { allowed[$0] = 1; next }

FNR == 1 {
  folder = FILENAME
  if (!sub (/\/[^\/]*$/, "", folder)) folder = "."
  kind = FILENAME
  sub (/.*\./, "", kind)
}

{
  text = kind == "md" ? document($0) : kind == "sh" ? shell_comment($0) : c_comment($0)
  # An example in a document may begin with `// NAME', which makes it that file.
  if (kind == "md" && match ($0, /^    \/\/ [A-Za-z]+\.(eml|pa|c)/))
    made[FILENAME, substr ($0, 8, RLENGTH - 7)] = 1
  if (text == "") next
  check_keys(text)
  check_sections(text)
  check_files(text)
}

# A line of a document; of a link the target counts, not how it is called.
function document(line) {
  gsub (/\[[^\]\[]*\]\(/, "(", line)
  return line
}

function shell_comment(line) {
  return line ~ /^ *#([^!]|$)/ ? line : ""
}

# The comments of one line of C; literals are skipped.
function c_comment(line,   found, at) {
  found = ""
  while (line != "") {
    if (in_comment) {
      at = index (line, "*/")
      found = found " " (at ? substr (line, 1, at - 1) : line)
      if (!at) return found
      line = substr (line, at + 2)
      in_comment = 0
      continue
    }
    if (!match (line, /"|'|\/\*|\/\//)) return found
    if (substr (line, RSTART, 2) == "//") return found " " substr (line, RSTART + 2)
    if (substr (line, RSTART, 2) == "/*") {
      in_comment = 1
      line = substr (line, RSTART + 2)
    } else if (match (line, /"([^"\\]|\\.)*"|'([^'\\]|\\.)+'/)) {
      line = substr (line, RSTART + RLENGTH)
    } else
      return found
  }
  return found
}

function report(what) { print FILENAME ":" FNR ": " what }

# Does TEXT, before and after the LENGTH characters from AT on, go on with a word?
function is_whole(text, at, length_) {
  return (at == 1 || substr (text, at - 1, 1) !~ /[A-Za-z0-9_]/) \
         && substr (text, at + length_, 1) !~ /[A-Za-z0-9_]/
}

# SPIN09, KahlonGupta2007, and [Name 2007]: letters and a year.
function check_keys(text,   word, at) {
  at = 1
  while (match (substr (text, at), /[A-Z][A-Z]+[0-9][0-9]|[A-Z][A-Za-z]*[a-z](19|20)[0-9][0-9]/)) {
    at += RSTART - 1
    word = substr (text, at, RLENGTH)
    if (is_whole(text, at, RLENGTH) && !(word in key)) report("no key " word)
    at += RLENGTH
  }
  if (match (text, /\[[A-Z][A-Za-z]+ (19|20)[0-9][0-9]/))
    report("not a key: " substr (text, RSTART + 1, RLENGTH - 1))
}

# 5l, and section 4 or 3 after theory.md.
function check_sections(text,   at, word) {
  at = 1
  while (match (substr (text, at), /5[a-z]/)) {
    at += RSTART - 1
    word = substr (text, at, 2)
    if (is_whole(text, at, 2) && substr (text, at - 1, 1) !~ /[.,%-]/ \
        && !(word in section)) report("no section " word)
    at += 2
  }
  if (match (text, /theory\.md\)?,? (section )?[0-9]+/)) {
    word = substr (text, RSTART, RLENGTH)
    sub (/.* /, "", word)
    if (!(word in section)) report("no section " word " of theory.md")
  }
  if (text ~ /THEORY [0-9]/) report("THEORY: theory.md")
}

function check_files(text,   at, name, before) {
  at = 1
  while (match (substr (text, at), /[A-Za-z0-9_.\/*-]*[A-Za-z0-9_*]\.(c|h|md|sh|pa|eml)/)) {
    at += RSTART - 1
    name = substr (text, at, RLENGTH)
    before = at > 1 ? substr (text, at - 1, 1) : ""
    # <bdd.h> is the system's; $folder/x.eml and {a,b}.c are not names.
    if (before !~ /[<$}A-Za-z0-9_]/ \
        && substr (text, at + RLENGTH, 2) !~ /^([A-Za-z0-9_]|\.[a-z])/ && !is_there(name))
      report("no file " name)
    at += RLENGTH
  }
}

function is_there(name,   tail, pattern, p, count) {
  tail = name
  sub (/.*\//, "", tail)
  if ((name in allowed) || (tail in allowed) || ((FILENAME, name) in made)) return 1
  if (index (name, "*")) {
    pattern = name
    gsub (/\./, "\\.", pattern)
    gsub (/\*/, "[^/]*", pattern)
    for (p in path) if (p ~ "(^|/)" pattern "$") return 1
    return 0
  }
  tail = folder "/" name
  while (sub (/\/\.\//, "/", tail) || sub (/[^\/]+\/\.\.\//, "", tail)) ;
  sub (/^\.\//, "", tail)
  sub (/^\.\//, "", name)
  if ((name in path) || (tail in path)) return 1
  if (!index (name, "/")) return same_name[name] == 1
  tail = "/" name
  for (p in path)
    count += substr (p, length (p) - length (tail) + 1) == tail
  return count == 1
}
