# Tests of phase automata and of what engines have in common.
phaseauto_tests = tests/phaseauto/compat
check_PROGRAMS += $(phaseauto_tests)
TESTS += $(phaseauto_tests)
tests_phaseauto_compat_SOURCES = tests/phaseauto/compat.c tests/wpds/encode.h
tests_phaseauto_compat_LDADD = libphaseauto.la libwpds.la
