/* deadlock.h -- search for processes that wait for each other in a circle
 * (symbolic/stuck.h), depth by depth.
 *
 * Processes that are unrolled apart have a copy of the shared state each.  Which copy
 * says who holds the locks?  That of the process in the circle that was the last to come
 * to its place: it has the token.
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
  struct stuck set;  /* the processes of the circle */
  aig_lit *open;     /* by process and lock: it waits at a greater depth */
  aig_lit last;      /* an input: the last process has come to its place, */
  aig_lit open_last; /* or will come to one at a greater depth */
  struct bits time;
};

void deadlock_init (struct deadlock *deadlock, struct bmc *bmc, struct clauses *clauses,
                    bool lazy);

/* Add the waiting places of the last depth.  BEFORE is the state before it, which counts
   only if all processes are unrolled together.  Returns the literal that is true iff
   there is a circle. */
aig_lit deadlock_add (struct deadlock *deadlock, const struct bits *before);

/* Assume for the next call of the solver that nobody waits at a greater depth. */
void deadlock_close (struct deadlock *deadlock);

#endif
