/* deadlock.h -- processes that wait for each other in a circle (symbolic/stuck.h), depth
 * by depth.
 *
 * When processes are unrolled apart, each stays where it is stuck;
 * whose state says who holds what?  The last one of the circle that came there has the
 * token.
 */
#ifndef ENGINE_BMC_DEADLOCK_H
#define ENGINE_BMC_DEADLOCK_H

#include "engine/bmc/unroll.h"
#include "engine/sat/clauses.h"
#include "engine/symbolic/stuck.h"

struct deadlock
{
  struct bmc *bmc;
  struct clauses *clauses;
  bool lazy;
  struct stuck set;  /* those that wait */
  aig_lit *open;     /* by process and lock: it waits at a place that is not there yet */
  aig_lit last;      /* of an input: the last one has come, */
  aig_lit open_last; /* ... to a place that is not there yet */
  struct bits time;
};

void deadlock_init (struct deadlock *deadlock, struct bmc *bmc, struct clauses *clauses,
                    bool lazy);

/* Take over what was new at the last depth; BEFORE is the state before it, if processes
   are not unrolled apart.  Returns: there is such a set. */
aig_lit deadlock_add (struct deadlock *deadlock, const struct bits *before);

/* Nobody waits at a place that is not there, in the next call of the solver. */
void deadlock_close (struct deadlock *deadlock);

#endif
