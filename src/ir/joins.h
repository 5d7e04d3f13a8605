/* joins.h -- joins that can wait for ever, though no circle of locks is there.
 *
 * A process that joins another one with a lock held that the other takes waits for its
 * end, and the other for the lock.  Processes that join each other in a circle wait for
 * each other's end.  The deadlock query knows neither, so both are warnings.  Free
 * choices count as possible.
 */
#ifndef IR_JOINS_H
#define IR_JOINS_H

#include "ir/call_graph.h"

/* Warn.  REACHED is by node, JOINS by body: the processes that it or its callees may
   join. */
void joins_warn (const struct call_graph *calls, const bool *reached, const idset *joins,
                 struct arena *arena, struct diags *diags);

#endif
