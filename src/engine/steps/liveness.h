/* liveness.h -- which values matter: slots that are read before they are written again,
 * and fields whose values somebody reads.
 *
 * A state keeps only the values that matter; all others would distinguish states that
 * behave alike.  A slot is live before a node iff on some path from there its value is
 * used by something that matters: a branch, a field whose value matters, a slot that is
 * live, a condition, an index, an expression that may go wrong.  (So a value that is only
 * used to compute a dead one is dead: "strong" liveness.)  The value of a field matters
 * iff some read puts it into a live slot, or an assume or access predicate reads it.
 * Both are the least solution, found by passes until nothing changes; each pass is linear
 * in the graphs times the slots of a body.
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
  bool *matters;          /* by field: whether its value matters */
  struct slot_list *live; /* by node: the slots that are live before it */
  struct slot_list *kept; /* by node, a call: what its frame keeps until it returns */
  bool *is_dead;          /* by node that sets a slot: the value is never used */
  VEC (uint32_t) slots;
};

void liveness_init (struct liveness *liveness, const struct ir *flow,
                    struct arena *arena);

#endif
