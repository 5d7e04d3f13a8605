# Witnesses: what is found replays, what was tampered with does not.
check_PROGRAMS += tests/witness/edits tests/witness/mutations tests/witness/pruning tests/witness/values
TESTS += tests/witness/mutations tests/witness/pruning tests/witness/values tests/witness/replay.sh tests/witness/circles.sh tests/witness/edits.sh
tests_witness_mutations_SOURCES = tests/witness/mutations.c \
  tests/lib/small_model.c tests/lib/small_model.h
tests_witness_mutations_LDADD = libfamilies.la $(house_explain)
tests_witness_pruning_SOURCES = tests/witness/pruning.c
tests_witness_pruning_LDADD = $(house_explain)
tests_witness_values_SOURCES = tests/witness/values.c
tests_witness_values_LDADD = libfamilies.la $(house_explain)
EXTRA_DIST += tests/witness/README.md tests/witness/replay.sh tests/witness/circles.sh tests/witness/edits.sh
tests_witness_edits_SOURCES = tests/witness/edits.c
tests_witness_edits_LDADD = $(JANSSON_LIBS)

