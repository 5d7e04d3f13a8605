wpds_tests = tests/wpds/poststar tests/wpds/duality tests/wpds/runs \
  tests/wpds/parts tests/wpds/buddy tests/wpds/history tests/wpds/relation \
  tests/wpds/fragment tests/wpds/antichain tests/wpds/wordset
check_PROGRAMS += $(wpds_tests)
TESTS += $(wpds_tests)
wpds_test_support = \
  tests/wpds/domains.c tests/wpds/domains.h \
  tests/wpds/explicit.c tests/wpds/explicit.h
tests_wpds_poststar_SOURCES = tests/wpds/poststar.c $(wpds_test_support)
tests_wpds_poststar_LDADD = libspec.la $(house_wpds)
tests_wpds_duality_SOURCES = tests/wpds/duality.c $(wpds_test_support)
tests_wpds_duality_LDADD = libspec.la $(house_wpds)
tests_wpds_runs_SOURCES = tests/wpds/runs.c $(wpds_test_support)
tests_wpds_runs_LDADD = libspec.la $(house_wpds)
tests_wpds_parts_SOURCES = tests/wpds/parts.c $(wpds_test_support)
tests_wpds_parts_LDADD = libspec.la $(house_wpds)
tests_wpds_buddy_SOURCES = tests/wpds/buddy.c
tests_wpds_buddy_LDADD = $(house_wpds)
tests_wpds_history_SOURCES = tests/wpds/history.c
tests_wpds_history_LDADD = libspec.la
tests_wpds_relation_SOURCES = tests/wpds/relation.c \
  tests/wpds/encode.h
tests_wpds_relation_LDADD = libspec.la $(house_wpds)
tests_wpds_fragment_SOURCES = tests/wpds/fragment.c
tests_wpds_fragment_LDADD = libspec.la $(house_wpds)
tests_wpds_antichain_SOURCES = tests/wpds/antichain.c
tests_wpds_antichain_LDADD = $(house_wpds)
tests_wpds_wordset_SOURCES = tests/wpds/wordset.c
tests_wpds_wordset_LDADD = $(house_wpds)
TESTS += tests/wpds/layout.sh
EXTRA_DIST += tests/wpds/README.md tests/wpds/layout.sh
