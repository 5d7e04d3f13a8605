/* because.h -- why no lock prevented a violation.
 *
 * Between two steps of the automaton that one process makes, another makes one
 * or more.  A lock prevents that if the first holds it all the time and the
 * other holds it at its steps; so there is none, and for each such gap it is
 * said why: the other holds no lock at all, or of a lock that it does hold,
 * what the first does with it.
 */
#ifndef WITNESS_BECAUSE_H
#define WITNESS_BECAUSE_H

#include "explain/finding.h"

enum because_kind
{
  BECAUSE_UNLOCKED, /* the other holds no lock */
  BECAUSE_LETS_GO,  /* of LOCK, at STEP, before the other's last step with it */
  BECAUSE_TOO_LATE, /* LOCK is taken at STEP, after the other's last step with it */
  BECAUSE_BRIEFLY,  /* LOCK is taken, and let go of at STEP, before the same */
  BECAUSE_NEVER,    /* LOCK is not held by the first at any step from FROM to TO */
};

struct because_gap
{
  thread_id holder, other;
  uint32_t from, to;        /* steps of the witness, from 0: of the holder */
  VEC (uint32_t) between;   /* and of the other */
  enum because_kind kind;
  lock_id lock;             /* held by the other at one of BETWEEN */
  uint32_t step;
  idset throughout;         /* locks that the holder holds all the time */
  idset needed;             /* locks that the other holds at one of BETWEEN */
};

struct because
{
  VEC (struct because_gap) gaps; /* by FROM, then by the other thread */
};

void because_find (struct because *because, const struct finding *finding,
                   struct arena *arena);

/* In sentences, the first ones only if there are many.  Steps are counted from
   1; no line end.  Names are safe to show. */
void because_print (const struct because *because, const struct finding *finding,
                    FILE *file);

#endif
