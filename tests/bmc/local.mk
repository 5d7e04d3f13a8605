# Bounded search.
if CADICAL
check_PROGRAMS += tests/bmc/search
tests_bmc_search_SOURCES = tests/bmc/search.c
tests_bmc_search_LDADD = $(house_engine)
endif
EXTRA_DIST += tests/bmc/README.md
