noinst_LTLIBRARIES += liblocks.la

liblocks_la_SOURCES = \
  java/locks/acquisitions.c \
  java/locks/circle.h \
  java/locks/circle_model.c \
  java/locks/circle_names.c \
  java/locks/doubts.c \
  java/locks/edges.c \
  java/locks/equations.c \
  java/locks/escapes.c \
  java/locks/flow.c java/locks/flow.h java/locks/flow_calls.c java/locks/flow_fields.c \
  java/locks/flow_steps.c \
  java/locks/initialisers.c \
  java/locks/lock_circles.c java/locks/lock_circles.h \
  java/locks/lock_program.h \
  java/locks/lock_terms.c java/locks/lock_terms.h \
  java/locks/targets.c \
  java/locks/ways.c

EXTRA_DIST += java/locks/README.md
