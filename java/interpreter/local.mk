noinst_LTLIBRARIES += libinterpreter.la

libinterpreter_la_SOURCES = \
  java/interpreter/abstract_value.c \
  java/interpreter/abstract_value.h \
  java/interpreter/access.c \
  java/interpreter/accounting.c \
  java/interpreter/agenda.c \
  java/interpreter/agenda.h \
  java/interpreter/aliases.c \
  java/interpreter/call.c \
  java/interpreter/client.h \
  java/interpreter/constant.c \
  java/interpreter/counting.c \
  java/interpreter/entries.c \
  java/interpreter/entries.h \
  java/interpreter/escape.c \
  java/interpreter/extraction.c \
  java/interpreter/extraction.h \
  java/interpreter/formulas.c \
  java/interpreter/formulas.h \
  java/interpreter/graph.c \
  java/interpreter/graph.h \
  java/interpreter/graph_paths.c \
  java/interpreter/graph_paths.h \
  java/interpreter/heap.c \
  java/interpreter/heap.h \
  java/interpreter/instance.c \
  java/interpreter/interpret.c \
  java/interpreter/java_note.h \
  java/interpreter/join_loops.c \
  java/interpreter/joins.c \
  java/interpreter/kept.c \
  java/interpreter/lambda.c \
  java/interpreter/library_call.c \
  java/interpreter/library_contents.c \
  java/interpreter/lock_call.c \
  java/interpreter/loop_units.c \
  java/interpreter/loop_units.h \
  java/interpreter/machine.h \
  java/interpreter/monitor.c \
  java/interpreter/note.c \
  java/interpreter/outside.c \
  java/interpreter/ownership.c \
  java/interpreter/ownership.h \
  java/interpreter/publication.c \
  java/interpreter/reckoning.c \
  java/interpreter/reckoning.h \
  java/interpreter/reflective.c \
  java/interpreter/rows.c \
  java/interpreter/rows.h \
  java/interpreter/selection.c \
  java/interpreter/selection.h \
  java/interpreter/settled.c \
  java/interpreter/sites.c \
  java/interpreter/start.c \
  java/interpreter/stored.c \
  java/interpreter/threads.c \
  java/interpreter/threads.h \
  java/interpreter/throw.c \
  java/interpreter/type.c \
  java/interpreter/valuation.c

EXTRA_DIST += java/interpreter/README.md
