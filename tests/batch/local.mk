BATCH_TESTS = \
  tests/batch/records.sh tests/batch/leaves.sh tests/batch/workers.sh tests/batch/journal.sh \
  tests/batch/kills.sh tests/batch/interruptions.sh tests/batch/stops.sh tests/batch/check_jobs.sh
TESTS += $(BATCH_TESTS)
EXTRA_DIST += tests/batch/README.md tests/batch/common.sh $(BATCH_TESTS)

check_PROGRAMS += tests/batch/signals
TESTS += tests/batch/signals
tests_batch_signals_SOURCES = tests/batch/signals.c
tests_batch_signals_LDADD = $(house_batch)

# `make check-long' makes this many signals, from SEED on.
BATCH_SIGNALS = 600
.PHONY: check-signals
check-signals: phaselock phaselock-gen
	$(AM_TESTS_ENVIRONMENT) KILLS=$(BATCH_SIGNALS) SEED=$(SEED) bash $(srcdir)/tests/batch/interruptions.sh
check-long: check-signals
