# Steps by themselves, whoever made them.
check_PROGRAMS += tests/ir/broken tests/ir/built
TESTS += tests/ir/broken tests/ir/built

tests_ir_broken_SOURCES = tests/ir/broken.c
tests_ir_broken_LDADD = $(house_eml)

tests_ir_built_SOURCES = tests/ir/built.c
tests_ir_built_LDADD = $(house_eml)

EXTRA_DIST += tests/ir/README.md
