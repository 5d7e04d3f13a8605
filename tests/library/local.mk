# The library as others use it: through its public header, and installed.
check_PROGRAMS += tests/library/library tests/library/threads
tests_library_library_SOURCES = tests/library/library.c
tests_library_library_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/src/library
tests_library_library_LDADD = libphaselock.la
tests_library_threads_SOURCES = tests/library/threads.c
tests_library_threads_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/src/library
tests_library_threads_LDADD = libphaselock.la
TESTS += tests/library/library tests/library/threads tests/library/installed.sh
EXTRA_DIST += tests/library/README.md tests/library/installed.sh
