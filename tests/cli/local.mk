CLI_TESTS = \
  tests/cli/usage.sh tests/cli/inputs.sh tests/cli/outputs.sh \
  tests/cli/hostile.sh tests/cli/exports.sh tests/cli/words.sh tests/cli/large.sh tests/cli/many_errors.sh \
  tests/cli/check.sh tests/cli/verdicts.sh tests/cli/memory.sh tests/cli/readme.sh \
  tests/cli/engines.sh tests/cli/looks.sh tests/cli/scarce.sh \
  tests/cli/signals.sh tests/cli/causes.sh tests/cli/commands.sh tests/cli/data.sh tests/cli/watch.sh \
  tests/cli/manual.sh tests/cli/options.sh tests/cli/completions.sh
TESTS += $(CLI_TESTS)
EXTRA_DIST += tests/cli/README.md tests/cli/common.sh tests/cli/watching.sh tests/cli/scarce.c tests/cli/exports.py tests/cli/commands.py \
  $(CLI_TESTS)
