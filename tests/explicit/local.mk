# The referee: against brute force, and from the command line.
check_PROGRAMS += tests/explicit/search tests/explicit/data
TESTS += tests/explicit/search tests/explicit/data tests/explicit/referee.sh tests/explicit/growth.sh
tests_explicit_data_SOURCES = tests/explicit/data.c \
  tests/explicit/automata.h tests/explicit/data_cases.h
tests_explicit_data_LDADD = libfamilies.la $(house_engine)
tests_explicit_search_SOURCES = tests/explicit/search.c \
  tests/explicit/automata.h tests/explicit/brute.c tests/explicit/brute.h \
  tests/lib/small_model.c tests/lib/small_model.h
tests_explicit_search_LDADD = libfamilies.la $(house_ask)
EXTRA_DIST += tests/explicit/README.md tests/explicit/referee.sh tests/explicit/growth.sh tests/explicit/growth.py \
  tests/explicit/counter.eml tests/explicit/deep.eml tests/explicit/recursive.eml
