# The walls of the house: who includes and who links what; assertions; the program.
HOUSE_TESTS = tests/house/rooms.sh tests/house/engines.sh tests/house/assertions.sh tests/house/mutants.sh \
  tests/house/hardening.sh
TESTS += $(HOUSE_TESTS)
EXTRA_DIST += tests/house/README.md tests/house/rooms tests/house/walls tests/house/includes.awk $(HOUSE_TESTS)
