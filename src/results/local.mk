# Saved results, a part of the program.
phaselock_SOURCES += \
  src/cmd_diff.c \
  src/cmd_merge.c \
  src/results/compare.c src/results/compare.h \
  src/results/merge.c src/results/merge.h \
  src/results/record_reader.c src/results/record_reader.h \
  src/results/results.c src/results/results.h \
  src/results/saved_record.c src/results/saved_record.h \
  src/results/store.c src/results/store.h src/results/store_schema.h
phaselock_LDADD += $(SQLITE_LIBS)
EXTRA_DIST += src/results/README.md
