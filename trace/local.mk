# Traces of real executions.
noinst_LTLIBRARIES += libtrace.la
libtrace_la_SOURCES = \
  trace/access.h \
  trace/atomicity.c trace/atomicity.h \
  trace/clocks.c trace/clocks.h \
  trace/event.h \
  trace/held.c trace/held.h \
  trace/input.c trace/input.h \
  trace/locksets.c trace/locksets.h \
  trace/pass.c trace/pass.h \
  trace/pattern_trie.c trace/pattern_trie.h \
  trace/problem.c trace/problem.h \
  trace/races.c trace/races.h \
  trace/reorder_cone.c trace/reorder_cone.h \
  trace/reorder_search.c trace/reorder_search.h \
  trace/reordering.c trace/reordering.h \
  trace/std_reader.c trace/std_reader.h \
  trace/symbols.c trace/symbols.h \
  trace/window.c trace/window.h \
  trace/window_model.c trace/window_model.h \
  trace/unit_filter.c trace/unit_filter.h \
  trace/world.c trace/world.h
libtrace_la_CFLAGS = $(AM_CFLAGS) $(ZLIB_CFLAGS) $(ZSTD_CFLAGS)
EXTRA_DIST += trace/README.md
