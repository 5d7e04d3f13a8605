# embed.awk -- the .pa files named on the command line, as a table in C.
#
#     awk -f embed.awk strict.pa complete.pa >shipped.c
#
# One string constant a line; the name of a set is that of its file.

function close_text() { if (open) print "  },"; open = 0 }

BEGIN {
  print "/* Made by embed.awk from the .pa files: change those. */"
  print "#include <config.h>\n"
  print "#include \"phaseauto/read.h\"\n"
  print "const struct pa_shipped pa_shipped[] = {"
}

FNR == 1 {
  close_text()
  name = FILENAME
  sub(/^.*\//, "", name)
  sub(/\.pa$/, "", name)
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
