/* liveness.h -- which values matter: slots that are read before they are written again,
 * and fields whose values somebody reads.
 *
 * A state keeps only those; everything else would tell states apart that behave alike.
 * A slot is live before a node iff on some path from there its value is used by something
 * that matters: a branch, a field whose value matters, a slot that is live, a condition,
 * an index, an expression that may go wrong.  (So an intermediate value that is only used
 * to compute a dead one is dead: "strong" liveness.)  The value of a field matters iff
 * some read puts it into a live slot, or an assume or access predicate looks at it.  Both
 * are the least solution, found by going around until nothing changes.
 */
#ifndef ENGINE_LIVENESS_H
#define ENGINE_LIVENESS_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

/* A list of slots, in ascending order. */
struct slot_list
{
  uint32_t first, count; /* in the table `slots' of the liveness */
};

struct liveness
{
  bool *matters;          /* by field: does its value? */
  struct slot_list *live; /* by node: before it */
  struct slot_list *kept; /* by node, a call: what its frame keeps until it returns */
  bool *is_dead;          /* by node with a code that sets a slot: nobody reads that */
  VEC (uint32_t) slots;
};

void liveness_init (struct liveness *liveness, const struct ir *flow,
                    struct arena *arena);

#endif
