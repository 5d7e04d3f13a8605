# Writing certificates, and checking them with code that shares nothing with the engines.
noinst_LTLIBRARIES += libcertificate.la
libcertificate_la_SOURCES = \
  src/certificate/certificate.c src/certificate/certificate.h \
  src/certificate/casts.c src/certificate/circles.c \
  src/certificate/claims.c src/certificate/claims.h \
  src/certificate/invariants.c \
  src/certificate/proof.h src/certificate/roles.c \
  src/certificate/write.c src/certificate/write.h
EXTRA_DIST += src/certificate/README.md

noinst_LTLIBRARIES += libchecker.la
libchecker_la_SOURCES = \
  src/certificate/checker/certify.c src/certificate/checker/certify.h \
  src/certificate/checker/choice.c src/certificate/checker/choice.h \
  src/certificate/checker/waiters.c src/certificate/checker/waiters.h \
  src/certificate/checker/closure.c src/certificate/checker/closure.h \
  src/certificate/checker/lines.c src/certificate/checker/lines.h \
  src/certificate/checker/part.c src/certificate/checker/part.h \
  src/certificate/checker/plays.c src/certificate/checker/queries.c \
  src/certificate/checker/question.c src/certificate/checker/certifying.h \
  src/certificate/checker/passed.c src/certificate/checker/passed.h \
  src/certificate/checker/script.c src/certificate/checker/script.h \
  src/certificate/checker/script_listing.c \
  src/certificate/checker/summary.c src/certificate/checker/summary.h \
  src/certificate/checker/tuples.c src/certificate/checker/tuples.h \
  src/certificate/checker/gates.h src/certificate/checker/invariants.h
# What needs a SAT solver: invariants.
if CADICAL
libchecker_la_SOURCES += \
  src/certificate/checker/atomic_places.c src/certificate/checker/atomic_places.h \
  src/certificate/checker/faults.c src/certificate/checker/faults.h \
  src/certificate/checker/gates.c \
  src/certificate/checker/induction.c src/certificate/checker/induction.h \
  src/certificate/checker/invariants.c \
  src/certificate/checker/endless_waits.c src/certificate/checker/endless_waits.h \
  src/certificate/checker/moves.c src/certificate/checker/moves.h \
  src/certificate/checker/whereabouts.c src/certificate/checker/whereabouts.h \
  src/certificate/checker/stands.c src/certificate/checker/stands.h \
  src/certificate/checker/states.c src/certificate/checker/states.h \
  src/certificate/checker/terms.c src/certificate/checker/terms.h \
  src/certificate/checker/words.c src/certificate/checker/words.h
endif
EXTRA_DIST += src/certificate/checker/README.md
