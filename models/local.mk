# The generator of families and random models: a library for tests and
# benchmarks, and a program.
noinst_LTLIBRARIES += libfamilies.la
libfamilies_la_SOURCES = \
  models/families/chance.h \
  models/families/families.c models/families/families.h \
  models/families/random_body.c models/families/random_body.h \
  models/families/random_goto.c \
  models/families/random_model.c models/families/random_model.h

bin_PROGRAMS += phaselock-gen
phaselock_gen_SOURCES = models/families/phaselock-gen.c
phaselock_gen_LDADD = libfamilies.la

examples = \
  models/examples/account.eml models/examples/account-fixed.eml \
  models/examples/buffer.eml models/examples/buffer-fixed.eml \
  models/examples/cache.eml models/examples/cache-fixed.eml \
  models/examples/dcl.eml models/examples/dcl-fixed.eml \
  models/examples/stack.eml models/examples/stack-fixed.eml \
  models/examples/stringbuffer.eml models/examples/stringbuffer-fixed.eml \
  models/examples/vector.eml models/examples/vector-fixed.eml
examplemodelsdir = $(pkgdatadir)/models/examples
dist_examplemodels_DATA = $(examples) models/examples/README.md models/examples/EXPECTED
EXTRA_DIST += models/README.md models/families/README.md
