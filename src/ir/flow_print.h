/* flow_print.h -- flow graphs as text, for `phaselock dump --what flow'. */
#ifndef IR_FLOW_PRINT_H
#define IR_FLOW_PRINT_H

#include <stdio.h>

#include "ir/ir.h"

/* Print a line for each node: its number in its body, its place in the text, what it
   does, and its successors.  Slots without a name are %0, %1 ... */
void flow_print (const struct ir *flow, FILE *file);

/* Print what NODE of BODY does.  Allocates nothing. */
void flow_print_node (const struct ir *flow, const struct ir_graph *body,
                      const struct ir_step *node, FILE *file);

/* Print EXPR, over the slots of BODY; of a predicate, BODY is null. */
void flow_print_expr (const struct ir *flow, const struct ir_graph *body, uint32_t expr,
                      FILE *file);

#endif
