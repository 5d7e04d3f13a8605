noinst_LTLIBRARIES += libreport.la
libreport_la_SOURCES = \
  src/report/collect.c src/report/collect.h \
  src/report/emit.c src/report/emit.h \
  src/report/origin.c src/report/origin.h \
  src/report/report.c src/report/report.h \
  src/report/sources.c src/report/sources.h \
  src/report/titles.c src/report/titles.h
nodist_libreport_la_SOURCES = src/report/page.c

# The page's files are put together and compiled in.
REPORT_JS = \
  src/report/page/base.js \
  src/report/page/data.js \
  src/report/page/state.js \
  src/report/page/trace.js \
  src/report/page/sentence.js \
  src/report/page/source.js \
  src/report/page/timeline.js \
  src/report/page/circle.js \
  src/report/page/matrix.js \
  src/report/page/causes.js \
  src/report/page/overview.js \
  src/report/page/violation.js \
  src/report/page/print.js \
  src/report/page/main.js
REPORT_PAGE = src/report/page/page.html src/report/page/page.css $(REPORT_JS)

src/report/page.html: $(REPORT_PAGE) src/report/assemble.sh
	$(AM_V_GEN)$(MKDIR_P) src/report && cd $(srcdir) \
	  && AWK='$(AWK)' $(SHELL) src/report/assemble.sh $(REPORT_PAGE) >$(abs_builddir)/$@.new
	@mv $@.new $@
src/report/page.c: src/report/page.html scripts/embed.awk
	$(AM_V_GEN)LC_ALL=C $(AWK) -v table=report_page -v header=report/report.h \
	  -f $(srcdir)/scripts/embed.awk src/report/page.html >$@.new
	@mv $@.new $@

EXTRA_DIST += src/report/README.md src/report/assemble.sh $(REPORT_PAGE)
CLEANFILES += src/report/page.html src/report/page.c
