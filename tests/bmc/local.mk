# Bounded search.
check_PROGRAMS += tests/bmc/search
tests_bmc_search_SOURCES = tests/bmc/search.c
tests_bmc_search_LDADD = $(house_engine)
