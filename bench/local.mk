EXTRA_DIST += bench/README.md bench/frontend.sh bench/bdd.sh

# Measurements, for doc/performance.md.
.PHONY: bench
bench: all
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/frontend.sh
	BUILD='$(abs_top_builddir)' bash $(srcdir)/bench/bdd.sh
