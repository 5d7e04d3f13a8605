# Models with data: a referee that reads the syntax tree, and the engines against it.
referee_sources = tests/referee/world.c tests/referee/world.h \
  tests/referee/evaluate.c tests/referee/evaluate.h \
  tests/referee/process.c tests/referee/process.h \
  tests/referee/referee.c tests/referee/referee.h
referee_answers = tests/referee/answers.c tests/referee/answers.h \
  tests/referee/values.c tests/referee/values.h $(referee_sources)

check_PROGRAMS += tests/referee/ask tests/referee/compare
tests_referee_ask_SOURCES = tests/referee/ask.c $(referee_sources)
tests_referee_ask_LDADD = libphaseauto.la $(house_eml)
tests_referee_compare_SOURCES = tests/referee/compare.c \
  tests/referee/edits.c tests/referee/edits.h tests/referee/texts.c tests/referee/texts.h \
  tests/referee/waits.c tests/referee/waits.h \
  tests/bmc/handover.c tests/bmc/handover.h $(referee_answers)
tests_referee_compare_LDADD = libfamilies.la $(house_witness)

TESTS += tests/referee/compare tests/referee/models.sh tests/referee/regressions.sh \
  tests/referee/spin.sh
EXTRA_DIST += tests/referee/README.md tests/referee/models.sh tests/referee/regressions.sh \
  tests/referee/regressions tests/referee/spin.sh tests/referee/spin.py

# `make check-long' decides this many queries, from SEED on.
DATA_QUERIES = 100000
.PHONY: campaign-data
campaign-data: tests/referee/compare
	tests/referee/compare --seed=$(SEED) --queries=$(DATA_QUERIES) --keep=tests/referee
check-long: campaign-data

# ... about who waits for ever, all about models whose processes wait for each other.
STUCK_QUERIES = 100000
.PHONY: campaign-stuck
campaign-stuck: tests/referee/compare
	tests/referee/compare --stuck --family=waits --parties=stuck --seed=$(SEED) --queries=$(STUCK_QUERIES) --keep=tests/referee
check-long: campaign-stuck

# ... and Spin about this many of them.
SPIN_MODELS = 1000
.PHONY: campaign-spin
campaign-spin: tests/referee/compare phaselock
	python3 $(srcdir)/tests/referee/spin.py --stuck ./phaselock tests/referee/compare $(SEED) $(SPIN_MODELS)

# ... and this many about edits of these models, by bmc and by ic3.
EDITED_QUERIES = 10000
edited_models = $(srcdir)/models/examples/*.eml $(srcdir)/models/data/*.eml $(srcdir)/models/dynamic/*.eml \
  $(srcdir)/models/ic3/*.eml $(srcdir)/tests/bmc/*.eml $(srcdir)/tests/ic3/rules/*.eml \
  $(srcdir)/tests/ic3/regressions/*.eml $(srcdir)/tests/referee/regressions/*.eml
