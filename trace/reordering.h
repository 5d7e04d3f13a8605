/* reordering.h -- is a list of events a reordering of a window?
 *
 * Each thread makes its own events in the order of the trace, and need not make all of
 * them.  Locks exclude, a thread begins after it is forked, and a join waits for the last
 * event of the thread in the window.  If reads are to be consistent, each read after
 * which its thread goes on sees the write that it saw in the trace: then a program whose
 * only non-determinism is its schedule can do just that.
 *
 * This is the definition, and shares nothing with what searches for reorderings.
 */
#ifndef TRACE_REORDERING_H
#define TRACE_REORDERING_H

#include "trace/window.h"

/* Events of a window, by their index: those that happen, in their order, and those that
   are then about to happen, of different threads: the accesses of a race, or the acquires
   of a deadlock. */
struct reordering
{
  const uint32_t *order;
  uint32_t count;
  const uint32_t *ends;
  uint32_t end_count;
  bool consistent_reads;
};

/* Does REORDERING keep to the rules?  SCRATCH is used and left. */
bool reordering_check (const struct trace_window *window,
                       const struct reordering *reordering, struct arena *scratch);

#endif
