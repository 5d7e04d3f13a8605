noinst_LTLIBRARIES += libwpds.la
libwpds_la_SOURCES = \
  wpds/antichain.c wpds/antichain.h \
  wpds/automaton.c wpds/automaton.h \
  wpds/buddy.c wpds/buddy.h wpds/buddy_layout.h \
  wpds/diagram.c wpds/diagram.h \
  wpds/distance.c wpds/distance.h \
  wpds/domain.h \
  wpds/fragment.c wpds/fragment.h \
  wpds/history_bdd.c wpds/history_bdd.h \
  wpds/lock_numbers.c wpds/lock_numbers.h \
  wpds/order.c wpds/order.h \
  wpds/path.c wpds/path.h \
  wpds/pds.c wpds/pds.h wpds/pds_print.c \
  wpds/poststar.c \
  wpds/queue.c wpds/queue.h \
  wpds/relation.c wpds/relation.h \
  wpds/sharing.c wpds/sharing.h \
  wpds/solve.h \
  wpds/stacks.h \
  wpds/survey.c wpds/survey.h \
  wpds/system.c wpds/system.h \
  wpds/value.c wpds/value.h \
  wpds/wordset.c wpds/wordset.h
EXTRA_DIST += wpds/README.md
