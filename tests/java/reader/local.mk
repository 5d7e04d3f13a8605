# The class-file reader: see tests/java/reader/README.md.
reader_common = tests/java/reader/assembler.c tests/java/reader/assembler.h \
  tests/java/reader/reading.c tests/java/reader/reading.h
reader_tests = tests/java/reader/classfile tests/java/reader/universe
check_PROGRAMS += $(reader_tests) tests/java/reader/assemble tests/java/reader/list
TESTS += $(reader_tests)

tests_java_reader_classfile_SOURCES = tests/java/reader/classfile.c $(reader_common)
tests_java_reader_classfile_LDADD = $(house_java)
tests_java_reader_universe_SOURCES = tests/java/reader/universe.c $(reader_common)
tests_java_reader_universe_LDADD = $(house_java)

# For scripts: the assembler, and a listing of what the reader read.
tests_java_reader_assemble_SOURCES = tests/java/reader/assemble.c \
  tests/java/reader/assembler.c tests/java/reader/assembler.h
tests_java_reader_assemble_LDADD =
tests_java_reader_list_SOURCES = tests/java/reader/list.c $(reader_common)
tests_java_reader_list_LDADD = $(house_java)

TESTS += tests/java/reader/javap.sh tests/java/reader/jars.sh
EXTRA_DIST += tests/java/reader/README.md tests/java/reader/javap.sh \
  tests/java/reader/jars.sh
