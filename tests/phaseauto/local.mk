# Units link the layer and what it stands on, nothing else.
PA_TEST_LIBS = $(house_phaseauto)
PA_TESTS = tests/phaseauto/automata tests/phaseauto/compat tests/phaseauto/product \
  tests/phaseauto/enumerate tests/phaseauto/roles tests/phaseauto/texts tests/phaseauto/tuples

check_PROGRAMS += $(PA_TESTS)
TESTS += $(PA_TESTS)

tests_phaseauto_automata_SOURCES = tests/phaseauto/automata.c tests/lib/tap.h
tests_phaseauto_automata_LDADD = $(PA_TEST_LIBS)
tests_phaseauto_compat_SOURCES = tests/phaseauto/compat.c tests/wpds/encode.h tests/lib/tap.h
tests_phaseauto_compat_LDADD = libspec.la $(PA_TEST_LIBS)
# Reads models, so it links the front end, too.
tests_phaseauto_product_SOURCES = tests/phaseauto/product.c tests/lib/tap.h
tests_phaseauto_product_LDADD = $(house_query)
tests_phaseauto_enumerate_SOURCES = tests/phaseauto/enumerate.c tests/phaseauto/runs.h tests/lib/tap.h
tests_phaseauto_enumerate_LDADD = $(PA_TEST_LIBS)
tests_phaseauto_roles_SOURCES = tests/phaseauto/roles.c tests/lib/tap.h
tests_phaseauto_roles_LDADD = $(PA_TEST_LIBS)
tests_phaseauto_texts_SOURCES = tests/phaseauto/texts.c tests/lib/tap.h
tests_phaseauto_texts_LDADD = $(PA_TEST_LIBS)
tests_phaseauto_tuples_SOURCES = tests/phaseauto/tuples.c tests/lib/tap.h
tests_phaseauto_tuples_LDADD = libspec.la $(PA_TEST_LIBS)

TESTS += tests/phaseauto/messages.sh tests/phaseauto/patterns.sh tests/phaseauto/doc.sh
EXTRA_DIST += tests/phaseauto/README.md tests/phaseauto/messages.sh \
  tests/phaseauto/patterns.sh tests/phaseauto/doc.sh tests/phaseauto/bad
