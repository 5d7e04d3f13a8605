# Tests of the front end as a library; its messages are tested in tests/golden.
eml_tests = tests/eml/constants tests/eml/eml_example tests/eml/expressions tests/eml/limits tests/eml/lock_order tests/eml/lowering tests/eml/print
check_PROGRAMS += $(eml_tests)
TESTS += $(eml_tests)

tests_eml_constants_SOURCES = tests/eml/constants.c
tests_eml_constants_LDADD = libfamilies.la $(house_eml)

tests_eml_expressions_SOURCES = tests/eml/expressions.c
tests_eml_expressions_LDADD = $(house_eml)

tests_eml_limits_SOURCES = tests/eml/limits.c
tests_eml_limits_LDADD = libfamilies.la $(house_eml)

tests_eml_lock_order_SOURCES = tests/eml/lock_order.c \
  tests/eml/sprinkle.c tests/eml/sprinkle.h
tests_eml_lock_order_LDADD = libfamilies.la $(house_eml)

tests_eml_lowering_SOURCES = tests/eml/lowering.c \
  tests/eml/interpreter.c tests/eml/interpreter.h \
  tests/eml/sprinkle.c tests/eml/sprinkle.h
tests_eml_lowering_LDADD = libfamilies.la $(house_eml)

tests_eml_print_SOURCES = tests/eml/print.c
tests_eml_print_LDADD = libfamilies.la $(house_eml)

# The usage example of eml.h, as it stands there.
tests_eml_eml_example_SOURCES = tests/eml/eml_example.c
tests_eml_eml_example_LDADD = $(house_eml)
tests/eml/eml_example.$(OBJEXT): tests/eml/eml_example.inc
tests/eml/eml_example.inc: eml/eml.h
	$(AM_V_GEN)$(MKDIR_P) tests/eml && \
	  sed -n '/^ \*     struct ir_subject subject;/,/^ \*     ir_subject_clear/s/^ \*//p' $(srcdir)/eml/eml.h >$@
CLEANFILES += tests/eml/eml_example.inc

EXTRA_DIST += tests/eml/README.md
TESTS += tests/eml/doc.sh tests/eml/objects.sh
EXTRA_DIST += tests/eml/doc.sh tests/eml/objects.py tests/eml/objects.sh
