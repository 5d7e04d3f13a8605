noinst_LTLIBRARIES += libjava.la
libjava_la_SOURCES = \
  java/annotations.h \
  java/bytecode.h java/opcodes.def \
  java/classfile.h \
  java/constants.h \
  java/cursor.h \
  java/descriptor.c java/descriptor.h \
  java/java.h \
  java/universe.h

EXTRA_DIST += java/README.md
