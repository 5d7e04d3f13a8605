# The walls of the house: who includes and who links what; assertions.
HOUSE_TESTS = tests/house/rooms.sh tests/house/engines.sh tests/house/assertions.sh tests/house/mutants.sh
TESTS += $(HOUSE_TESTS)
EXTRA_DIST += tests/house/README.md tests/house/rooms tests/house/walls tests/house/includes.awk $(HOUSE_TESTS)
