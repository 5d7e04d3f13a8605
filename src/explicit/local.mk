# The referee: a library, so that its tests link only it.
noinst_LTLIBRARIES += libexplicit.la
libexplicit_la_SOURCES = \
  src/explicit/control.c src/explicit/control.h \
  src/explicit/program.c src/explicit/program.h \
  src/explicit/search.c src/explicit/search.h \
  src/explicit/state.c src/explicit/state.h \
  src/explicit/transactions.c src/explicit/transactions.h
EXTRA_DIST += src/explicit/README.md
