# Unit tests of src/base; each links libbase alone.
base_tests = \
  tests/base/arena tests/base/dataflow tests/base/diag tests/base/escape tests/base/hash tests/base/binary_heap tests/base/idset \
  tests/base/log tests/base/log_on \
  tests/base/names tests/base/pairmap tests/base/scc tests/base/source tests/base/suggest tests/base/text \
  tests/base/vec tests/base/worklist
check_PROGRAMS += $(base_tests)
TESTS += $(base_tests) tests/base/identifiers.sh
EXTRA_DIST += tests/base/README.md tests/base/identifiers.sh

tests_base_arena_SOURCES = tests/base/arena.c tests/base/random.h
tests_base_arena_LDADD = $(house_base)
tests_base_dataflow_SOURCES = tests/base/dataflow.c tests/base/random.h
tests_base_dataflow_LDADD = $(house_base)
tests_base_diag_SOURCES = tests/base/diag.c
tests_base_diag_LDADD = $(house_base)
tests_base_escape_SOURCES = tests/base/escape.c
tests_base_escape_LDADD = $(house_base)
tests_base_hash_SOURCES = tests/base/hash.c tests/base/random.h
tests_base_hash_LDADD = $(house_base)
tests_base_idset_SOURCES = tests/base/idset.c tests/base/random.h
tests_base_idset_LDADD = $(house_base)
tests_base_log_SOURCES = tests/base/log.c
tests_base_log_LDADD = $(house_base)
tests_base_log_on_SOURCES = tests/base/log.c
tests_base_log_on_CPPFLAGS = $(AM_CPPFLAGS) -DTEST_LOGGING
tests_base_log_on_LDADD = $(house_base)
tests_base_scc_SOURCES = tests/base/scc.c
tests_base_scc_LDADD = $(house_base)
tests_base_binary_heap_SOURCES = tests/base/binary_heap.c
tests_base_binary_heap_LDADD = $(house_base)
tests_base_names_SOURCES = tests/base/names.c
tests_base_names_LDADD = $(house_base)
tests_base_pairmap_SOURCES = tests/base/pairmap.c tests/base/random.h
tests_base_pairmap_LDADD = $(house_base)
tests_base_source_SOURCES = tests/base/source.c
tests_base_source_LDADD = $(house_base)
tests_base_suggest_SOURCES = tests/base/suggest.c tests/base/random.h
tests_base_suggest_LDADD = $(house_base)
tests_base_text_SOURCES = tests/base/text.c
tests_base_text_LDADD = $(house_base)
tests_base_vec_SOURCES = tests/base/vec.c
tests_base_vec_LDADD = $(house_base)
tests_base_worklist_SOURCES = tests/base/worklist.c
tests_base_worklist_LDADD = $(house_base)
