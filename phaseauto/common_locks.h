/* common_locks.h -- two threads that would need one lock at the same time.
 *
 * The usual reason why a program is safe: from one step of its thread to another a
 * process never releases a certain lock, and a step of another thread that comes in
 * between is only made with that lock held.  Then the steps cannot happen in this order,
 * whatever else the processes do, and no engine need be asked (5m).  If accesses to a
 * field are made with different locks, this is checked for each choice of classes of
 * accesses (units.h), each with a lock of its own.
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

/* A lock as above.  Steps are counted from 0. */
struct common_lock
{
  lock_id lock;
  thread_id keeper; /* holds it from its step FIRST to its step LAST */
  thread_id other;  /* holds it wherever it can make its step BETWEEN */
  uint32_t first, between, last;
};

/* Is there such a lock?  FIELDS by parameter of the automaton.  SCRATCH may be cleared
   afterwards.  FOUND: which one; or null. */
bool common_lock_exists (struct units *units, const struct common_thread *threads,
                         uint32_t count, const field_id *fields, struct arena *scratch,
                         struct common_lock *found);

/* Is there such a lock for each choice of classes? */
bool common_locks_exclude (struct units *units, const struct common_thread *threads,
                           uint32_t count, const field_id *fields, struct arena *scratch);

#endif
