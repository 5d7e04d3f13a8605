noinst_LTLIBRARIES += libwitness.la
libwitness_la_SOURCES = \
  src/witness/best.c src/witness/best.h \
  src/witness/find.c src/witness/find.h \
  src/witness/gather.c src/witness/gather.h \
  src/witness/interleave.c src/witness/interleave.h \
  src/witness/judge.c src/witness/judge.h \
  src/witness/local.c src/witness/local.h \
  src/witness/prefix.c src/witness/prefix.h \
  src/witness/replay.c src/witness/replay.h \
  src/witness/route.c src/witness/route.h \
  src/witness/schedule.c src/witness/schedule.h \
  src/witness/shorten.c src/witness/shorten.h \
  src/witness/story.c src/witness/story.h \
  src/witness/toll.c src/witness/toll.h \
  src/witness/witness.c src/witness/witness.h
EXTRA_DIST += src/witness/README.md
