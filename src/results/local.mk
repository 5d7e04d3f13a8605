# Saved results, a part of the program.
phaselock_SOURCES += \
  src/cmd_diff.c \
  src/cmd_merge.c \
  src/results/compare.c src/results/compare.h \
  src/results/merge.c src/results/merge.h \
  src/results/record.c src/results/records.c src/results/records.h \
  src/results/results.c src/results/results.h \
  src/results/store.c src/results/store.h src/results/store_schema.h
phaselock_LDADD += $(SQLITE_LIBS)
EXTRA_DIST += src/results/README.md
