# The walls of the house: who includes and who links what.
TESTS += tests/house/rooms.sh tests/house/mutants.sh
EXTRA_DIST += tests/house/README.md tests/house/rooms tests/house/includes.awk tests/house/rooms.sh \
  tests/house/mutants.sh
