noinst_LTLIBRARIES += libprogram.la

libprogram_la_SOURCES = \
  java/program/annotate.c java/program/annotate.h \
  java/program/callers.c java/program/callers.h \
  java/program/changed.c java/program/changed.h \
  java/program/finality.c java/program/finality.h \
  java/program/ignored.c java/program/ignored.h \
  java/program/java_program.h \
  java/program/library_tables.c java/program/library_tables.h \
  java/program/library_types.def java/program/library_methods.def \
  java/program/locking.c java/program/locking.h \
  java/program/naming.c java/program/naming.h \
  java/program/parameters.c java/program/parameters.h \
  java/program/universe.c java/program/universe.h java/program/universe_parts.h \
  java/program/dispatch.c java/program/hierarchy.c java/program/places.c

EXTRA_DIST += java/program/README.md
