/* held.c -- see held.h. */
#include <config.h>

#include "trace/held.h"

#include <assert.h>
#include <string.h>

void
held_init (struct held_chains *held, struct arena *arena)
{
  assert (held && arena);
  *held = (struct held_chains){ .arena = arena, .free = HELD_NONE };
  *vec_push (arena, &held->links) = (struct held_link){ HELD_NONE, TRACE_NONE };
}

uint32_t
held_add (struct held_chains *held, uint32_t chain, uint32_t lock)
{
  assert (lock != TRACE_NONE && chain < held->links.count);
  uint32_t link = held->free;
  if (link != HELD_NONE)
    held->free = held->links.at[link].rest;
  else
    {
      link = held->links.count;
      (void) vec_push (held->arena, &held->links);
    }
  held->links.at[link] = (struct held_link){ chain, lock };
  held->used++;
  assert (link != HELD_NONE && held->used < held->links.count);
  return link;
}

/* The locks taken after LOCK are put on top of the rest again.  Threads hold few locks,
   so these are few links. */
uint32_t
held_remove (struct held_chains *held, uint32_t chain, uint32_t lock, bool *nests)
{
  assert (chain != HELD_NONE);
  *nests = held_lock (held, chain) == lock;
  if (*nests)
    return held_rest (held, chain);
  VEC (uint32_t) later = VEC_EMPTY;
  struct arena scratch;
  arena_init (&scratch, held->arena->quota);
  while (held_lock (held, chain) != lock)
    {
      *vec_push (&scratch, &later) = held_lock (held, chain);
      chain = held_rest (held, chain);
    }
  assert (later.count > 0);
  chain = held_rest (held, chain);
  while (later.count > 0)
    chain = held_add (held, chain, later.at[--later.count]);
  arena_clear (&scratch);
  return chain;
}

void
held_unmark (struct held_chains *held)
{
  assert (held->links.count > 0 && held->links.at[HELD_NONE].lock == TRACE_NONE);
  vec_reserve (held->arena, &held->marks, held->links.count);
  held->marks.count = held->links.count;
  memset (held->marks.at, 0, held->marks.count * sizeof *held->marks.at);
  held->marks.at[HELD_NONE] = true;
}

void
held_mark (struct held_chains *held, uint32_t chain)
{
  assert (held->marks.count == held->links.count);
  for (; !held->marks.at[chain]; chain = held_rest (held, chain))
    {
      assert (held_lock (held, chain) != TRACE_NONE);
      held->marks.at[chain] = true;
    }
}

void
held_sweep (struct held_chains *held)
{
  assert (held->marks.count == held->links.count);
  held->free = HELD_NONE;
  held->used = 0;
  for (uint32_t i = held->links.count - 1; i > HELD_NONE; i--)
    if (held->marks.at[i])
      held->used++;
    else
      {
        held->links.at[i] = (struct held_link){ held->free, TRACE_NONE };
        held->free = i;
      }
}
