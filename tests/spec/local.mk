# Specifications, for unit tests.  They stand on libwpds, which a test adds.
check_LTLIBRARIES += libspec.la
libspec_la_SOURCES = \
  tests/spec/compat.c tests/spec/compat.h \
  tests/spec/history.c tests/spec/history.h \
  tests/spec/language.c tests/spec/language.h \
  tests/spec/prestar.c tests/spec/prestar.h
EXTRA_DIST += tests/spec/README.md
