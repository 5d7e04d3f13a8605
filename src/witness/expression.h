/* expression.h -- the values of expressions (ir/ir.h), and their texts.
 *
 * Expressions are evaluated as they stand; nothing is compiled or folded: the replay
 * relies on this.
 */
#ifndef WITNESS_EXPRESSION_H
#define WITNESS_EXPRESSION_H

#include "witness/stage.h"

/* What an expression is evaluated with. */
struct expression_view
{
  const struct stage *stage;
  process_id process;
  const struct stage_frame *frame; /* null: the expression has no slots */
};

/* Set *VALUE to the value of EXPR; if it goes wrong, return the mistake, and *CULPRIT is
   the shift or index at fault. */
enum stage_mistake expression_value (const struct expression_view *view, uint32_t expr,
                                     int64_t *value, int64_t *culprit);

/* Does EXPR read a field? */
bool expression_reads (const struct ir *flow, uint32_t expr);

/* Does the evaluation of EXPR read CELL of FIELD?  CELL is 0 unless it is an array. */
bool expression_touches (const struct expression_view *view, uint32_t expr,
                         field_id field, uint32_t cell);

/* Print EXPR with the names of locals and of the cells that values were read from. */
void expression_print (const struct expression_view *view, uint32_t expr, FILE *file);

#endif
