/* clocks.h -- the happens-before relation, by vector clocks [FastTrack]: the referee of
 * locksets.h, with the interface of that and none of its code.
 *
 * Each element, a thread or a lock, has a clock: for each thread the latest time that it
 * knows of.  An edge passes on at once what its first end knows.  Cost: (threads)
 * comparisons for an event.
 */
#ifndef TRACE_CLOCKS_H
#define TRACE_CLOCKS_H

#include <stdbool.h>

#include "base/vec.h"
#include "trace/access.h"

struct clock
{
  uint32_t *times; /* by thread */
  uint32_t count;  /* threads from this one on have time 0 */
  uint32_t capacity;
};

struct clocks
{
  struct arena *arena;
  VEC (struct clock) clocks; /* by element */
};

void clocks_init (struct clocks *clocks, struct arena *arena);

/* THREAD is the thread that FROM is, or TRACE_NONE. */
void clocks_edge (struct clocks *clocks, struct edge edge, uint32_t thread);

/* Is what thread FIRST did at TIME ordered before what the thread of element TO does? */
static inline bool
clocks_ordered (const struct clocks *clocks, uint32_t first, uint32_t time, uint32_t to)
{
  const struct clock *clock = to < clocks->clocks.count ? &clocks->clocks.at[to] : NULL;
  return clock && first < clock->count && clock->times[first] >= time;
}

#endif
