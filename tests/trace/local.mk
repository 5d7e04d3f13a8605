# Unit tests of trace/, and of `phaselock trace'.
trace_tests = tests/trace/atomicity tests/trace/races
check_PROGRAMS += $(trace_tests) tests/trace/reorder_spec
TRACE_TESTS = tests/trace/doc.sh tests/trace/input.sh tests/trace/predict.sh
TESTS += $(trace_tests) $(TRACE_TESTS)
EXTRA_DIST += tests/trace/README.md tests/trace/small.std $(TRACE_TESTS)

tests_trace_races_SOURCES = tests/trace/races.c tests/trace/random_trace.h tests/base/random.h
tests_trace_races_LDADD = $(house_trace)
tests_trace_atomicity_SOURCES = tests/trace/atomicity.c tests/trace/random_trace.h tests/base/random.h
tests_trace_atomicity_LDADD = $(house_trace)
tests_trace_reorder_spec_SOURCES = tests/trace/reorder_spec.c tests/trace/random_trace.h tests/base/random.h
tests_trace_reorder_spec_LDADD = $(house_trace)
