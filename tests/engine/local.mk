# Engines: how one is added, without touching anything but its file and one line.
check_PROGRAMS += tests/engine/toy
TESTS += tests/engine/toy
tests_engine_toy_SOURCES = tests/engine/toy.c tests/engine/toy_engine.c \
  tests/engine/with_toy.c tests/engine/with_toy.def
tests_engine_toy_CPPFLAGS = $(AM_CPPFLAGS) -DENGINE_TABLE='"tests/engine/with_toy.def"'
tests_engine_toy_LDADD = libfamilies.la $(house_witness)
EXTRA_DIST += tests/engine/README.md
