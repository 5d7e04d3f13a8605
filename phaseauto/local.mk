noinst_LTLIBRARIES += libphaseauto.la libphaseautosyntax.la

# Generated code has a library of its own: it is compiled without warnings.
libphaseautosyntax_la_SOURCES = phaseauto/parse.c phaseauto/parse.h phaseauto/scan.c
libphaseautosyntax_la_CFLAGS = $(GENERATED_CFLAGS)

# It stands on libwpds, which whoever links it adds, once.
libphaseauto_la_SOURCES = \
  phaseauto/check.c \
  phaseauto/common.c phaseauto/common.h \
  phaseauto/compat_bdd.c phaseauto/compat_bdd.h \
  phaseauto/compat_tuples.c phaseauto/compat_tuples.h \
  phaseauto/factor.c \
  phaseauto/instance.c phaseauto/instance.h \
  phaseauto/locks.c phaseauto/locks.h \
  phaseauto/movers.c \
  phaseauto/pa.c phaseauto/pa.h \
  phaseauto/parser.h \
  phaseauto/print.c phaseauto/print.h \
  phaseauto/product.c phaseauto/product.h \
  phaseauto/read.c phaseauto/read.h \
  phaseauto/reduction.c phaseauto/reduction.h \
  phaseauto/region.c phaseauto/region.h \
  phaseauto/role.c phaseauto/role.h \
  phaseauto/slice.c phaseauto/slice.h \
  phaseauto/syntax.c phaseauto/syntax.h \
  phaseauto/units.c phaseauto/units.h \
  phaseauto/watch.c phaseauto/watch.h
nodist_libphaseauto_la_SOURCES = phaseauto/shipped.c
libphaseauto_la_LIBADD = libphaseautosyntax.la

# The sets that ship: compiled in, and installed to be read.
PA_SETS = phaseauto/strict.pa phaseauto/spin09.pa phaseauto/complete.pa
automatadir = $(pkgdatadir)/automata
dist_automata_DATA = $(PA_SETS)

BUILT_SOURCES += phaseauto/parse.h
CLEANFILES += phaseauto/shipped.c
EXTRA_DIST += phaseauto/README.md phaseauto/parse.y phaseauto/scan.l
MAINTAINERCLEANFILES += phaseauto/parse.c phaseauto/parse.h phaseauto/scan.c

phaseauto/parse.c: phaseauto/parse.y
	$(AM_V_GEN)$(MKDIR_P) phaseauto && $(YACC) -Wall,error --header=phaseauto/parse.h -o phaseauto/parse.c $(srcdir)/phaseauto/parse.y
phaseauto/parse.h: phaseauto/parse.c
	@test -f $@ || { rm -f phaseauto/parse.c; $(MAKE) $(AM_MAKEFLAGS) phaseauto/parse.c; }
phaseauto/scan.c: phaseauto/scan.l
	$(AM_V_GEN)$(MKDIR_P) phaseauto && $(LEX) -o phaseauto/scan.c $(srcdir)/phaseauto/scan.l
phaseauto/shipped.c: $(PA_SETS) scripts/embed.awk
	$(AM_V_GEN)$(MKDIR_P) phaseauto && cd $(srcdir) \
	  && LC_ALL=C $(AWK) -v table=pa_shipped -v header=phaseauto/read.h \
	       -f scripts/embed.awk $(PA_SETS) >$(abs_builddir)/$@.new
	@mv $@.new $@
