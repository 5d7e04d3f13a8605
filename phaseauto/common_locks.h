/* common_locks.h -- two threads that would need one lock at the same time.
 *
 * The usual reason why a program is safe: from one step of its thread to
 * another a process never releases a certain lock, and a step of another thread
 * that comes in between is only ever made with that lock held.  Then the steps
 * cannot happen in this order, whatever else the processes do, and no engine
 * need be asked (5m).
 */
#ifndef PHASEAUTO_COMMON_LOCKS_H
#define PHASEAUTO_COMMON_LOCKS_H

#include "phaseauto/locks_that_matter.h"
#include "phaseauto/units.h"

/* A thread of the automaton, and the process that plays it. */
struct common_thread
{
  const struct participant *participant;
  const struct pa_role *role;
};

/* Is there such a lock?  FIELDS by parameter of the automaton.  SCRATCH may be
   cleared afterwards. */
bool common_lock_exists (struct units *units, const struct common_thread *threads,
                         uint32_t count, const field_id *fields, struct arena *scratch);

#endif
