/* reorder_cone.h -- what has to happen before some events of a window can, if reads must
 * see the same writes: the smallest beginning of each thread that has, with an event, all
 * that its thread did before; with a read, the write that it saw; with the first event of
 * a thread, its fork; with a join, all of the thread.
 *
 * All of that has to happen, in every reordering.  A wide cone has a little more: threads
 * other than those of the events go on until they hold no lock, so that they block
 * nobody.  That is a good place to search in: a reordering within it is one of the
 * window, but there may be others.
 */
#ifndef TRACE_REORDER_CONE_H
#define TRACE_REORDER_CONE_H

#include "trace/window.h"

/* The events of each thread of a window, by their index. */
struct window_lines
{
  uint32_t **events; /* by thread */
  uint32_t *lengths;
  uint32_t *place; /* by event: its place in the line of its thread */
};

void window_lines_init (struct window_lines *lines, const struct trace_window *window,
                        struct arena *arena);

/* The event of WINDOW with this NUMBER in the trace, or TRACE_NONE. */
uint32_t window_event_numbered (const struct trace_window *window, uint64_t number);

/* BOUNDS, by thread: how many of its events are in the cone of COUNT events.  INCLUSIVE:
   these events themselves happen, too.  WIDE: as above. */
void reorder_cone (const struct trace_window *window, const struct window_lines *lines,
                   const uint32_t *events, uint32_t count, bool inclusive, bool wide,
                   uint32_t *bounds, struct arena *scratch);

#endif
