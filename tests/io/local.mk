# Unit tests of src/io; each links libio and what is below it.
check_PROGRAMS += tests/io/outfile
TESTS += tests/io/outfile
tests_io_outfile_SOURCES = tests/io/outfile.c
tests_io_outfile_LDADD = $(house_io)
EXTRA_DIST += tests/io/README.md
