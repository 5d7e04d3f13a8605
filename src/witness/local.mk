# Witnesses: found and replayed in the library, shown by the program.
libdecide_la_SOURCES += \
  src/witness/because.c src/witness/because.h \
  src/witness/best.c src/witness/best.h \
  src/witness/draw.h src/witness/draw_dot.c src/witness/draw_mermaid.c \
  src/witness/draw_svg.c \
  src/witness/find.c src/witness/find.h \
  src/witness/finding.c src/witness/finding.h \
  src/witness/interleave.c src/witness/interleave.h \
  src/witness/local.c src/witness/local.h \
  src/witness/position.c src/witness/position.h \
  src/witness/region.c src/witness/region.h \
  src/witness/repair.c src/witness/repair.h src/witness/repair_print.c \
  src/witness/replay.c src/witness/replay.h \
  src/witness/prefix.c src/witness/prefix.h \
  src/witness/route.c src/witness/route.h \
  src/witness/run.h \
  src/witness/schedule.c src/witness/schedule.h \
  src/witness/shorten.c src/witness/shorten.h \
  src/witness/story.c src/witness/story.h \
  src/witness/toll.c src/witness/toll.h \
  src/witness/timeline.c src/witness/timeline.h src/witness/timeline_print.c \
  src/witness/witness.c src/witness/witness.h
phaselock_SOURCES += \
  src/cmd_explain.c src/cmd_replay.c \
  src/witness/explain_json.c src/witness/explain_json.h \
  src/witness/sarif.c src/witness/sarif.h \
  src/witness/witness_json.c src/witness/witness_json.h
EXTRA_DIST += src/witness/README.md
