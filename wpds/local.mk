noinst_LTLIBRARIES += libwpds.la
libwpds_la_SOURCES = \
  wpds/pds.c wpds/pds.h wpds/pds_print.c
libwpds_la_LIBADD = libbase.la
EXTRA_DIST += wpds/README.md
