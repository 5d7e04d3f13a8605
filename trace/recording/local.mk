# From a recording to a trace.
noinst_LTLIBRARIES += librecording.la
librecording_la_SOURCES = \
  trace/recording/cells.c trace/recording/cells.h \
  trace/recording/holders.c trace/recording/holders.h \
  trace/recording/launch.c trace/recording/launch.h trace/recording/lead_plan.h \
  trace/recording/debug_lines.c trace/recording/debug_lines.h \
  trace/recording/debug_types.c trace/recording/debug_types.h \
  trace/recording/raw.h \
  trace/recording/recording.c trace/recording/recording.h \
  trace/recording/transcript.c trace/recording/transcript.h
EXTRA_DIST += trace/recording/README.md
