noinst_LTLIBRARIES += libwriter.la

libwriter_la_SOURCES = \
  java/writer/body.h \
  java/writer/declare.c \
  java/writer/emission.h \
  java/writer/emit.c \
  java/writer/frame.c \
  java/writer/frame.h \
  java/writer/initial.c \
  java/writer/initial.h \
  java/writer/value_slice.c \
  java/writer/value_slice.h \
  java/writer/steps.c \
  java/writer/writer.h \
  java/writer/guards.c \
  java/writer/guards.h \
  java/writer/java_model.h \
  java/writer/model_notes.c \
  java/writer/namings.c \
  java/writer/reduce.c \
  java/writer/roles.c \
  java/writer/roles.h \
  java/writer/sets.c \
  java/writer/sets.h \
  java/writer/sketch.c \
  java/writer/sketch.h

EXTRA_DIST += java/writer/README.md
