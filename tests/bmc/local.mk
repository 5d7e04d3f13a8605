# Bounded search.
if CADICAL
check_PROGRAMS += tests/bmc/search
TESTS += tests/bmc/search tests/bmc/models.sh
tests_bmc_search_SOURCES = tests/bmc/search.c
tests_bmc_search_LDADD = libfamilies.la $(house_engine)
endif
EXTRA_DIST += tests/bmc/README.md tests/bmc/models.sh tests/bmc/block.eml tests/bmc/races.eml tests/bmc/first.eml \
  tests/bmc/ends.eml tests/bmc/tests.eml
