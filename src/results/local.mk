noinst_LTLIBRARIES += libresults.la
libresults_la_SOURCES = \
  src/results/baseline.c src/results/baseline.h \
  src/results/compare.c src/results/compare.h \
  src/results/finding_json.c src/results/finding_json.h \
  src/results/fingerprint.c src/results/fingerprint.h \
  src/results/merge.c src/results/merge.h \
  src/results/gaps.c src/results/gaps.h \
  src/results/provenance_json.c src/results/provenance_json.h \
  src/results/query_options.c src/results/query_options.h \
  src/results/query_record.c src/results/query_record.h \
  src/results/record_reader.c src/results/record_reader.h \
  src/results/results.c src/results/results.h \
  src/results/sarif.c src/results/sarif.h \
  src/results/sarif_flow.c src/results/sarif_parts.h \
  src/results/sarif_places.c \
  src/results/sarif_rules.c \
  src/results/saved_record.c src/results/saved_record.h \
  src/results/sqlite.c src/results/sqlite.h \
  src/results/store.c src/results/store.h \
  src/results/store_schema.h \
  src/results/witness_json.c src/results/witness_json.h \
  src/results/witness_yaml.c src/results/witness_yaml.h \
  src/results/word_fits.c src/results/word_fits.h
EXTRA_DIST += src/results/README.md
