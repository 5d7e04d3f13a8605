noinst_LTLIBRARIES += libeml.la libemlsyntax.la

# Generated code has a library of its own: it is compiled without warnings.
libemlsyntax_la_SOURCES = eml/parse.c eml/parse.h eml/scan.c
libemlsyntax_la_CFLAGS = $(GENERATED_CFLAGS)

libeml_la_SOURCES = \
  eml/advice.c eml/advice.h \
  eml/build.c eml/build.h \
  eml/data.c eml/data.h eml/data_lint.c eml/data_lint.h eml/data_stmt.c eml/locking.c eml/evaluation.c \
  eml/eml.c eml/eml.h \
  eml/format.c eml/format.h eml/format_tokens.c eml/format_tokens.h \
  eml/nesting_report.c eml/nesting_report.h \
  eml/parser.h \
  eml/print.c eml/print.h eml/print_body.c eml/print_locals.c eml/print_statements.c eml/print_step.c eml/print_text.c eml/printer.h \
  eml/resolve.c eml/resolve.h eml/resolved.h \
  eml/classes.c eml/exclusive.c eml/initial.c eml/locals.c eml/scope.c eml/specialise.c eml/template.c \
  eml/shape.c eml/shape.h eml/shape_blocks.c \
  eml/syntax.c eml/syntax.h eml/syntax_advice.c eml/syntax_data.c eml/syntax_error.c \
  eml/tree.c eml/tree.h \
  eml/types.c eml/types.h \
  eml/unused.c eml/unused.h
libeml_la_LIBADD = libemlsyntax.la

BUILT_SOURCES += eml/parse.h
EXTRA_DIST += eml/README.md eml/parse.y eml/scan.l
MAINTAINERCLEANFILES += eml/parse.c eml/parse.h eml/scan.c

eml/parse.c: eml/parse.y
	$(AM_V_GEN)$(MKDIR_P) eml && $(YACC) -Wall,error --header=eml/parse.h -o eml/parse.c $(srcdir)/eml/parse.y
eml/parse.h: eml/parse.c
	@test -f $@ || { rm -f eml/parse.c; $(MAKE) $(AM_MAKEFLAGS) eml/parse.c; }
eml/scan.c: eml/scan.l
	$(AM_V_GEN)$(MKDIR_P) eml && $(LEX) -o eml/scan.c $(srcdir)/eml/scan.l
