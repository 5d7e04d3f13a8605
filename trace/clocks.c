/* clocks.c -- see clocks.h. */
#include <config.h>

#include "trace/clocks.h"

#include <assert.h>
#include <string.h>

void
clocks_init (struct clocks *clocks, struct arena *arena)
{
  assert (clocks && arena);
  *clocks = (struct clocks){ .arena = arena };
}

static struct clock *
clock_at (struct clocks *clocks, uint32_t element)
{
  while (clocks->clocks.count <= element)
    *vec_push (clocks->arena, &clocks->clocks) = (struct clock){ NULL, 0, 0 };
  return &clocks->clocks.at[element];
}

/* Let CLOCK have times for COUNT threads at least. */
static void
extend (struct clocks *clocks, struct clock *clock, uint32_t count)
{
  if (clock->count >= count)
    return;
  if (clock->capacity < count)
    {
      uint32_t capacity = count + count / 2;
      clock->times
        = arena_grow (clocks->arena, clock->times, clock->capacity * sizeof *clock->times,
                      capacity * sizeof *clock->times);
      clock->capacity = capacity;
    }
  memset (clock->times + clock->count, 0, (count - clock->count) * sizeof *clock->times);
  clock->count = count;
  assert (clock->count <= clock->capacity);
}

void
clocks_edge (struct clocks *clocks, struct edge edge, uint32_t thread)
{
  assert (edge.from != edge.to);
  (void) clock_at (clocks, edge.from > edge.to ? edge.from : edge.to);
  struct clock *from = &clocks->clocks.at[edge.from], *to = &clocks->clocks.at[edge.to];
  if (thread != TRACE_NONE)
    {
      extend (clocks, from, thread + 1);
      assert (from->times[thread] <= edge.time);
      from->times[thread] = edge.time;
    }
  extend (clocks, to, from->count);
  assert (to->count >= from->count);
  const uint32_t *known = from->times;
  uint32_t *times = to->times;
  for (uint32_t i = 0; i < from->count; i++)
    times[i] = times[i] > known[i] ? times[i] : known[i];
}
