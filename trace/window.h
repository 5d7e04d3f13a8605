/* window.h -- a part of a trace, for prediction: its events, and the state of threads and
 * locks in which it begins.
 *
 * A trace that is longer than a window is cut into windows of a given number of events,
 * each of which begins in the middle of the one before.  What is predicted from a window
 * is a reordering of its events after everything before it happened as recorded.
 *
 * Irrelevant events are left out of the window: nested operations on locks, calls of
 * methods that are no units.  A cell is a variable until it is new again: accesses before
 * and after a `new' of its object are to different cells.
 */
#ifndef TRACE_WINDOW_H
#define TRACE_WINDOW_H

#include "base/pairmap.h"
#include "trace/unit_filter.h"

struct window_event
{
  uint64_t number; /* in the trace */
  uint32_t thread;
  uint32_t object; /* of an access the cell; else as in struct trace_event */
  uint32_t location;
  enum trace_op op; /* no TRACE_ENTER, TRACE_EXIT, TRACE_NEW */
  uint64_t source;  /* of a read: the number of the write that it saw, or 0: none */
};

struct window_cell
{
  uint32_t variable;
  uint32_t object; /* the object whose field it is, or TRACE_NONE */
  uint32_t generation;
};

/* A thread at the beginning of the window. */
struct window_thread
{
  bool runs;      /* it has been forked, or needs no fork */
  bool is_joined; /* it has been joined */
  bool in_unit;
  VEC (uint32_t) held; /* locks, the one taken first first */
};

struct trace_window
{
  VEC (struct window_event) events;
  VEC (struct window_thread) threads; /* by thread */
  VEC (struct window_cell) cells;
  VEC (uint64_t)
  last_write;             /* by cell: the number of its last write before the
                             window, or 0: none */
  bool is_first, is_last; /* of the trace */
};

struct windows
{
  struct arena *arena;
  const struct trace_names *names;
  uint32_t size;             /* the number of events of a window */
  struct unit_filter filter; /* which methods are units: set its IS_UNIT */
  void (*work) (void *context, const struct trace_window *window);
  void *context;

  struct trace_window window;
  VEC (uint32_t) depth;      /* by thread: units that are open after the last event */
  VEC (uint32_t) generation; /* by object */
  struct pairmap cells;      /* (variable, generation) -> cell */
  VEC (uint64_t) writes;     /* by cell: the number of the last write */
  uint64_t done;             /* the number of windows done */
  uint64_t units;            /* units that began */
};

/* Windows of SIZE events, at least 2.  NAMES are borrowed. */
void windows_init (struct windows *windows, const struct trace_names *names,
                   uint32_t size, struct arena *arena);

void windows_event (struct windows *windows, const struct trace_event *event);

/* End of the trace: hand over the last window. */
void windows_end (struct windows *windows);

/* Update the held locks of THREAD by EVENT, which is its own. */
void window_thread_step (struct window_thread *thread, const struct window_event *event,
                         struct arena *arena);

#endif
