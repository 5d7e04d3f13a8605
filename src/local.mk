# The referee (src/explicit): a library, so that its tests link only it.
noinst_LTLIBRARIES += libexplicit.la
libexplicit_la_SOURCES = \
  src/explicit/control.c src/explicit/control.h \
  src/explicit/program.c src/explicit/program.h \
  src/explicit/search.c src/explicit/search.h \
  src/explicit/state.c src/explicit/state.h \
  src/explicit/transactions.c src/explicit/transactions.h

# Deciding: on every layer below, and under the program and the library.
noinst_LTLIBRARIES += libdecide.la
libdecide_la_SOURCES = \
  src/decide.c src/decide.h \
  src/engine.h src/engine_antichain.c src/engine_bdd.c \
  src/judge.c src/judge.h \
  src/query.c src/query.h \
  src/role.c src/role.h \
  src/role_antichain.c src/role_antichain.h \
  src/verdict.c src/verdict.h \
  src/witness/best.c src/witness/best.h \
  src/witness/find.c src/witness/find.h \
  src/witness/interleave.c src/witness/interleave.h \
  src/witness/local.c src/witness/local.h \
  src/witness/replay.c src/witness/replay.h \
  src/witness/route.c src/witness/route.h \
  src/witness/run.h \
  src/witness/schedule.c src/witness/schedule.h \
  src/witness/shorten.c src/witness/shorten.h \
  src/witness/stacks.c src/witness/stacks.h \
  src/witness/story.c src/witness/story.h \
  src/witness/witness.c src/witness/witness.h
libdecide_la_LIBADD = libexplicit.la libeml.la libphaseauto.la

# The library: one public header, and no other name can be seen.  When the
# interface changes: see "Updating version info" in the manual of libtool.
lib_LTLIBRARIES += libphaselock.la
libphaselock_la_SOURCES = \
  src/library/check.c \
  src/library/library.h \
  src/library/read.c \
  src/library/witness.c
libphaselock_la_LIBADD = libdecide.la -lm
libphaselock_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 -no-undefined \
  -export-symbols-regex '^phaselock_'
include_HEADERS = src/phaselock.h
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = src/phaselock.pc

# The program: commands, and how results are shown.
bin_PROGRAMS += phaselock
phaselock_SOURCES = \
  src/batch/batch.c src/batch/batch.h \
  src/batch/desk.c src/batch/desk.h \
  src/batch/header.c src/batch/header.h \
  src/batch/journal.c src/batch/journal.h \
  src/batch/output.c src/batch/output.h \
  src/batch/plan.c src/batch/plan.h src/batch/shards.c \
  src/batch/pool.c src/batch/pool.h \
  src/batch/reader.c src/batch/reader.h \
  src/batch/records.c src/batch/records.h \
  src/batch/reproduce.c src/batch/reproduce.h \
  src/batch/resume.c src/batch/resume.h \
  src/batch/task.c src/batch/task.h \
  src/asked.c src/asked.h \
  src/check.h src/check_text.c \
  src/cmd_batch.c \
  src/cmd_check.c \
  src/cmd_diff.c \
  src/cmd_dump.c \
  src/cmd_fmt.c \
  src/cmd_lint.c \
  src/cmd_merge.c \
  src/cmd_patterns.c \
  src/cmd_replay.c \
  src/command.c src/command.h \
  src/inputs.c src/inputs.h \
  src/interrupt.c src/interrupt.h \
  src/json.c src/json.h \
  src/main.c \
  src/outfile.c src/outfile.h \
  src/patterns.c src/patterns.h \
  src/progress.c src/progress.h \
  src/reading.c src/reading.h \
  src/record.c src/record.h \
  src/results/compare.c src/results/compare.h \
  src/results/merge.c src/results/merge.h \
  src/results/record.c src/results/records.c src/results/records.h \
  src/results/results.c src/results/results.h \
  src/results/store.c src/results/store.h src/results/store_schema.h \
  src/status.c src/status.h \
  src/witness/witness_json.c src/witness/witness_json.h \
  src/wordlist.c src/wordlist.h
phaselock_LDADD = libdecide.la $(JANSSON_LIBS) $(SQLITE_LIBS) -lm
EXTRA_DIST += \
  src/README.md \
  src/batch/README.md \
  src/explicit/README.md \
  src/library/README.md \
  src/results/README.md
