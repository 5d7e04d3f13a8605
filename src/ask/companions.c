/* companions.c -- see companions.h.  Cost: for each process in the list, a look at all
   starts of the model; and for each start, and each body when it first occurs in the
   list, a look at all processes: copies of one body join the same processes. */
#include <config.h>

#include "ask/companions.h"

#include <assert.h>

struct company
{
  const struct life_cycles *cycles;
  bool *in;     /* by process: it is in the list */
  bool *joins;  /* by body: the processes that it joins are in the list */
  bool *starts; /* by order: the processes that have this start are in the list */
  bool *wanted; /* by body: all of its processes have to be added now */
  idset joined; /* these processes have to be added now, too */
};

/* Mark the processes that have to take part because PROCESS does.  False: no new ones. */
static bool
find_wanted (struct company *g, process_id process)
{
  const struct pds *pds = g->cycles->pds;
  body_id body = pds->processes.at[process.index].body;
  bool some = false;
  g->joined = IDSET_EMPTY;
  for (uint32_t k = 0; k < g->cycles->orders.count; k++)
    {
      const struct life_order *order = &g->cycles->orders.at[k];
      if (order->starts)
        {
          if (g->starts[k] || !idset_has (pds->idsets, order->processes, process.index))
            continue;
          some = g->starts[k] = g->wanted[order->body.index] = true;
        }
      else if (!g->joins[body.index] && body_equal (order->body, body))
        {
          some = true;
          g->joined = idset_union (pds->idsets, g->joined, order->processes);
        }
    }
  g->joins[body.index] = true;
  return some;
}

uint32_t
companions_add (const struct life_cycles *cycles, process_id *list, uint32_t count,
                struct arena *arena)
{
  const struct pds *pds = cycles->pds;
  uint32_t all = pds->processes.count;
  assert (count <= all);
  if (cycles->orders.count == 0)
    return count;
  uint32_t bodies = 0;
  for (uint32_t p = 0; p < all; p++)
    if (bodies <= pds->processes.at[p].body.index)
      bodies = pds->processes.at[p].body.index + 1;
  struct company g = { .cycles = cycles, .in = arena_calloc (arena, all, sizeof (bool)) };
  g.joins = arena_calloc (arena, bodies, sizeof *g.joins);
  g.wanted = arena_calloc (arena, bodies, sizeof *g.wanted);
  g.starts = arena_calloc (arena, cycles->orders.count, sizeof *g.starts);
  for (uint32_t i = 0; i < count; i++)
    g.in[list[i].index] = true;
  for (uint32_t i = 0; i < count; i++)
    {
      quota_tick (arena->quota);
      if (!find_wanted (&g, list[i]))
        continue;
      for (process_id p = { 0 }; p.index < all; p.index++)
        if (!g.in[p.index]
            && (g.wanted[pds->processes.at[p.index].body.index]
                || idset_has (pds->idsets, g.joined, p.index)))
          {
            assert (count < all);
            list[count++] = p;
            g.in[p.index] = true;
          }
    }
  return count;
}
