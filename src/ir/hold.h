/* hold.h -- a model in which locks are held longer.
 *
 * A hold is a lock and a range of a body: steps whose places (statements.h) are in it.
 * Who comes into the range takes the lock, who leaves it gives it back, as if it were in
 * a `sync'. Returns are outside of every range.
 */
#ifndef IR_HOLD_H
#define IR_HOLD_H

#include "ir/ir.h"

struct ir_hold
{
  body_id body;
  struct span range;
  lock_id lock;
  uint32_t again; /* who comes back to the beginning of the range from here on, or from
                     after the range, leaves it and comes in again */
};

/* CHANGED becomes IR, over MODEL, with COUNT holds: of two in one body, one is within the
   other, and stands before it, or they have nothing in common.  Tables that do not
   change are shared; offsets become PLACES, by step, unless that is null.  Which locks
   are held where is still to be found out. */
void ir_with_holds (struct ir *changed, const struct ir *ir, const struct ir_model *model,
                    const uint32_t *places, const struct ir_hold *holds, uint32_t count,
                    struct arena *arena);

#endif
