# Violations for people: timelines, reasons, repairs, pictures, SARIF.
check_PROGRAMS += tests/explain/truths tests/explain/markup tests/explain/sarif tests/explain/edits
tests_explain_truths_SOURCES = tests/explain/truths.c tests/explain/repaired_text.c tests/explain/repaired_text.h
tests_explain_truths_LDADD = libfamilies.la $(house_explain)
tests_explain_markup_SOURCES = tests/explain/markup.c
tests_explain_markup_LDADD = $(house_base)
tests_explain_sarif_SOURCES = tests/explain/sarif.c
tests_explain_sarif_LDADD = $(JANSSON_LIBS)
tests_explain_edits_SOURCES = tests/explain/edits.c
tests_explain_edits_LDADD = $(house_explain)
EXPLAIN_TESTS = tests/explain/explain.sh tests/explain/repairs.sh tests/explain/why_safe.sh tests/explain/meetings.sh tests/explain/sarif.sh tests/explain/doc.sh
TESTS += tests/explain/truths tests/explain/edits $(EXPLAIN_TESTS)
EXTRA_DIST += tests/explain/README.md tests/explain/fixes.py tests/explain/edits.py $(EXPLAIN_TESTS)
