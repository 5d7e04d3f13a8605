noinst_LTLIBRARIES += libquery.la
libquery_la_SOURCES = \
  src/query/decide_options.c src/query/decide_options.h \
  src/query/patterns.c src/query/patterns.h \
  src/query/query.c src/query/query.h \
  src/query/query_options.c src/query/query_options.h \
  src/query/wordlist.c src/query/wordlist.h
EXTRA_DIST += src/query/README.md
