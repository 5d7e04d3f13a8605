EXTRA_DIST += bench/README.md bench/c-lines.sh bench/java.sh bench/java-classics.sh bench/frontend.sh bench/bdd.sh bench/explicit.sh bench/bmc-table.sh bench/bmc-growth.sh bench/bmc-scale.sh bench/antichain.sh bench/meetings.sh bench/lives.sh bench/trace.sh bench/record.sh bench/record_load.c bench/compare.sh bench/batch-load.sh \
  bench/spin09/README.md bench/spin09/reproduce.sh bench/spin09/generated.list \
  bench/spin09/records.py bench/spin09/reproduction.py bench/spin09/readings.py bench/spin09/java_tables.py \
  bench/spin09/scaling.sh bench/spin09/originals.sh bench/spin09/originals.py \
  bench/spin09/reproduction.md.in bench/spin09/plots.gp \
  bench/dynamic/README.md bench/dynamic/reproduce.sh bench/dynamic/limited.py bench/dynamic/dynamic.py bench/dynamic/dynamic.md.in bench/dynamic/plots.gp \
  bench/c/README.md bench/c/reproduce.sh bench/c/experiments.py bench/c/c-experiments.md.in bench/c/hashtable.c bench/c/dynamic-locking.c bench/c/load-balancing.c bench/c/lazy-initialisation.c bench/c/filesystem.c bench/c-detectors.sh \
  bench/java-libraries/README.md bench/java-libraries/evaluate.sh bench/java-libraries/confirm.py bench/java-libraries/evaluate.py bench/java-libraries/libraries.list bench/java-libraries/judged.md bench/java-libraries/java-libraries.md.in \
  bench/benchexec/README.md bench/benchexec/phaselock.py bench/benchexec/phaselock.xml

# What deciding costs, for bench/antichain.sh.
EXTRA_PROGRAMS = bench/measure bench/trace_gen
bench_measure_SOURCES = bench/measure.c
bench_measure_LDADD = $(house_explain)
CLEANFILES += bench/measure
# Large traces, for bench/trace.sh.
bench_trace_gen_SOURCES = bench/trace_gen.c tests/base/random.h
CLEANFILES += bench/trace_gen

# What reading class files costs, for bench/java.sh.
EXTRA_PROGRAMS += bench/java_walk
bench_java_walk_SOURCES = bench/java_walk.c
bench_java_walk_LDADD = $(house_java)
CLEANFILES += bench/java_walk

# Measurements, for doc/performance.md.
.PHONY: bench
bench: all bench/measure bench/java_walk bench/trace_gen
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/frontend.sh
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/bdd.sh
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/antichain.sh
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/meetings.sh
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/lives.sh
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/java.sh
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/trace.sh

# The paper's experiment: doc/reproduction.md and its plots.
# It can be stopped at any time, and continues when it is called again.  The small one,
# for CI, leaves the document in the build folder.  CONTEST=DIR: a user's own programs.
.PHONY: reproduce reproduce-small
reproduce: all
	BUILD='$(abs_top_builddir)' CONTEST='$(CONTEST)' bash $(srcdir)/bench/spin09/reproduce.sh
reproduce-small: all
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/spin09/reproduce.sh --small

# The experiments on dynamic reductions: doc/dynamic.md and its plots; likewise.
.PHONY: reproduce-dynamic reproduce-dynamic-small
reproduce-dynamic: all
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/dynamic/reproduce.sh
reproduce-dynamic-small: all
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/dynamic/reproduce.sh --small

# The programs of two papers in C: doc/c-experiments.md and its plot; and what dynamic detectors see of the test programs.
.PHONY: reproduce-c compare-c
reproduce-c: all
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/c/reproduce.sh
compare-c: all
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/c-detectors.sh

# Reading and translating a long C program, against clang.
.PHONY: bench-c
bench-c: all
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/c-lines.sh

# Bounded search, strategy by strategy: the table of doc/bmc.md.  LIMIT: seconds for each
# field in each row.
.PHONY: reproduce-bmc
reproduce-bmc: all
	BUILD='$(abs_top_builddir)' LIMIT='$(LIMIT)' bash $(srcdir)/bench/bmc-table.sh

# Debian's Java libraries, checked as they are: doc/java-libraries.md.  LIMIT: seconds of
# CPU time for each jar.
.PHONY: evaluate-java
evaluate-java: all
	BUILD='$(abs_top_builddir)' LIMIT='$(LIMIT)' bash $(srcdir)/bench/java-libraries/evaluate.sh
