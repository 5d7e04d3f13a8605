RESULTS_TESTS = \
  tests/results/merge.sh tests/results/diff.sh tests/results/sqlite.sh
TESTS += $(RESULTS_TESTS)
EXTRA_DIST += tests/results/README.md tests/results/common.sh $(RESULTS_TESTS)
