noinst_LTLIBRARIES += libwpds.la
libwpds_la_SOURCES = \
  wpds/automaton.c wpds/automaton.h \
  wpds/domain.h \
  wpds/order.c wpds/order.h \
  wpds/path.c wpds/path.h \
  wpds/pds.c wpds/pds.h wpds/pds_print.c \
  wpds/poststar.c wpds/prestar.c wpds/solve.h \
  wpds/queue.c wpds/queue.h \
  wpds/saturate.c wpds/saturate.h \
  wpds/system.c wpds/system.h \
  wpds/value.c wpds/value.h
libwpds_la_LIBADD = libbase.la
EXTRA_DIST += wpds/README.md
