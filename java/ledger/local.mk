noinst_LTLIBRARIES += libledger.la

libledger_la_SOURCES = java/ledger/access_ledger.c java/ledger/access_ledger.h

EXTRA_DIST += java/ledger/README.md
