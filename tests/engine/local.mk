# Engines: how one is added, without touching anything but its file and one line.
check_PROGRAMS += tests/engine/toy
TESTS += tests/engine/toy
tests_engine_toy_SOURCES = tests/engine/toy.c tests/engine/toy_engine.c \
  tests/engine/with_toy.c tests/engine/with_toy.def
tests_engine_toy_CPPFLAGS = $(AM_CPPFLAGS) -DENGINE_TABLE='"tests/engine/with_toy.def"'
tests_engine_toy_LDADD = libfamilies.la $(house_witness)
EXTRA_DIST += tests/engine/README.md

# Races and deadlocks.
check_PROGRAMS += tests/engine/meetings
TESTS += tests/engine/meetings
tests_engine_meetings_SOURCES = tests/engine/meetings.c \
  tests/differential/naive.c tests/differential/naive.h
tests_engine_meetings_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests/differential
tests_engine_meetings_LDADD = libfamilies.la $(house_witness)

# A clock that runs out at the n-th look.
check_PROGRAMS += tests/engine/interrupts
TESTS += tests/engine/interrupts
tests_engine_interrupts_SOURCES = tests/engine/interrupts.c
tests_engine_interrupts_LDADD = libfamilies.la $(house_witness)

# Violations that need no search.
check_PROGRAMS += tests/engine/tracks
TESTS += tests/engine/tracks
tests_engine_tracks_SOURCES = tests/engine/tracks.c
tests_engine_tracks_LDADD = libfamilies.la $(house_witness)
