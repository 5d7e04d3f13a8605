/* flow_print.h -- flow graphs as text, for `phaselock dump --what flow'. */
#ifndef EML_FLOW_PRINT_H
#define EML_FLOW_PRINT_H

#include <stdio.h>

#include "eml/flow.h"

/* A line for each node: its number in its body, its place in the text, what it does, where
   control goes on.  Slots without a name are %0, %1 ... */
void flow_print (const struct flow *flow, FILE *file);

/* What NODE of BODY does.  Allocates nothing. */
void flow_print_node (const struct flow *flow, const struct flow_body *body,
                      const struct flow_node *node, FILE *file);

/* EXPR of the flow, with the slots of BODY; of a predicate, BODY is null. */
void flow_print_expr (const struct flow *flow, const struct flow_body *body,
                      uint32_t expr, FILE *file);

#endif
