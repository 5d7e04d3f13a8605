# Bounded search.
# `make check-long' decides this many queries by bmc and others, from SEED on.
BMC_QUERIES = 50000

.PHONY: campaign-bmc
campaign-bmc: tests/referee/compare
	$(check_bmc)
check-long: campaign-bmc

if CADICAL
check_bmc = tests/referee/compare --parties=bmc --seed=$(SEED) --queries=$(BMC_QUERIES) --keep=tests/bmc \
  && tests/referee/compare --parties=bmc --family=edited --seed=$(SEED) --queries=$(EDITED_QUERIES) --keep=tests/bmc $(edited_models)
check_PROGRAMS += tests/bmc/search
TESTS += tests/bmc/search tests/bmc/models.sh tests/bmc/campaign.sh tests/bmc/cnf.sh
tests_bmc_search_SOURCES = tests/bmc/search.c
tests_bmc_search_LDADD = libfamilies.la $(house_engine)
else
check_bmc = @echo 'no CaDiCaL, no bounded search'
endif
EXTRA_DIST += tests/bmc/README.md tests/bmc/models.sh tests/bmc/campaign.sh tests/bmc/cnf.sh \
  tests/bmc/block.eml tests/bmc/races.eml tests/bmc/key.eml tests/bmc/first.eml \
  tests/bmc/ends.eml tests/bmc/tests.eml tests/bmc/back.eml tests/bmc/amidst.eml tests/bmc/predicate.eml tests/bmc/lets.eml tests/bmc/amiss.eml \
  tests/bmc/starts.eml tests/bmc/known.eml
