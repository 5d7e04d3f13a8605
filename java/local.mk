noinst_LTLIBRARIES += libjava.la
libjava_la_SOURCES = \
  java/annotations.c java/annotations.h \
  java/archive.c java/archive.h \
  java/attributes.c java/attributes.h \
  java/bytecode.c java/bytecode.h java/opcodes.def \
  java/classfile.c java/classfile.h \
  java/code.c java/code_parts.h \
  java/constants.c java/constants.h \
  java/cursor.h \
  java/descriptor.c java/descriptor.h \
  java/java.h \
  java/modified_utf8.c java/modified_utf8.h \
  java/operands.c \
  java/universe.c java/universe.h java/universe_parts.h \
  java/dispatch.c java/hierarchy.c java/places.c

EXTRA_DIST += java/README.md
