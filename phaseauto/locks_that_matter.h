/* locks_that_matter.h -- which locks matter to a query? (theory.md, 5g, 5i and 5k)
 *
 * Private: a lock that only one of the processes ever uses constrains nothing.
 *
 * Idle: a lock matters only if some critical section of it contains an action that
 * matters to the thread (watch.h), or the acquisition of a lock that matters.  Any other
 * lock never interferes where a phase changes: the process that holds it can run on to
 * its release, or has not taken it yet.
 *
 * Guarded: a lock that every process acquires only while it holds a certain
 * other lock is free whenever a process asks for it, since that process holds
 * the other one.
 */
#ifndef PHASEAUTO_LOCKS_THAT_MATTER_H
#define PHASEAUTO_LOCKS_THAT_MATTER_H

#include <stdint.h>

#include "phaseauto/watch.h"
#include "wpds/survey.h"

/* A process that takes part in a query. */
struct participant
{
  body_id body;
  pds_symbol entry;
  const struct watch *watch;
};

/* The locks that the reductions of the mask REDUCTIONS do not drop. */
idset locks_that_matter (struct survey *survey, const struct participant *participants,
                         uint32_t count, uint32_t reductions, struct arena *arena);

#endif
