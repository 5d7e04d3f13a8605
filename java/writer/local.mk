noinst_LTLIBRARIES += libwriter.la

libwriter_la_SOURCES = \
  java/writer/body.h \
  java/writer/compose.c \
  java/writer/compose.h \
  java/writer/emit.c \
  java/writer/writer.h \
  java/writer/guards.c \
  java/writer/guards.h \
  java/writer/java_model.h \
  java/writer/listing.c \
  java/writer/listing.h \
  java/writer/model_notes.c \
  java/writer/reduce.c \
  java/writer/sets.c \
  java/writer/sets.h \
  java/writer/sketch.c \
  java/writer/sketch.h \
  java/writer/structure.c \
  java/writer/structure.h

EXTRA_DIST += java/writer/README.md
