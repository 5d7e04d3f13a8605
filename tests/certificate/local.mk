# Certificates: made and checked, forged and changed; and what the checker includes.
check_PROGRAMS += tests/certificate/certificates
tests_certificate_certificates_SOURCES = tests/certificate/certificates.c \
  tests/certificate/mutation.c tests/certificate/mutation.h \
  tests/certificate/sealed.c tests/certificate/sealed.h \
  tests/certificate/threads.c tests/certificate/threads.h \
  tests/differential/case.c tests/differential/case.h \
  tests/differential/objects.c tests/differential/objects.h \
  tests/differential/random_pa.c tests/differential/random_pa.h \
  tests/differential/soup.c tests/differential/soup.h
tests_certificate_certificates_LDADD = libfamilies.la $(house_explain)

# The relation that invariants are checked with, executed, against the referee.
if CADICAL
check_PROGRAMS += tests/certificate/exhaust
tests_certificate_exhaust_SOURCES = tests/certificate/exhaust.c \
  tests/certificate/concrete.c tests/certificate/concrete.h \
  tests/certificate/execution.c tests/certificate/execution.h $(referee_answers)
tests_certificate_exhaust_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests/referee
tests_certificate_exhaust_LDADD = libfamilies.la $(house_checker)
check_PROGRAMS += tests/certificate/memory
tests_certificate_memory_SOURCES = tests/certificate/memory.c
tests_certificate_memory_LDADD = $(house_checker)
check_PROGRAMS += tests/certificate/invariants
tests_certificate_invariants_SOURCES = tests/certificate/invariants.c \
  tests/certificate/mutation.c tests/certificate/mutation.h \
  tests/certificate/sealed.c tests/certificate/sealed.h $(referee_answers)
tests_certificate_invariants_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests/referee
tests_certificate_invariants_LDADD = libfamilies.la $(house_explain)
TESTS += tests/certificate/exhaust tests/certificate/invariants tests/certificate/memory.sh
endif

TESTS += tests/certificate/certificates tests/certificate/certify.sh \
  tests/certificate/apart.sh tests/certificate/work.sh
EXTRA_DIST += tests/certificate/README.md tests/certificate/memory.sh tests/certificate/certify.sh \
  tests/certificate/apart.sh tests/certificate/work.sh tests/certificate/mutate.sh tests/certificate/mutants \
  tests/certificate/old.eml tests/certificate/old.cert

# Break the checker in small ways, and see that it is noticed.
.PHONY: check-checker
check-checker:
	$(AM_TESTS_ENVIRONMENT) bash $(srcdir)/tests/certificate/mutate.sh
