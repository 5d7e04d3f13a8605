BATCH_TESTS = \
  tests/batch/records.sh tests/batch/leaves.sh tests/batch/workers.sh tests/batch/journal.sh \
  tests/batch/kills.sh tests/batch/stops.sh tests/batch/check_jobs.sh
TESTS += $(BATCH_TESTS)
EXTRA_DIST += tests/batch/README.md tests/batch/common.sh $(BATCH_TESTS)
