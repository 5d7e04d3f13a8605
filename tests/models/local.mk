# Tests of the models that ship, and of what is told about them.
MODELS_TESTS = tests/models/contest.sh tests/models/cpds.sh tests/models/data.sh \
  tests/models/dynamic.sh tests/models/reproduce.sh tests/models/stuck.sh \
  tests/models/tutorial.sh
TESTS += $(MODELS_TESTS)
EXTRA_DIST += tests/models/README.md $(MODELS_TESTS)
