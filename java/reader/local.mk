noinst_LTLIBRARIES += libreader.la

libreader_la_SOURCES = \
  java/reader/annotations.c java/reader/annotations.h \
  java/reader/archive.c java/reader/archive.h \
  java/reader/attributes.c java/reader/attributes.h \
  java/reader/bytecode.c java/reader/bytecode.h java/reader/opcodes.def \
  java/reader/classfile.c java/reader/classfile.h \
  java/reader/code.c java/reader/code_parts.h java/reader/operands.c \
  java/reader/code_flow.c java/reader/code_flow.h \
  java/reader/constants.c java/reader/constants.h \
  java/reader/cursor.h \
  java/reader/descriptor.c java/reader/descriptor.h \
  java/reader/modified_utf8.c java/reader/modified_utf8.h

EXTRA_DIST += java/reader/README.md
