# Graphs, vectors, clauses, the solver.
if CADICAL
check_PROGRAMS += tests/sat/bits tests/sat/clauses tests/sat/faults
TESTS += tests/sat/bits tests/sat/clauses tests/sat/faults tests/sat/limits.sh
tests_sat_faults_SOURCES = tests/sat/faults.c
tests_sat_faults_LDADD = $(house_engine)
tests_sat_bits_SOURCES = tests/sat/bits.c tests/base/random.h
tests_sat_bits_LDADD = $(house_engine)
tests_sat_clauses_SOURCES = tests/sat/clauses.c tests/base/random.h
tests_sat_clauses_LDADD = $(house_engine)
endif
EXTRA_DIST += tests/sat/README.md tests/sat/limits.sh
