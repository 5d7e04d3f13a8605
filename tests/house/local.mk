# The walls of the house: who includes and who links what; assertions; the program.
HOUSE_TESTS = tests/house/rooms.sh tests/house/engines.sh tests/house/assertions.sh tests/house/mutants.sh \
  tests/house/hardening.sh tests/house/format.sh tests/house/lint.sh tests/house/tarball.sh tests/house/lines.sh tests/house/words.sh
TESTS += $(HOUSE_TESTS)
# Lay all C files out.
.PHONY: format
format:
	bash $(srcdir)/tests/house/format.sh --apply
# What shellcheck, clang-tidy and eslint say of our files; clean means nothing.
.PHONY: lint
lint: all
	$(AM_TESTS_ENVIRONMENT) bash $(srcdir)/tests/house/format.sh && \
	  bash $(srcdir)/tests/house/lint.sh --print
EXTRA_DIST += .clang-format .clang-tidy .shellcheckrc .eslintrc.json .editorconfig
EXTRA_DIST += tests/house/README.md tests/house/lines tests/house/second-meanings tests/house/rooms tests/house/walls tests/house/includes.awk $(HOUSE_TESTS)
