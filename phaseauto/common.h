/* common.h -- two threads that would need one lock at the same time.
 *
 * The usual reason why a program is safe: from one step of its thread to another
 * a process never lets go of a lock, and a step of another thread that comes in
 * between is only ever made with that lock held.  Then the steps cannot happen
 * in this order, whatever else the processes do, and nobody need be asked.
 */
#ifndef PHASEAUTO_COMMON_H
#define PHASEAUTO_COMMON_H

#include "phaseauto/locks.h"
#include "phaseauto/units.h"

/* A thread: who plays it, and what it sees. */
struct common_thread
{
  const struct participant *participant;
  const struct pa_role *role;
  const field_id *fields; /* by parameter of the role */
};

/* Is there such a lock?  SCRATCH may be cleared afterwards. */
bool common_lock_exists (struct units *units, const struct common_thread *threads,
                         uint32_t count, struct arena *scratch);

#endif
