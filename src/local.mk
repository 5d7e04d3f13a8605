# The library: every layer, and one public header.
lib_LTLIBRARIES += libphaselock.la
libphaselock_la_SOURCES = src/phaselock.c src/phaselock.h
libphaselock_la_LIBADD = libeml.la libphaseauto.la
include_HEADERS = src/phaselock.h

# The referee (src/explicit): a library, so that its tests link only it.
noinst_LTLIBRARIES += libexplicit.la
libexplicit_la_SOURCES = \
  src/explicit/control.c src/explicit/control.h \
  src/explicit/program.c src/explicit/program.h \
  src/explicit/search.c src/explicit/search.h \
  src/explicit/state.c src/explicit/state.h \
  src/explicit/transactions.c src/explicit/transactions.h

bin_PROGRAMS += phaselock
phaselock_SOURCES = \
  src/check.h src/check_json.c src/check_text.c src/cmd_check.c \
  src/decide.c src/decide.h \
  src/engine.h src/engine_bdd.c \
  src/interrupt.c src/interrupt.h \
  src/progress.c src/progress.h \
  src/query.c src/query.h \
  src/verdict.c src/verdict.h \
  src/wordlist.c src/wordlist.h \
  src/cmd_dump.c src/cmd_fmt.c src/cmd_lint.c src/cmd_patterns.c \
  src/command.c src/command.h \
  src/inputs.c src/inputs.h \
  src/json.c src/json.h \
  src/main.c \
  src/patterns.c src/patterns.h \
  src/reading.c src/reading.h \
  src/status.c src/status.h
phaselock_LDADD = libexplicit.la libphaselock.la $(JANSSON_LIBS) -lm
EXTRA_DIST += src/README.md src/explicit/README.md
