RESULTS_TESTS = \
  tests/results/baseline.sh tests/results/merge.sh tests/results/diff.sh tests/results/sqlite.sh \
  tests/results/doc.sh tests/results/parallel.sh tests/results/jobs.sh tests/results/benchexec.sh tests/results/meetings.sh
TESTS += $(RESULTS_TESTS)
EXTRA_DIST += tests/results/README.md tests/results/common.sh $(RESULTS_TESTS) \
  tests/results/slurm.sh tests/results/hostile_names.sh

# Slurm takes its time.
.PHONY: check-slurm
check-slurm: all
	$(AM_TESTS_ENVIRONMENT) bash $(srcdir)/tests/results/slurm.sh
