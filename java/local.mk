noinst_LTLIBRARIES += libjava.la

libjava_la_SOURCES = \
  java/candidates.c \
  java/isolate.c java/isolate.h \
  java/java.c java/java.h

EXTRA_DIST += java/README.md

include $(top_srcdir)/java/reader/local.mk
include $(top_srcdir)/java/ledger/local.mk
include $(top_srcdir)/java/program/local.mk
include $(top_srcdir)/java/interpreter/local.mk
include $(top_srcdir)/java/writer/local.mk
include $(top_srcdir)/java/partial/local.mk
include $(top_srcdir)/java/locks/local.mk
