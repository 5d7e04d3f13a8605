/* call_graph.h -- who calls whom: the calls of all bodies, by caller and by callee.
 *
 * The calls are read from the flow graphs, so calls that are never reached do not count.
 * Lives in the arena given; the flow graphs are borrowed.
 */
#ifndef IR_CALL_GRAPH_H
#define IR_CALL_GRAPH_H

#include "ir/ir.h"

struct ir_call
{
  body_id caller, callee;
  uint32_t node; /* the node of the flow graph */
};

struct call_graph
{
  const struct ir *flow;
  VEC (struct ir_call) list; /* in the order of the callers */
  uint32_t *first_by;        /* by body, and an end: index in `list' of the calls in it */
  uint32_t *first_to;        /* by body, and an end: index in `to' of the calls of it */
  uint32_t *to;              /* indices in `list', by callee */
};

void call_graph_init (struct call_graph *calls, const struct ir *flow,
                      struct arena *arena);

/* Mark all bodies that call a marked one, directly or not. */
void call_graph_mark_callers (const struct call_graph *calls, bool *marked,
                              struct arena *arena);

/* By node: can a process come to it?  Not to what follows a call that never returns. */
bool *call_graph_reached (const struct call_graph *calls, struct arena *arena);

/* Add to each of SETS, by body, those of the bodies that it calls, directly or not, at
   nodes that are REACHED. */
void call_graph_spread (const struct call_graph *calls, const bool *reached, idset *sets,
                        struct idsets *idsets, struct arena *arena);

#endif
