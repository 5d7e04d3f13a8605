/* stuck.h -- processes that wait for each other in a circle.
 *
 * A set of processes is stuck if each of them is about to acquire a lock that one of them
 * holds: then nobody in it can ever go on, and it contains a circle.  So the solver is
 * asked for a set.  With -P, it is a set of circles in which all names are; if they are
 * in one circle, it is the one that was asked for.
 */
#ifndef ENGINE_SYMBOLIC_STUCK_H
#define ENGINE_SYMBOLIC_STUCK_H

#include "engine/symbolic/unrolling.h"

struct stuck
{
  struct unrolling *all;
  aig_lit *waits;                     /* by process and lock: it waits for the lock */
  const struct bits *owners;          /* by lock: who holds it */
  VEC (struct unrolled_await) awaits; /* where somebody waits */
  aig_lit *member;                    /* by process: it is in the set; inputs */
};

/* COUNT inputs. */
aig_lit *stuck_inputs (struct unrolling *all, size_t count);

/* Who waits, and who owns what, in one state: where all->awaits say, in SHARED. */
void stuck_see (struct stuck *stuck, const struct bits *shared);

/* There is such a set. */
aig_lit stuck_find (struct stuck *stuck);

/* The circle that was found: processes, where they wait, and for which locks; process i
   waits for LOCKS[i], which the next one holds.  Returns their number. */
uint32_t stuck_tell (const struct stuck *stuck, struct aig_values *values,
                     struct unrolled_hit_place *places, lock_id *locks);

#endif
