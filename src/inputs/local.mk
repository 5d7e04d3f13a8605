noinst_LTLIBRARIES += libinputs.la
libinputs_la_SOURCES = \
  src/inputs/changed_files.c src/inputs/changed_files.h \
  src/inputs/front_eml.c \
  src/inputs/front_java.c \
  src/inputs/front_llvm.c \
  src/inputs/front_end.h src/inputs/front_ends.def \
  src/inputs/inputs.c src/inputs/inputs.h \
  src/inputs/streams.c
EXTRA_DIST += src/inputs/README.md
