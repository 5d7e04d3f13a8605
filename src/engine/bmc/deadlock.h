/* deadlock.h -- processes that wait for each other in a circle.
 *
 * A set of processes is stuck if each of them is about to acquire a lock that one of them
 * holds: then nobody in it can ever go on, and it contains a circle.  So the solver is
 * asked for a set.  When processes are unrolled apart, each stays where it is stuck;
 * whose state says who holds what?  The last one of the circle that came there has the
 * token.
 */
#ifndef ENGINE_BMC_DEADLOCK_H
#define ENGINE_BMC_DEADLOCK_H

#include "engine/bmc/unroll.h"
#include "engine/sat/clauses.h"

struct deadlock
{
  struct bmc *bmc;
  struct clauses *clauses;
  bool lazy;
  aig_lit *member;        /* by process: it is in the set */
  aig_lit *waits;         /* by process and lock: it waits for the lock */
  aig_lit *open;          /* ... at a place that is not there yet */
  const struct bits *owners; /* by lock: who holds it */
  aig_lit last;           /* of an input: the last one has come, */
  aig_lit open_last;      /* ... to a place that is not there yet */
  VEC (struct unrolled_await) awaits; /* all */
  struct bits time;
};

void deadlock_init (struct deadlock *deadlock, struct bmc *bmc, struct clauses *clauses,
                    bool lazy);

/* Take over what was new at the last depth; BEFORE is the state before it, if processes
   are not unrolled apart.  Returns: there is such a set. */
aig_lit deadlock_add (struct deadlock *deadlock, const struct bits *before);

/* Nobody waits at a place that is not there, in the next call of the solver. */
void deadlock_close (struct deadlock *deadlock);

/* The circle that was found: processes, where they wait, and for which locks; process i
   waits for LOCKS[i], which the next one holds.  Returns their number. */
uint32_t deadlock_tell (const struct deadlock *deadlock, struct aig_values *values,
                        struct unrolled_hit_place *places, lock_id *locks);

#endif
