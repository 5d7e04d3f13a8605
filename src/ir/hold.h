/* hold.h -- a model in which locks are held longer.
 *
 * A hold is a lock and a range of a body: steps whose places (statements.h) are in it.  A
 * process that enters the range acquires the lock, and releases it when it leaves, as if
 * the range were in a `sync'.  Returns are outside of every range.
 */
#ifndef IR_HOLD_H
#define IR_HOLD_H

#include "ir/ir.h"

struct ir_hold
{
  body_id body;
  struct span range;
  lock_id lock;
  uint32_t again; /* a process that comes to the beginning of the range from a place from
                     here on, or from behind the range, leaves it and enters it again */
};

/* Set CHANGED to IR, over MODEL, with COUNT holds: of two in one body, one is within the
   other, and stands before it, or they are disjoint.  Unchanged tables are shared;
   offsets become PLACES, by step, unless that is null.  A process that fails in a body
   which has taken GIVEN_BACK last (or LOCK_NONE) releases it, and then stays there. Which
   locks are held where must be computed afterwards. */
void ir_with_holds (struct ir *changed, const struct ir *ir, const struct ir_model *model,
                    const uint32_t *places, const struct ir_hold *holds, uint32_t count,
                    lock_id given_back, struct arena *arena);

#endif
