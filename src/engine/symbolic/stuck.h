/* stuck.h -- processes that wait for each other in a circle.
 *
 * A set of processes is stuck if each of them is about to acquire a lock that another of
 * them holds: then nobody in it can ever go on, and it contains a circle.  So the solver
 * is asked for a set.  With -P it is asked for a union of circles with a member of each
 * name; only if that is a single circle does it answer the question.
 */
#ifndef ENGINE_SYMBOLIC_STUCK_H
#define ENGINE_SYMBOLIC_STUCK_H

#include "engine/symbolic/unrolling.h"

struct stuck
{
  struct unrolling *all;
  aig_lit *waits;                     /* by process and lock: it waits for the lock */
  const struct bits *owners;          /* by lock: the process that holds it */
  VEC (struct unrolled_await) awaits; /* the places where processes wait */
  aig_lit *member;                    /* by process: it is in the set; inputs */
};

/* COUNT new inputs. */
aig_lit *stuck_inputs (struct unrolling *all, size_t count);

/* Set who waits, from all->awaits, and who owns what, from the state SHARED. */
void stuck_see (struct stuck *stuck, const struct bits *shared);

/* Returns the literal: there is a stuck set. */
aig_lit stuck_find (struct stuck *stuck);

/* Write the circle that was found: process i waits at PLACES[i] for LOCKS[i], which the
   next one holds.  Returns the number of its processes. */
uint32_t stuck_tell (const struct stuck *stuck, struct aig_values *values,
                     struct unrolled_hit_place *places, lock_id *locks);

#endif
