# The referee (src/explicit): a library, so that its tests link only it.
noinst_LTLIBRARIES += libexplicit.la
libexplicit_la_SOURCES = \
  src/explicit/control.c src/explicit/control.h \
  src/explicit/program.c src/explicit/program.h \
  src/explicit/search.c src/explicit/search.h \
  src/explicit/state.c src/explicit/state.h \
  src/explicit/transactions.c src/explicit/transactions.h

# The checker of certificates: a library, so that its tests link only it.
noinst_LTLIBRARIES += libcertify.la
libcertify_la_SOURCES = \
  src/certificate/certify.c src/certificate/certify.h \
  src/certificate/choice.c src/certificate/choice.h \
  src/certificate/closure.c src/certificate/closure.h \
  src/certificate/lines.c src/certificate/lines.h \
  src/certificate/part.c src/certificate/part.h \
  src/certificate/stretch.c src/certificate/stretch.h \
  src/certificate/tuples.c src/certificate/tuples.h

# The library: every layer, deciding, and one public header.
lib_LTLIBRARIES += libphaselock.la
libphaselock_la_SOURCES = \
  src/certificate/certificate.c src/certificate/certificate.h \
  src/certificate/claims.c src/certificate/claims.h \
  src/certificate/write.c src/certificate/write.h \
  src/decide.c src/decide.h \
  src/engine.h src/engine_antichain.c src/engine_bdd.c \
  src/judge.c src/judge.h \
  src/phaselock.c src/phaselock.h \
  src/query.c src/query.h \
  src/role.c src/role.h \
  src/role_antichain.c src/role_antichain.h \
  src/verdict.c src/verdict.h \
  src/witness/find.c src/witness/find.h \
  src/witness/local.c src/witness/local.h \
  src/witness/replay.c src/witness/replay.h \
  src/witness/route.c src/witness/route.h \
  src/witness/run.h \
  src/witness/schedule.c src/witness/schedule.h \
  src/witness/shorten.c src/witness/shorten.h \
  src/witness/story.c src/witness/story.h \
  src/witness/witness.c src/witness/witness.h
libphaselock_la_LIBADD = libcertify.la libexplicit.la libeml.la libphaseauto.la
include_HEADERS = src/phaselock.h

# The program: commands, and how results are shown.
bin_PROGRAMS += phaselock
phaselock_SOURCES = \
  src/asked.c src/asked.h \
  src/check.h src/check_text.c \
  src/cmd_certify.c \
  src/cmd_check.c src/cmd_dump.c src/cmd_fmt.c src/cmd_lint.c src/cmd_patterns.c \
  src/cmd_replay.c \
  src/command.c src/command.h \
  src/inputs.c src/inputs.h \
  src/interrupt.c src/interrupt.h \
  src/json.c src/json.h \
  src/main.c \
  src/patterns.c src/patterns.h \
  src/progress.c src/progress.h \
  src/proving.c src/proving.h \
  src/reading.c src/reading.h \
  src/record.c src/record.h \
  src/status.c src/status.h \
  src/witness/witness_json.c src/witness/witness_json.h \
  src/wordlist.c src/wordlist.h
phaselock_LDADD = libphaselock.la $(JANSSON_LIBS) -lm
EXTRA_DIST += src/README.md src/certificate/README.md src/explicit/README.md
