/* promela_expr.h -- for promela.c: values and expressions in Promela.
 *
 * Promela computes in 32 bits, as we do; its types are bool, byte, short and int.  A
 * value of at most eight bits is stored in a byte, its upper bits masked out, and is
 * extended when it is read.
 */
#ifndef IR_PROMELA_EXPR_H
#define IR_PROMELA_EXPR_H

#include <stdio.h>

#include "ir/inlined.h"

/* The frame whose slots an expression is over. */
struct promela_scope
{
  FILE *file;
  const struct ir *flow;
  const struct inlined *in; /* null: none, as in a predicate */
  uint32_t frame;
};

/* The word of Promela for TYPE. */
const char *promela_type (struct ir_type type);

/* Write "F3" or "F3[i]": the cell, as it is stored. */
void promela_put_cell (const struct promela_scope *scope, uint32_t field, uint32_t index);
/* Around a stored value: extends it to TYPE. */
void promela_open_value (const struct promela_scope *scope, struct ir_type type);
void promela_close_value (const struct promela_scope *scope, struct ir_type type);
/* Around an expression: cuts its value to what is stored for TYPE. */
void promela_open_store (const struct promela_scope *scope, struct ir_type type);
void promela_close_store (const struct promela_scope *scope, struct ir_type type);

void promela_put_expr (const struct promela_scope *scope, uint32_t expr);

/* Can EXPR go wrong?  And write the condition under which it does. */
bool promela_can_fail (const struct ir *flow, uint32_t expr);
void promela_put_failure (const struct promela_scope *scope, uint32_t expr);

/* Are all values in EXPR at most 32 bits wide? */
bool promela_is_narrow (const struct ir *flow, uint32_t expr);

#endif
