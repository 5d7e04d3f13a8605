noinst_LTLIBRARIES += libeml.la libemlsyntax.la

# Generated code has a library of its own: it is compiled without warnings.
libemlsyntax_la_SOURCES = eml/parse.c eml/parse.h eml/scan.c
libemlsyntax_la_CFLAGS = $(GENERATED_CFLAGS)

libeml_la_SOURCES = \
  eml/advice.c eml/advice.h \
  eml/call_graph.c eml/call_graph.h \
  eml/eml.c eml/eml.h \
  eml/code.h eml/code_check.c eml/value.c \
  eml/data.c eml/data.h eml/data_lint.c eml/data_lint.h eml/data_stmt.c eml/locking.c eml/evaluation.c \
  eml/types.c eml/types.h \
  eml/draft.c eml/draft.h \
  eml/flow.c eml/flow.h eml/flow_print.c eml/flow_print.h eml/build.h eml/nesting.c eml/nesting_report.c eml/nesting_report.h \
  eml/format.c eml/format.h eml/format_tokens.c eml/format_tokens.h \
  eml/joins.c eml/joins.h \
  eml/lifecycle.c eml/lifecycle.h \
  eml/lock_order.c eml/lock_order.h eml/lock_order_warn.c \
  eml/lower.c eml/lower.h eml/unused.c eml/unused.h \
  eml/model.c eml/model.h eml/resolve.c eml/resolve.h eml/resolved.h \
  eml/classes.c eml/exclusive.c eml/initial.c eml/locals.c eml/scope.c eml/specialise.c eml/template.c \
  eml/provenance.c eml/provenance.h \
  eml/inlined.c eml/inlined.h eml/promela.c eml/promela.h \
  eml/promela_effect.c eml/promela_effect.h eml/promela_expr.c eml/promela_expr.h \
  eml/promela_head.c eml/promela_head.h \
  eml/parser.h \
  eml/syntax.c eml/syntax.h eml/syntax_advice.c eml/syntax_data.c eml/syntax_error.c \
  eml/tree.c eml/tree.h \
  eml/waiting.c eml/waiting.h
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
