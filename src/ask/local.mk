# From queries to questions, and from answers to a verdict.
noinst_LTLIBRARIES += libask.la
libask_la_SOURCES = \
  src/ask/casting.c src/ask/casting.h \
  src/ask/choices.c src/ask/choices.h \
  src/ask/circles.c src/ask/circles.h \
  src/ask/companions.c src/ask/companions.h \
  src/ask/engine_pool.c src/ask/engine_pool.h \
  src/ask/decide.c src/ask/decide.h \
  src/ask/decide_data.c src/ask/decide_data.h \
  src/ask/decide_options.c src/ask/decide_options.h \
  src/ask/decision.h \
  src/ask/groundwork.c src/ask/groundwork.h \
  src/ask/life_cycles.c src/ask/life_cycles.h \
  src/ask/life_listing.c src/ask/life_listing.h \
  src/ask/life_script.c src/ask/life_script.h \
  src/ask/life_scripts.c src/ask/life_scripts.h \
  src/ask/portfolio.c src/ask/portfolio.def src/ask/portfolio.h \
  src/ask/retry.c src/ask/retry.h \
  src/ask/settle.c src/ask/settle.h \
  src/ask/turns.c src/ask/turns.h
EXTRA_DIST += src/ask/README.md
