noinst_LTLIBRARIES += libexplain.la
libexplain_la_SOURCES = \
  src/explain/because.c src/explain/because.h \
  src/explain/because_data.c \
  src/explain/because_meeting.c src/explain/because_stuck.c \
  src/explain/cause.c src/explain/cause.h \
  src/explain/discipline.c src/explain/discipline.h \
  src/explain/draw.c src/explain/draw.h \
  src/explain/draw_circle.c \
  src/explain/draw_dot.c \
  src/explain/draw_mermaid.c \
  src/explain/draw_svg.c \
  src/explain/explain.c src/explain/explain.h \
  src/explain/finding.c src/explain/finding.h \
  src/explain/ignore_marks.c src/explain/ignore_marks.h \
  src/explain/position.c src/explain/position.h \
  src/explain/program_source.c src/explain/program_source.h \
  src/explain/rank.c src/explain/rank.h \
  src/explain/repair_call.c src/explain/repair_edit.c src/explain/repair_edit.h \
  src/explain/repair.c src/explain/repair.h \
  src/explain/repair_meetings.c \
  src/explain/repair_order.c \
  src/explain/repair_print.c \
  src/explain/repair_program.c \
  src/explain/repair_try.c src/explain/repair_try.h \
  src/explain/repaired.c src/explain/repaired.h \
  src/explain/rewire.c src/explain/rewire.h \
  src/explain/statement_range.c src/explain/statement_range.h \
  src/explain/suppress.c src/explain/suppress.h \
  src/explain/timeline.c src/explain/timeline.h \
  src/explain/timeline_print.c \
  src/explain/why_safe.c src/explain/why_safe.h \
  src/explain/why_safe_circles.c \
  src/explain/why_safe_locks.c \
  src/explain/why_safe_print.c
EXTRA_DIST += src/explain/README.md
