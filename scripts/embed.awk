# embed.awk -- make a table of texts in C from the files named on the command line.
#
#     awk -v table=pa_shipped -v header=phaseauto/read_automata.h -f embed.awk a.pa b.pa >c
#
# The table is an array of `struct TABLE', a name and a text, which HEADER declares; null
# pointers end it.  Each line becomes one string constant.  A text is named like its
# file, without folder and extension.

function close_text() { if (open) print "  },"; open = 0 }

BEGIN {
  print "/* Made by embed.awk: change the files that it was made from instead. */"
  print "#include <config.h>\n"
  printf "#include \"%s\"\n\n", header
  printf "const struct %s %s[] = {\n", table, table
}

FNR == 1 {
  close_text()
  name = FILENAME
  sub(/^.*\//, "", name)
  sub(/\.[a-z]*$/, "", name)
  printf "  { \"%s\",\n", name
  open = 1
}

{
  gsub(/["\\?]/, "\\\\&")
  printf "    \"%s\\n\"\n", $0
}

END {
  close_text()
  print "  { NULL, NULL }\n};"
}
