# Property-directed reachability.
if CADICAL
check_PROGRAMS += tests/ic3/large tests/ic3/pdr tests/ic3/unfolding
TESTS += tests/ic3/large tests/ic3/pdr tests/ic3/unfolding
tests_ic3_large_SOURCES = tests/ic3/large.c tests/ic3/systems.c tests/ic3/systems.h \
  tests/base/random.h
tests_ic3_large_LDADD = $(house_engine)
tests_ic3_pdr_SOURCES = tests/ic3/pdr.c tests/ic3/systems.c tests/ic3/systems.h \
  tests/base/random.h
tests_ic3_pdr_LDADD = $(house_engine)
tests_ic3_unfolding_SOURCES = tests/ic3/unfolding.c tests/ic3/systems.c tests/ic3/systems.h \
  tests/base/random.h
tests_ic3_unfolding_LDADD = $(house_engine)
check_PROGRAMS += tests/ic3/movers
TESTS += tests/ic3/movers
tests_ic3_movers_SOURCES = tests/ic3/movers.c tests/ic3/movers_cases.h
tests_ic3_movers_LDADD = libfamilies.la $(house_engine)
endif
EXTRA_DIST += tests/ic3/README.md
