# Findings on a real JVM; and its protocol, against a script.
check_PROGRAMS += tests/jvm/protocol
TESTS += tests/jvm/protocol
tests_jvm_protocol_SOURCES = tests/jvm/protocol.c
tests_jvm_protocol_LDADD = $(house_jvm)

JVM_TESTS = tests/jvm/check.sh tests/jvm/classes.sh tests/jvm/programs.sh tests/jvm/reproducer.sh \
  tests/jvm/rounds.sh tests/jvm/safety.sh
TESTS += $(JVM_TESTS)
EXTRA_DIST += $(JVM_TESTS) tests/jvm/README.md tests/jvm/grades.py tests/jvm/campaign.sh tests/jvm/real.sh tests/jvm/stories.sh tests/jvm/classes tests/jvm/clients tests/jvm/programs tests/jvm/virtual tests/jvm/classics.list

# All classes, ten times, on a machine that is kept busy.
.PHONY: campaign-jvm
campaign-jvm: phaselock
	SOURCE=$(abs_top_srcdir) PHASELOCK=$(abs_builddir)/phaselock bash $(srcdir)/tests/jvm/campaign.sh
