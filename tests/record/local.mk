RECORD_TESTS = tests/record/recorder.sh tests/record/survival.sh tests/record/examples.sh
TESTS += $(RECORD_TESTS)
EXTRA_DIST += tests/record/README.md tests/record/common.sh tests/record/order.awk \
  tests/record/crowd.c tests/record/ends.c tests/record/locks.c tests/record/memory.c \
  tests/record/objects.cc tests/record/signals.c $(RECORD_TESTS)

check_PROGRAMS += tests/record/hostile
tests_record_hostile_SOURCES = tests/record/hostile.c
tests_record_hostile_LDADD = $(house_recording)
TESTS += tests/record/hostile
