/* lead.h -- a program that is led along an interleaving (trace/recording/lead_plan.h).
 *
 * A thread that comes to its next step is held until that step's turn.  What is no step
 * of it passes.  A step is done when its thread comes to the next event; so all hooks go
 * through here, and do nothing if no plan was given (PHASELOCK_LEAD).
 */
#ifndef RECORD_LEAD_H
#define RECORD_LEAD_H

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#include "trace/record/runtime.h"
#include "trace/recording/lead_plan.h"

extern struct lead_plan *lead_plan; /* null: nobody is led */

/* The thread is about to do OP with SIZE bytes at OBJECT. */
void lead_event (enum lead_op op, uint64_t object, uint32_t size, uintptr_t place);
/* What it was about to do is done. */
void lead_done (void);

/* Is the current thread led, now? */
bool lead_is_led (void);
/* Get a lock by TRY, which is called again and again as long as it returns BUSY; BUSY:
   nobody is led any more. */
int lead_get (int (*try) (void *), void *object, int busy);
/* OBJECT, a lock, is the thread's, or is its no more. */
void lead_own (uint64_t object, bool gets);

/* Is the event that was told last a step? */
bool lead_is_making (void);
/* In a wait of a condition, whose MUTEX was given back: it ends when its step comes.  If
   neither is a step, nor was what IS_STEP tells of, when anything happens. */
void lead_sleep (uint64_t mutex, uintptr_t place, bool is_step);

/* Who a thread is that is created at PLACE, with the number NUMBER; when it begins; when
   it ends. */
void lead_create (uint32_t number, uintptr_t place);
void lead_begin (uint32_t number);
void lead_end (void *unused);
/* The current one waits for the end of thread NUMBER, or does so no more. */
void lead_join (uint32_t number, bool waits);

static inline void
lead (enum lead_op op, const volatile void *object, uint32_t size, uintptr_t place)
{
  assert (op >= LEAD_READ && op <= LEAD_JOIN);
  if (lead_plan)
    lead_event (op, runtime_address (object), size, place);
}

#endif
