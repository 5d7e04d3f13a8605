# Engines against each other and against a referee, on random models.
differential_sources = \
  tests/differential/case.c tests/differential/case.h \
  tests/differential/naive.c tests/differential/naive.h \
  tests/differential/objects.c tests/differential/objects.h \
  tests/differential/random_pa.c tests/differential/random_pa.h \
  tests/differential/shrink.c tests/differential/shrink.h \
  tests/differential/shrink_pa.c \
  tests/differential/soup.c tests/differential/soup.h \
  tests/differential/subject.c tests/differential/subject.h

check_PROGRAMS += tests/differential/differential tests/differential/shrinking
differential_libraries = libfamilies.la $(house_explain)
tests_differential_differential_SOURCES = tests/differential/differential.c \
  $(differential_sources)
tests_differential_differential_LDADD = $(differential_libraries)
tests_differential_shrinking_SOURCES = tests/differential/shrinking.c \
  $(differential_sources)
tests_differential_shrinking_LDADD = $(differential_libraries)

TESTS += tests/differential/differential tests/differential/shrinking \
  tests/differential/regressions.sh

# `make check-long' runs this for SECONDS, from SEED on.
SEED = 1
SECONDS = 600
.PHONY: check-differential check-mutations
check-differential: tests/differential/differential
	tests/differential/differential --seed=$(SEED) --seconds=$(SECONDS) --keep=tests/differential
check-long: check-differential

# Break each engine in small ways, and see that it is noticed.
check-mutations:
	$(AM_TESTS_ENVIRONMENT) bash $(srcdir)/tests/differential/mutate.sh

EXTRA_DIST += tests/differential/README.md tests/differential/regressions.sh \
  tests/differential/mutate.sh tests/differential/mutants tests/differential/regressions
