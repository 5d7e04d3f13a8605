# Java: what is made of classes and programs, which are compiled when the tests run.
EXTRA_DIST += tests/java/README.md tests/java/common.sh tests/java/classes tests/java/modern \
  tests/java/main tests/java/change.py tests/java/expectations.py tests/java/verdicts.py

# What a Java programmer sees.
TESTS += tests/java/words.sh
EXTRA_DIST += tests/java/words.sh tests/java/words tests/java/gold
