# The generator of families and random models: a library for tests and
# benchmarks, and a program.
noinst_LTLIBRARIES += libfamilies.la
libfamilies_la_SOURCES = \
  models/families/chance.h \
  models/families/clients.c models/families/clients.h \
  models/families/dynamic_families.c models/families/dynamic_families.h \
  models/families/families.c models/families/families.h \
  models/families/life_families.c models/families/life_families.h \
  models/families/lock_families.c models/families/lock_families.h \
  models/families/random_body.c models/families/random_body.h \
  models/families/random_data.c models/families/random_data.h \
  models/families/random_goto.c \
  models/families/random_model.c models/families/random_model.h

bin_PROGRAMS += phaselock-gen
phaselock_gen_SOURCES = models/families/phaselock-gen.c
phaselock_gen_LDADD = libfamilies.la $(house_base)

examples = \
  models/examples/java/Stack.java \
  models/examples/account.eml models/examples/account-fixed.eml \
  models/examples/bank.eml models/examples/bank-fixed.eml \
  models/examples/buffer.eml models/examples/buffer-fixed.eml \
  models/examples/cache.eml models/examples/cache-fixed.eml \
  models/examples/dcl.eml models/examples/dcl-fixed.eml \
  models/examples/flag.eml models/examples/flag-fixed.eml \
  models/examples/mailbox.eml models/examples/mailbox-fixed.eml \
  models/examples/oncall.eml models/examples/oncall-fixed.eml \
  models/examples/philosophers.eml models/examples/philosophers-fixed.eml \
  models/examples/queue.eml models/examples/queue-if.eml \
  models/examples/stack.eml models/examples/stack-fixed.eml \
  models/examples/stringbuffer.eml models/examples/stringbuffer-fixed.eml \
  models/examples/vector.eml models/examples/vector-fixed.eml \
  models/examples/workers.eml models/examples/workers-fixed.eml
contest = \
  models/contest/bubble-run-cells.eml models/contest/bubble-run-merged.eml \
  models/contest/bubble-swap-cells.eml models/contest/bubble-swap-merged.eml \
  models/contest/list-merged.eml models/contest/list-tail.eml \
  models/contest/list-locked-merged.eml models/contest/list-locked-tail.eml \
  models/contest/lottery-run.eml models/contest/lottery-methods.eml \
  models/contest/shop-methods-2.eml models/contest/shop-methods-3.eml models/contest/shop-methods-6.eml \
  models/contest/shop-main-2.eml models/contest/shop-main-3.eml models/contest/shop-main-6.eml \
  models/contest/shop-attempt-2.eml models/contest/shop-attempt-3.eml models/contest/shop-attempt-6.eml \
  models/contest/shop-run-2.eml models/contest/shop-run-3.eml models/contest/shop-run-6.eml
data_models = \
  models/data/bank.eml models/data/bank-fixed.eml \
  models/data/buffer.eml models/data/buffer-fixed.eml \
  models/data/counter.eml models/data/counter-fixed.eml \
  models/data/elevator.eml models/data/elevator-fixed.eml \
  models/data/hashtable.eml models/data/hashtable-fixed.eml \
  models/data/lazy.eml models/data/lazy-fixed.eml \
  models/data/peterson.eml models/data/peterson-fixed.eml \
  models/data/readers.eml models/data/readers-fixed.eml \
  models/data/filesystem.eml models/data/filesystem-fixed.eml \
  models/data/ring.eml models/data/ring-fixed.eml \
  models/data/ticket.eml models/data/ticket-fixed.eml
dynamic_models = \
  models/dynamic/dynamic-locking.eml models/dynamic/dynamic-locking-fixed.eml \
  models/dynamic/hashtable-half.eml models/dynamic/hashtable-half-fixed.eml \
  models/dynamic/hashtable-insert.eml models/dynamic/hashtable-insert-fixed.eml \
  models/dynamic/hashtable-present.eml models/dynamic/hashtable-present-fixed.eml \
  models/dynamic/lazy-initialisation.eml models/dynamic/lazy-initialisation-fixed.eml \
  models/dynamic/load-balancing.eml models/dynamic/load-balancing-fixed.eml
stuck_models = \
  models/stuck/barrier.eml models/stuck/barrier-fixed.eml \
  models/stuck/buffer.eml models/stuck/buffer-fixed.eml \
  models/stuck/hasty.eml models/stuck/hasty-fixed.eml \
  models/stuck/leak.eml models/stuck/leak-fixed.eml \
  models/stuck/loader.eml models/stuck/loader-fixed.eml \
  models/stuck/nested.eml models/stuck/nested-fixed.eml \
  models/stuck/pool.eml models/stuck/pool-fixed.eml \
  models/stuck/signal.eml models/stuck/signal-fixed.eml
examplemodelsdir = $(pkgdatadir)/models/examples
dist_examplemodels_DATA = $(examples) models/examples/README.md models/examples/EXPECTED
contestmodelsdir = $(pkgdatadir)/models/contest
dist_contestmodels_DATA = $(contest) models/contest/README.md models/contest/EXPECTED \
  models/contest/EXPECTED.spin09 models/contest/EXPECTED.complete
datamodelsdir = $(pkgdatadir)/models/data
dist_datamodels_DATA = $(data_models) models/data/README.md models/data/EXPECTED
dynamicmodelsdir = $(pkgdatadir)/models/dynamic
dist_dynamicmodels_DATA = $(dynamic_models) models/dynamic/README.md models/dynamic/EXPECTED
stuckmodelsdir = $(pkgdatadir)/models/stuck
dist_stuckmodels_DATA = $(stuck_models) models/stuck/README.md models/stuck/EXPECTED
EXTRA_DIST += models/traces/README.md models/traces/changing.std \
  models/traces/handover.std models/traces/initialisation.std \
  models/traces/EXPECTED \
  models/traces/bank.c models/traces/bank-fixed.c \
  models/traces/pipeline.c models/traces/pipeline-fixed.c \
  models/traces/queue.cc models/traces/queue-fixed.cc \
  models/traces/singleton.c models/traces/singleton-fixed.c
EXTRA_DIST += models/bmc/README.md models/bmc/factors.eml
EXTRA_DIST += models/ic3/README.md models/ic3/letterbox.eml models/ic3/letterbox-fixed.eml \
  models/ic3/transfer.eml models/ic3/transfer-fixed.eml
EXTRA_DIST += models/cpds/README.md models/cpds/found.eml models/cpds/proved.eml models/cpds/for-ever.eml
EXTRA_DIST += models/README.md models/classics models/programs models/families/README.md models/contest/java
