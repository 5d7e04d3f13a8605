# Fuzzing the front end and the formatter: see tests/fuzz/README.md.
check_PROGRAMS += tests/fuzz/replay tests/fuzz/mangled
tests_fuzz_replay_SOURCES = tests/fuzz/replay.c tests/fuzz/fuzz_eml.c tests/fuzz/fuzz_eml.h
tests_fuzz_replay_LDADD = $(house_eml)
tests_fuzz_mangled_SOURCES = tests/fuzz/mangled.c tests/fuzz/fuzz_eml.c tests/fuzz/fuzz_eml.h
tests_fuzz_mangled_LDADD = libfamilies.la $(house_eml)
TESTS += tests/fuzz/replay tests/fuzz/mangled tests/fuzz/short.sh

if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz_eml
tests_fuzz_fuzz_eml_SOURCES = tests/fuzz/fuzz_eml.c tests/fuzz/fuzz_eml.h
tests_fuzz_fuzz_eml_LDADD = $(house_eml)
tests_fuzz_fuzz_eml_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
noinst_PROGRAMS += tests/fuzz/fuzz_java
tests_fuzz_fuzz_java_SOURCES = tests/fuzz/fuzz_java.c tests/fuzz/fuzz_eml.h $(reader_common)
tests_fuzz_fuzz_java_LDADD = $(house_java)
tests_fuzz_fuzz_java_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
noinst_PROGRAMS += tests/fuzz/fuzz_trace
tests_fuzz_fuzz_trace_SOURCES = tests/fuzz/fuzz_trace.c tests/fuzz/fuzz_eml.h
tests_fuzz_fuzz_trace_LDADD = $(house_trace)
tests_fuzz_fuzz_trace_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
endif

EXTRA_DIST += tests/fuzz/README.md tests/fuzz/eml.dict tests/fuzz/build.sh \
  tests/fuzz/fuzz.sh tests/fuzz/afl.sh tests/fuzz/short.sh tests/fuzz/corpus \
  tests/fuzz/fuzz_java.c tests/fuzz/java.dict tests/fuzz/java \
  tests/fuzz/fuzz_trace.c tests/fuzz/trace.dict tests/fuzz/trace
