TESTS += tests/golden/golden.sh tests/golden/format_twice.sh
EXTRA_DIST += \
  tests/golden/README.md tests/golden/golden.sh tests/golden/format_twice.sh \
  tests/golden/errors tests/golden/warnings tests/golden/format \
  tests/golden/lint tests/golden/dump tests/golden/check
