# Engines against each other and against a referee, on random models.
differential_sources = \
  tests/differential/case.c tests/differential/case.h \
  tests/differential/naive.c tests/differential/naive.h \
  tests/differential/random_pa.c tests/differential/random_pa.h \
  tests/differential/shrink.c tests/differential/shrink.h \
  tests/differential/shrink_pa.c \
  tests/differential/subject.c tests/differential/subject.h \
  src/decide.c src/decide.h src/engine.h src/engine_bdd.c \
  src/query.c src/query.h src/verdict.c src/verdict.h

check_PROGRAMS += tests/differential/differential
tests_differential_differential_SOURCES = tests/differential/differential.c \
  $(differential_sources)
tests_differential_differential_LDADD = libfamilies.la libphaselock.la $(XXHASH_LIBS)

TESTS += tests/differential/differential
