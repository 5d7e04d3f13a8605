# The library: one public header, and no other name can be seen.  When the
# interface changes: see "Updating version info" in the manual of libtool.
lib_LTLIBRARIES += libphaselock.la
libphaselock_la_SOURCES = \
  src/library/check.c \
  src/library/library.h \
  src/library/read.c \
  src/library/witness.c
libphaselock_la_LIBADD = libdecide.la -lm
libphaselock_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 -no-undefined \
  -export-symbols-regex '^phaselock_'
include_HEADERS = src/phaselock.h
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = src/phaselock.pc
EXTRA_DIST += src/library/README.md
