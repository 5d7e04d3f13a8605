# Findings of C on the real binary.
noinst_LTLIBRARIES += libbinary.la
libbinary_la_SOURCES = \
  llvm/binary/binary.c llvm/binary/binary.h \
  llvm/binary/binary_build.c llvm/binary/binary_build.h \
  llvm/binary/binary_plan.c llvm/binary/binary_plan.h
EXTRA_DIST += llvm/binary/README.md
