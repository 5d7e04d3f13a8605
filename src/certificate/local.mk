# The checker of certificates: a library, so that its tests link only it.
noinst_LTLIBRARIES += libcertify.la
libcertify_la_SOURCES = \
  src/certificate/certify.c src/certificate/certify.h \
  src/certificate/choice.c src/certificate/choice.h \
  src/certificate/closure.c src/certificate/closure.h \
  src/certificate/lines.c src/certificate/lines.h \
  src/certificate/part.c src/certificate/part.h \
  src/certificate/stretch.c src/certificate/stretch.h \
  src/certificate/tuples.c src/certificate/tuples.h
libdecide_la_LIBADD += libcertify.la

# Writing them.
libdecide_la_SOURCES += \
  src/certificate/certificate.c src/certificate/certificate.h \
  src/certificate/claims.c src/certificate/claims.h \
  src/certificate/write.c src/certificate/write.h
phaselock_SOURCES += \
  src/cmd_certify.c \
  src/proving.c src/proving.h
EXTRA_DIST += src/certificate/README.md
