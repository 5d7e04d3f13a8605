# The program, and the library behind it.  Each room below adds its part.

# Deciding: on every layer below, and under the program and the library.
noinst_LTLIBRARIES += libdecide.la
libdecide_la_SOURCES = \
  src/decide.c src/decide.h \
  src/engine.h \
  src/engine_antichain.c \
  src/engine_bdd.c \
  src/group.c src/group.h \
  src/judge.c src/judge.h \
  src/query.c src/query.h \
  src/role.c src/role.h \
  src/role_antichain.c src/role_antichain.h \
  src/verdict.c src/verdict.h \
  src/wrap.c src/wrap.h
libdecide_la_LIBADD = libexplicit.la libeml.la libphaseauto.la

# The program: commands, and how results are shown.
bin_PROGRAMS += phaselock
phaselock_SOURCES = \
  src/asked.c src/asked.h \
  src/check.h src/check_text.c \
  src/cmd_check.c \
  src/cmd_dump.c \
  src/cmd_fmt.c \
  src/cmd_lint.c \
  src/cmd_patterns.c \
  src/command.c src/command.h \
  src/destination.c src/destination.h \
  src/inputs.c src/inputs.h \
  src/interrupt.c src/interrupt.h \
  src/json.c src/json.h \
  src/main.c \
  src/outfile.c src/outfile.h \
  src/patterns.c src/patterns.h \
  src/progress.c src/progress.h \
  src/reading.c src/reading.h \
  src/record.c src/record.h \
  src/status.c src/status.h \
  src/terminal.c src/terminal.h \
  src/wordlist.c src/wordlist.h
phaselock_LDADD = libdecide.la $(JANSSON_LIBS) -lm
EXTRA_DIST += src/README.md

include $(top_srcdir)/src/explicit/local.mk
include $(top_srcdir)/src/witness/local.mk
include $(top_srcdir)/src/certificate/local.mk
include $(top_srcdir)/src/library/local.mk
include $(top_srcdir)/src/batch/local.mk
include $(top_srcdir)/src/results/local.mk
include $(top_srcdir)/src/report/local.mk
include $(top_srcdir)/src/completions/local.mk
