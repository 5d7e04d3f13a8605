# Steps by themselves, whoever made them.
check_PROGRAMS += tests/ir/broken
TESTS += tests/ir/broken

tests_ir_broken_SOURCES = tests/ir/broken.c
tests_ir_broken_LDADD = $(house_eml)

EXTRA_DIST += tests/ir/README.md
