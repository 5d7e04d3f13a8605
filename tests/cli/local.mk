TESTS += tests/cli/usage.sh tests/cli/inputs.sh tests/cli/outputs.sh \
  tests/cli/hostile.sh tests/cli/large.sh tests/cli/many_errors.sh
EXTRA_DIST += tests/cli/README.md tests/cli/common.sh \
  tests/cli/usage.sh tests/cli/inputs.sh tests/cli/outputs.sh \
  tests/cli/hostile.sh tests/cli/large.sh tests/cli/many_errors.sh
