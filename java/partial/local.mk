noinst_LTLIBRARIES += libpartial.la

libpartial_la_SOURCES = \
  java/partial/accesses.c \
  java/partial/building.c \
  java/partial/calls.c \
  java/partial/client_entries.c \
  java/partial/client_entries.h \
  java/partial/clients.c \
  java/partial/concurrency.c \
  java/partial/containers.c \
  java/partial/evaluation.h \
  java/partial/guards.c \
  java/partial/handles.c \
  java/partial/harmless.c \
  java/partial/initialisers.c \
  java/partial/instructions.c \
  java/partial/library.c \
  java/partial/maps.c \
  java/partial/numbers.c \
  java/partial/objects.c \
  java/partial/partial.h \
  java/partial/processes.c \
  java/partial/stamps.c \
  java/partial/states.c \
  java/partial/synchronizers.c \
  java/partial/synchronizers.def

EXTRA_DIST += java/partial/README.md
