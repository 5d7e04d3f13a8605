noinst_LTLIBRARIES += libphaseauto.la libphaseautofront.la libphaseautosyntax.la

# Generated code has a library of its own: it is compiled without warnings.
libphaseautosyntax_la_SOURCES = phaseauto/pa_parse.c phaseauto/pa_parse.h phaseauto/pa_scan.c
libphaseautosyntax_la_CFLAGS = $(GENERATED_CFLAGS)

# The front end alone: compile_automata makes tables of the sets that ship with it.
libphaseautofront_la_SOURCES = \
  phaseauto/pa_parser.h phaseauto/pa_resolve.c \
  phaseauto/pa_syntax.c phaseauto/pa_syntax.h \
  phaseauto/pa_text.c phaseauto/pa_text.h \
  phaseauto/phase_automaton.c phaseauto/phase_automaton.h \
  phaseauto/read_automata.c phaseauto/read_automata.h
libphaseautofront_la_LIBADD = libphaseautosyntax.la

libphaseauto_la_SOURCES = \
  phaseauto/common_locks.c phaseauto/common_locks.h \
  phaseauto/compat_bdd.c phaseauto/compat_bdd.h \
  phaseauto/compat_tuples.c phaseauto/compat_tuples.h \
  phaseauto/instance.c phaseauto/instance.h \
  phaseauto/locks_that_matter.c phaseauto/locks_that_matter.h \
  phaseauto/meetings.c phaseauto/meetings.h \
  phaseauto/movers.c \
  phaseauto/print_automaton.c phaseauto/print_automaton.h \
  phaseauto/product.c phaseauto/product.h \
  phaseauto/reduction.c phaseauto/reduction.h \
  phaseauto/sample.c phaseauto/sample.h \
  phaseauto/role.c phaseauto/role.h \
  phaseauto/shipped.h phaseauto/shipped_sets.c \
  phaseauto/slice.c phaseauto/slice.h \
  phaseauto/draw_pattern.c phaseauto/draw_pattern.h \
  phaseauto/units.c phaseauto/units.h \
  phaseauto/watch.c phaseauto/watch.h
nodist_libphaseauto_la_SOURCES = phaseauto/shipped.c
libphaseauto_la_LIBADD = libphaseautofront.la

noinst_PROGRAMS += phaseauto/compile_automata
phaseauto_compile_automata_SOURCES = phaseauto/compile_automata.c
phaseauto_compile_automata_LDADD = libphaseautofront.la $(house_base)

# The sets that ship: compiled in, and installed to be read.
PA_SETS = phaseauto/strict.pa phaseauto/spin09.pa phaseauto/complete.pa
automatadir = $(pkgdatadir)/automata
dist_automata_DATA = $(PA_SETS)

BUILT_SOURCES += phaseauto/pa_parse.h
CLEANFILES += phaseauto/shipped.c
EXTRA_DIST += phaseauto/README.md phaseauto/pa_parse.y phaseauto/pa_scan.l
MAINTAINERCLEANFILES += phaseauto/pa_parse.c phaseauto/pa_parse.h phaseauto/pa_scan.c

phaseauto/pa_parse.c: phaseauto/pa_parse.y
	$(AM_V_GEN)$(MKDIR_P) phaseauto && $(YACC) -Wall,error --header=phaseauto/pa_parse.h -o phaseauto/pa_parse.c $(srcdir)/phaseauto/pa_parse.y
phaseauto/pa_parse.h: phaseauto/pa_parse.c
	@test -f $@ || { rm -f phaseauto/pa_parse.c; $(MAKE) $(AM_MAKEFLAGS) phaseauto/pa_parse.c; }
phaseauto/pa_scan.c: phaseauto/pa_scan.l
	$(AM_V_GEN)$(MKDIR_P) phaseauto && $(LEX) -o phaseauto/pa_scan.c $(srcdir)/phaseauto/pa_scan.l
phaseauto/shipped.c: $(PA_SETS) phaseauto/compile_automata$(EXEEXT)
	$(AM_V_GEN)builddir=`pwd` && cd $(srcdir) \
	  && "$$builddir/phaseauto/compile_automata$(EXEEXT)" $(PA_SETS) >"$$builddir/$@.new"
	@mv $@.new $@
