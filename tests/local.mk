# Tests print TAP; `make check' runs them all.  Unit tests are programs that
# link only the layer they test; the rest are scripts that run the program.
TEST_EXTENSIONS = .sh .test
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
TEST_LOG_DRIVER = $(LOG_DRIVER)
LOG_COMPILER = bash $(top_srcdir)/tests/lib/timed.sh
SH_LOG_COMPILER = $(LOG_COMPILER) bash
TEST_LOG_COMPILER = $(LOG_COMPILER)
AM_TESTS_ENVIRONMENT = \
  PHASELOCK='$(abs_top_builddir)/phaselock'; export PHASELOCK; \
  SOURCE=`cd '$(abs_top_srcdir)' && pwd`; export SOURCE; \
  BUILD='$(abs_top_builddir)'; export BUILD;

EXTRA_DIST += tests/README.md tests/lib/tap.sh tests/lib/timed.sh tests/lib/plain.sh tests/lib/random_eml.h tests/lib/tap.h tests/lib/cpu_timer.h tests/lib/doc.sh \
  tests/lib/expected.sh tests/long.sh tests/room.sh tests/slow \
  tests/package.sh

# GNU make has a rule that makes X of X.sh, and so, for the tarball, a copy of deadlocks.sh in
# place of the folder deadlocks.  This one does nothing.
.sh:
	@:

# make check-ROOM: after a change of a file of that room, in seconds.  Only the programs of
# its own tests, and those that its scripts name, are linked: check-TESTS wants all of
# check_PROGRAMS, unless it is told that there are none.  (src/certificate/checker is tested
# with certificates; check-checker breaks it.)
CHECK_ROOMS = check-base check-io check-wpds check-ir check-eml check-phaseauto check-trace check-llvm check-binary check-jvm \
  check-java check-reader check-ledger check-program check-interpreter check-writer check-locks check-partial \
  check-record check-recording check-inputs check-query check-ask check-engine check-antichain \
  check-bdd check-cpds check-direct check-weighted check-explicit check-stateless check-steps \
  check-bmc check-ic3 check-referee check-sat check-symbolic check-blocks check-pdr check-witness check-certificate \
  check-explain check-results check-report check-batch check-library check-cli check-models \
  check-docs check-house check-golden check-editors check-ci
.PHONY: $(CHECK_ROOMS)
$(CHECK_ROOMS):
	@room=$@; \
	tests=`bash $(srcdir)/tests/room.sh "$${room#check-}" $(TESTS)`; \
	test -n "$$tests" || { echo "no tests of $${room#check-}"; exit 1; }; \
	programs=`for test in $$tests; do case $$test in *.sh|*.test) ;; *) echo $$test ;; esac; done`; \
	named=`cd $(srcdir) && grep -ohsE 'tests/[a-z]+/[a-z/_]+' $$tests | tr '\n' ' '`; \
	helpers=`for program in $(check_PROGRAMS); do case " $$named " in *" $$program "*) echo $$program; continue ;; esac; case $$program in \
	  tests/"$${room#check-}"/*) case " $$programs " in *$$program*) ;; \
	    *) case " $(TESTS) " in *" $$program "*) ;; *) echo $$program ;; esac ;; esac ;; esac; done`; \
	$(MAKE) $(AM_MAKEFLAGS) phaselock$(EXEEXT) phaselock-gen$(EXEEXT) $$programs $$helpers && \
	$(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS="`echo $$tests`" check_PROGRAMS=

# The tests that took most CPU time when they were last run, in seconds.
.PHONY: slowest
slowest:
	@grep -r --include='*.log' '^# CPU ' tests | sed -E 's/\.log:# CPU (.*) user (.*) system/ \1 \2/' | \
	  awk '{ printf "%8.2f %s\n", $$2 + $$3, $$1; sum += $$2 + $$3 } END { printf "%8.2f all\n", sum }' | sort -rn | head -30

# Which lines of C the tests execute; a build of its own.  COVER="..." runs some of them.
.PHONY: coverage
coverage:
	bash $(srcdir)/scripts/coverage.sh $(abs_builddir)/coverage $(COVER)

# All that takes long: valgrind, distcheck, clang, fuzzing for FUZZ_SECONDS.
.PHONY: check-long
check-long: check
	$(AM_TESTS_ENVIRONMENT) MAKE='$(MAKE)' bash $(srcdir)/tests/long.sh

# The Debian packages, where they can be built.
.PHONY: check-package
check-package: all
	$(AM_TESTS_ENVIRONMENT) MAKE='$(MAKE)' bash $(srcdir)/tests/package.sh

include $(top_srcdir)/tests/base/local.mk
include $(top_srcdir)/tests/io/local.mk
include $(top_srcdir)/tests/spec/local.mk
include $(top_srcdir)/tests/eml/local.mk
include $(top_srcdir)/tests/ir/local.mk
include $(top_srcdir)/tests/golden/local.mk
include $(top_srcdir)/tests/cli/local.mk
include $(top_srcdir)/tests/batch/local.mk
include $(top_srcdir)/tests/fuzz/local.mk
include $(top_srcdir)/tests/wpds/local.mk
include $(top_srcdir)/tests/phaseauto/local.mk
include $(top_srcdir)/tests/differential/local.mk
include $(top_srcdir)/tests/report/local.mk
include $(top_srcdir)/tests/engine/local.mk
include $(top_srcdir)/tests/explicit/local.mk
include $(top_srcdir)/tests/sat/local.mk
include $(top_srcdir)/tests/bmc/local.mk
include $(top_srcdir)/tests/ic3/local.mk
include $(top_srcdir)/tests/house/local.mk
include $(top_srcdir)/tests/explain/local.mk
include $(top_srcdir)/tests/witness/local.mk
include $(top_srcdir)/tests/results/local.mk
include $(top_srcdir)/tests/library/local.mk
include $(top_srcdir)/tests/models/local.mk
include $(top_srcdir)/tests/certificate/local.mk
include $(top_srcdir)/tests/docs/local.mk
include $(top_srcdir)/tests/editors/local.mk
include $(top_srcdir)/tests/ci/local.mk
include $(top_srcdir)/tests/record/local.mk
include $(top_srcdir)/tests/referee/local.mk
include $(top_srcdir)/tests/stateless/local.mk
include $(top_srcdir)/tests/java/local.mk
include $(top_srcdir)/tests/llvm/local.mk
include $(top_srcdir)/tests/trace/local.mk
include $(top_srcdir)/tests/jvm/local.mk
include $(top_srcdir)/tests/java/reader/local.mk
