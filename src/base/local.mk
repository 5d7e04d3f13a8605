noinst_LTLIBRARIES += libbase.la
libbase_la_SOURCES = \
  src/base/arena.c src/base/arena.h \
  src/base/bitset.h \
  src/base/dataflow.c src/base/dataflow.h \
  src/base/diag.c src/base/diag.h src/base/diag_render.c \
  src/base/escape.c src/base/escape.h \
  src/base/expect.c src/base/expect.h \
  src/base/fiber.c src/base/fiber.h \
  src/base/hash.c src/base/hash.h \
  src/base/binary_heap.c src/base/binary_heap.h \
  src/base/ids.h \
  src/base/idset.c src/base/idset.h \
  src/base/log.c src/base/log.h \
  src/base/names.c src/base/names.h \
  src/base/pairmap.c src/base/pairmap.h \
  src/base/quota.c src/base/quota.h \
  src/base/refusal.c src/base/refusal.h \
  src/base/scc.c src/base/scc.h \
  src/base/sha256.c src/base/sha256.h \
  src/base/scribe.c src/base/scribe.h \
  src/base/source.c src/base/source.h \
  src/base/suggest.c src/base/suggest.h \
  src/base/text.c src/base/text.h \
  src/base/token.c src/base/token.h \
  src/base/vec.c src/base/vec.h \
  src/base/worklist.h \
  src/base/wrapped_realloc.c src/base/wrapped_realloc.h
EXTRA_DIST += src/base/README.md
