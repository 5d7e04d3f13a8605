noinst_LTLIBRARIES += libjava.la
libjava_la_SOURCES = \
  java/access.c \
  java/annotate.c java/annotate.h \
  java/constant.c \
  java/body.h java/reduce.c java/sketch.c java/sketch.h \
  java/call.c \
  java/callers.c java/callers.h \
  java/candidates.c \
  java/compose.c java/compose.h \
  java/emit.c \
  java/entries.c \
  java/escape.c \
  java/extraction.c java/extraction.h \
  java/finality.c java/finality.h \
  java/graph.c java/graph.h java/graph_paths.c java/graph_paths.h \
  java/guards.c java/guards.h \
  java/heap.c java/heap.h \
  java/instance.c \
  java/isolate.c java/isolate.h \
  java/interpret.c \
  java/java.c java/java.h \
  java/joins.c \
  java/lambda.c \
  java/library_tables.c java/library_tables.h java/library_types.def java/library_methods.def \
  java/library_call.c \
  java/lock_call.c \
  java/machine.h \
  java/monitor.c \
  java/naming.c \
  java/note.c \
  java/parameters.c java/parameters.h \
  java/rows.c \
  java/selection.c java/selection.h \
  java/sets.c java/sets.h \
  java/structure.c java/structure.h \
  java/counting.c java/kept.c java/start.c java/threads.c java/threads.h \
  java/throw.c \
  java/type.c \
  java/abstract_value.c java/abstract_value.h \
  java/listing.c java/listing.h \
  java/universe.c java/universe.h java/universe_parts.h \
  java/dispatch.c java/hierarchy.c java/places.c

EXTRA_DIST += java/README.md

include $(top_srcdir)/java/reader/local.mk
