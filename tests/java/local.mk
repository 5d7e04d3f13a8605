# Java: what is made of classes and programs, which are compiled when the tests run.
JAVA_TESTS = tests/java/classes.sh tests/java/metamorphic.sh tests/java/programs.sh \
  tests/java/random.sh tests/java/keep.sh tests/java/jdk.sh tests/java/gaps.sh tests/java/ledger.sh tests/java/immutable.sh tests/java/deadlocks.sh tests/java/choice.sh tests/java/libraries.sh \
  tests/java/valued.sh tests/java/classics.sh tests/java/whole.sh tests/java/clients.sh tests/java/lint.sh tests/java/ten.sh
TESTS += $(JAVA_TESTS)
EXTRA_DIST += $(JAVA_TESTS) tests/java/README.md tests/java/common.sh tests/java/classes tests/java/modern \
  tests/java/main tests/java/deadlocks tests/java/change.py tests/java/gaps.py tests/java/expectations.py tests/java/random_classes.py \
  tests/java/same_verdicts.py tests/java/verdicts.py tests/java/valued tests/java/whole tests/java/clients tests/java/lint

# Random programs on a real JVM.  `make campaign-java' runs JAVA_BATCHES times 500 programs, each 500
# times, from SEED on.
JAVA_BATCHES = 4
TESTS += tests/java/jvm.sh tests/java/repeat.sh
EXTRA_DIST += tests/java/jvm.sh tests/java/repeat.sh tests/java/jvm
.PHONY: campaign-java
campaign-java: phaselock
	for batch in `seq $(JAVA_BATCHES)`; do \
	  $(AM_TESTS_ENVIRONMENT) \
	    bash $(srcdir)/tests/java/jvm.sh $$(($(SEED) + batch)) 500 500 || exit 1; \
	done
	$(AM_TESTS_ENVIRONMENT) bash $(srcdir)/tests/java/repeat.sh 10000
check-long: campaign-java

# What a Java programmer sees.
TESTS += tests/java/words.sh tests/java/repairs.sh tests/java/commands.sh tests/java/unreadable.sh tests/java/options.sh tests/java/ranks.sh tests/java/wanted.sh
EXTRA_DIST += tests/java/wanted.sh tests/java/repairs.sh tests/java/repairs tests/java/commands.sh tests/java/suppressed tests/java/ranks.sh tests/java/ranks.py tests/java/ranks tests/java/words.sh tests/java/unreadable.sh tests/java/options.sh tests/java/shown tests/java/gold

# The values of the abstract interpreter.
check_PROGRAMS += tests/java/values
TESTS += tests/java/values
tests_java_values_SOURCES = tests/java/values.c
tests_java_values_LDADD = $(house_java)

# Random control flow: the passes from graphs to text.
check_PROGRAMS += tests/java/shapes
TESTS += tests/java/shapes
tests_java_shapes_SOURCES = tests/java/shapes.c tests/java/reader/assembler.c tests/java/reader/assembler.h
tests_java_shapes_LDADD = $(house_java)

# The cost of models, counted.
check_PROGRAMS += tests/java/steps
TESTS += tests/java/steps
tests_java_steps_SOURCES = tests/java/steps.c tests/java/reader/assembler.c tests/java/reader/assembler.h
tests_java_steps_LDADD = $(house_java)

# check --watch, and libphaselock, on classes.
check_PROGRAMS += tests/java/library
tests_java_library_SOURCES = tests/java/library.c
tests_java_library_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/src/library
tests_java_library_LDADD = libphaselock.la
TESTS += tests/java/watch.sh tests/java/library.sh
EXTRA_DIST += tests/java/watch.sh tests/java/library.sh
