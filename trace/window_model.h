/* window_model.h -- a window of a trace as a model, in EML.
 *
 * Each thread is a process, a straight line of its events; forks and joins are starts and
 * joins; objects are atomic sets.  An execution of the model is a reordering of events of
 * the window that keeps the order of each thread, and in which locks exclude, threads run
 * after they are forked, and joins wait: as far as that goes, and no further.
 *
 * Variables that only one thread accesses, or nobody writes, and locks that only one
 * thread uses are left out: they order nothing, and nothing can be asked of them.
 *
 * The window may begin with locks held.  A single holder takes its locks and then starts
 * the other threads.  Several holders take theirs one after the other: each one starts
 * the next, the last one starts all others and a process `Gate', which ends at once, and
 * the holders before it wait for that end before they go on.  So nobody acts before all
 * locks are held.  A thread that holds a lock at the end of the window keeps it: it runs
 * in a loop for ever.
 */
#ifndef TRACE_WINDOW_MODEL_H
#define TRACE_WINDOW_MODEL_H

#include "trace/window.h"

struct window_model
{
  const char *text;
  size_t length;
  VEC (uint32_t) event_of_line;   /* from line 1 on: an event of the window, or TRACE_NONE */
  VEC (uint32_t) thread_of_body;  /* by process, in the order of the text; TRACE_NONE: Gate */
  VEC (uint32_t) cell_of_field;   /* by field */
  VEC (uint32_t) lock_of_lock;    /* by lock of the model: the lock of the trace */
  bool nests;                     /* locks nest in every thread, and so there is a model;
                                     otherwise there is no text */
};

/* Everything is in ARENA; WINDOW is borrowed while this runs. */
void window_model_build (struct window_model *model, const struct trace_window *window,
                         struct arena *arena);

#endif
