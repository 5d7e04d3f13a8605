# What documents and comments say of each other, and of the program.
DOCS_TESTS = tests/docs/references.sh tests/docs/example.sh tests/docs/faq.sh \
  tests/docs/data.sh tests/docs/log.sh tests/docs/patterns.sh tests/docs/words.sh
TESTS += $(DOCS_TESTS)
EXTRA_DIST += tests/docs/README.md tests/docs/words tests/docs/wide tests/docs/references.awk $(DOCS_TESTS)
