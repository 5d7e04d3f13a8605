# Graphs, vectors, clauses, the solver.
if CADICAL
check_PROGRAMS += tests/sat/bits tests/sat/clauses
TESTS += tests/sat/bits tests/sat/clauses
tests_sat_bits_SOURCES = tests/sat/bits.c tests/base/random.h
tests_sat_bits_LDADD = $(house_engine)
tests_sat_clauses_SOURCES = tests/sat/clauses.c tests/base/random.h
tests_sat_clauses_LDADD = $(house_engine)
endif
EXTRA_DIST += tests/sat/README.md
