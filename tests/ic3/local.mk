# Property-directed reachability.
# `make check-long' decides this many queries by ic3 and others, from SEED on.
IC3_QUERIES = 50000

.PHONY: campaign-ic3
campaign-ic3: tests/referee/compare
	$(check_ic3)
check-long: campaign-ic3

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
tests_ic3_movers_SOURCES = tests/ic3/movers.c tests/ic3/movers_cases.h \
  tests/explicit/automata.h
tests_ic3_movers_LDADD = libfamilies.la $(house_engine)
TESTS += tests/ic3/models.sh
check_PROGRAMS += tests/ic3/ternary
TESTS += tests/ic3/ternary
tests_ic3_ternary_SOURCES = tests/ic3/ternary.c tests/ic3/systems.c tests/ic3/systems.h \
  tests/base/random.h
tests_ic3_ternary_LDADD = $(house_engine)
TESTS += tests/ic3/campaign.sh tests/ic3/reproduce.sh
check_ic3 = tests/referee/compare --parties=ic3 --seed=$(SEED) --queries=$(IC3_QUERIES) --keep=tests/ic3 \
  && tests/referee/compare --parties=ic3 --family=edited --seed=$(SEED) --queries=$(EDITED_QUERIES) --keep=tests/ic3 $(edited_models)
else
check_ic3 = @echo 'no CaDiCaL, no proofs by induction'
endif
EXTRA_DIST += tests/ic3/README.md
EXTRA_DIST += tests/ic3/campaign.sh tests/ic3/reproduce.sh tests/ic3/regressions
EXTRA_DIST += tests/ic3/models.sh \
  tests/ic3/rules/again.eml \
  tests/ic3/rules/calls.eml \
  tests/ic3/rules/circle.eml \
  tests/ic3/rules/endless.eml \
  tests/ic3/rules/entered.eml \
  tests/ic3/rules/failed.eml \
  tests/ic3/rules/held-anyway.eml tests/ic3/rules/holds-anyway.eml \
  tests/ic3/rules/in-the-midst.eml \
  tests/ic3/rules/lets-go.eml \
  tests/ic3/rules/lives.eml \
  tests/ic3/rules/never-holds.eml \
  tests/ic3/rules/poised.eml \
  tests/ic3/rules/predicate.eml \
  tests/ic3/rules/round.eml \
  tests/ic3/rules/stuck.eml \
  tests/ic3/rules/waits.eml \
  tests/ic3/rules/wrong.eml
