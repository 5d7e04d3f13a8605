noinst_LTLIBRARIES += libbatch.la
libbatch_la_SOURCES = \
  src/batch/batch.c src/batch/batch.h \
  src/batch/worker_link.c src/batch/worker_link.h \
  src/batch/journal.c src/batch/journal.h \
  src/batch/ledger.c src/batch/ledger.h \
  src/batch/output.c src/batch/output.h \
  src/batch/plan.c src/batch/plan.h \
  src/batch/pool.c src/batch/pool.h \
  src/batch/reader.c src/batch/reader.h \
  src/batch/reproduce.c src/batch/reproduce.h \
  src/batch/shards.c \
  src/batch/spread.c src/batch/spread.h \
  src/batch/packed_verdict.c src/batch/packed_verdict.h \
  src/batch/task.c src/batch/task.h
EXTRA_DIST += src/batch/README.md
