noinst_LTLIBRARIES += libir.la

libir_la_SOURCES = \
  src/ir/call_graph.c src/ir/call_graph.h \
  src/ir/check.c \
  src/ir/expr.h src/ir/value.c \
  src/ir/flow_print.c src/ir/flow_print.h \
  src/ir/hold.c src/ir/hold.h \
  src/ir/identity.c src/ir/identity.h \
  src/ir/inlined.c src/ir/inlined.h \
  src/ir/interpreter.c src/ir/interpreter.h \
  src/ir/ir.c src/ir/ir.h \
  src/ir/ir_builder.c src/ir/ir_builder.h \
  src/ir/joins.c src/ir/joins.h \
  src/ir/lifecycle.c src/ir/lifecycle.h \
  src/ir/listing.c src/ir/listing.h \
  src/ir/lock_order.c src/ir/lock_order.h src/ir/lock_order_warn.c \
  src/ir/model.c src/ir/model.h \
  src/ir/nesting.c \
  src/ir/project.c src/ir/project.h \
  src/ir/promela.c src/ir/promela.h \
  src/ir/promela_effect.c src/ir/promela_effect.h \
  src/ir/promela_expr.c src/ir/promela_expr.h \
  src/ir/promela_head.c src/ir/promela_head.h \
  src/ir/provenance.c src/ir/provenance.h \
  src/ir/statements.c src/ir/statements.h \
  src/ir/subject.c src/ir/subject.h \
  src/ir/waiting.c src/ir/waiting.h \
  src/ir/waits_warn.c src/ir/waits_warn.h

EXTRA_DIST += src/ir/README.md
