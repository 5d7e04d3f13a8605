/* joins.h -- joins that can wait for ever without a circle of locks.
 *
 * A process may join another one with a lock held that the other acquires: then each
 * waits for the other.  Processes that join each other in a circle wait for each other's
 * end.  The deadlock query covers neither, so both are warnings.  Any choice is possible.
 */
#ifndef IR_JOINS_H
#define IR_JOINS_H

#include "ir/call_graph.h"

/* Warn of both.  REACHED is by node, JOINS by body: what it or its callees may join. */
void joins_warn (const struct call_graph *calls, const bool *reached, const idset *joins,
                 struct arena *arena, struct diags *diags);

#endif
