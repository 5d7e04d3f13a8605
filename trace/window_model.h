/* window_model.h -- a window of a trace as a model.
 *
 * Each thread is a process, a straight line of its events; forks and joins are starts and
 * joins; objects are atomic sets.  The executions of the model are exactly the
 * reorderings of events of the window that keep the order of each thread, and in which
 * locks exclude, threads run after they are forked, and joins wait.
 *
 * Variables that only one thread accesses, or that are never written, and locks that only
 * one thread uses are left out: they order nothing, and no question is about them.
 *
 * Engines need locks that nest.  A thread whose locks do not, or that is joined with a
 * lock held, takes none in the model: then a race or pattern that the model does not have
 * is not in the window either, but not the other way round.
 *
 * The window may begin with locks held.  A single holder takes its locks and then starts
 * the other threads.  Several holders take theirs one after the other: each one starts
 * the next, the last one starts all others and a process `Gate', which ends at once, and
 * the holders before it wait for that end before they go on.  So no thread acts before
 * all locks are held.  A thread that holds a lock at the end of the window keeps it: it
 * loops for ever.
 */
#ifndef TRACE_WINDOW_MODEL_H
#define TRACE_WINDOW_MODEL_H

#include "ir/subject.h"
#include "trace/window.h"

/* More fields of one object are not asked about together: a pair has 27 queries. */
#define WINDOW_SET_LIMIT 24

struct window_model
{
  uint32_t events; /* the events of the window: number i has offset i + 1 in the model */
  VEC (uint32_t) thread_of_body; /* by process; TRACE_NONE: Gate */
  VEC (uint32_t) cell_of_field;  /* by field */
  VEC (uint32_t) lock_of_lock;   /* by lock of the model: the lock of the trace */
  uint32_t unnested;             /* threads whose locks do not nest: these are left out,
                                    so the model can do more than the window */
  uint32_t large;                /* fields of objects with too many fields for one atomic
                                    set: each is its own set */
};

/* Build the model in SUBJECT, which was begun (ir_subject_begin) and must be ended; the
   rest is in ARENA.  WINDOW is borrowed during the call. */
void window_model_build (struct window_model *model, const struct trace_window *window,
                         struct ir_subject *subject, struct arena *arena);

/* The event of the window at OFFSET of the model; TRACE_NONE: the step is no event. */
uint32_t window_model_event (const struct window_model *model, uint32_t offset);

#endif
