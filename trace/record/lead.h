/* lead.h -- a program that is led along an interleaving (trace/recording/lead_plan.h).
 *
 * A thread that comes to its next step is held until the turn of that step; other events
 * pass.  A step is done when its thread comes to its next event: so all hooks call this,
 * and do nothing if no plan was given (PHASELOCK_LEAD).
 */
#ifndef RECORD_LEAD_H
#define RECORD_LEAD_H

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#include "trace/record/runtime.h"
#include "trace/recording/lead_plan.h"

extern struct lead_plan *lead_plan; /* null: there is no plan */

/* The current thread is about to do OP with SIZE bytes at OBJECT; PLACE: in the code. */
void lead_event (enum lead_op op, uint64_t object, uint32_t size, uintptr_t place);
/* That event is over: finish its step, if it is one. */
void lead_done (void);

/* Is the current thread led, and not yet let go? */
bool lead_is_led (void);
/* Get a lock by calling TRY until it returns something other than BUSY, which is
   returned.  BUSY: all threads were let go. */
int lead_get (int (*try) (void *), void *object, int busy);
/* The current thread GETS the lock OBJECT, or has given it back. */
void lead_own (uint64_t object, bool gets);

/* Is the last event of the current thread a step? */
bool lead_is_making (void);
/* Let the current thread wait for a condition; it has given MUTEX back.  The wait ends
   with the turn of its step.  If neither this nor the event before (IS_STEP) is one, it
   ends when anything changes. */
void lead_sleep (uint64_t mutex, uintptr_t place, bool is_step);

/* Thread NUMBER is created at PLACE: find its process; it begins; the current one
   ends. */
void lead_create (uint32_t number, uintptr_t place);
void lead_begin (uint32_t number);
void lead_end (void *unused);
/* The current thread WAITS for the end of thread NUMBER, or no longer does. */
void lead_join (uint32_t number, bool waits);

static inline void
lead (enum lead_op op, const volatile void *object, uint32_t size, uintptr_t place)
{
  assert (op >= LEAD_READ && op <= LEAD_JOIN);
  if (lead_plan)
    lead_event (op, runtime_address (object), size, place);
}

#endif
