noinst_LTLIBRARIES += libquery.la
libquery_la_SOURCES = \
  src/query/patterns.c src/query/patterns.h \
  src/query/process_filter.c src/query/process_filter.h \
  src/query/query.c src/query/query.h \
  src/query/wordlist.c src/query/wordlist.h
EXTRA_DIST += src/query/README.md
