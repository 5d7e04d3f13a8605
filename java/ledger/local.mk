noinst_LTLIBRARIES += libledger.la

libledger_la_SOURCES = java/ledger/access_ledger.c java/ledger/access_ledger.h \
  java/ledger/origins.c java/ledger/origins.h java/ledger/uses.c java/ledger/uses.h

EXTRA_DIST += java/ledger/README.md
