/* worklist.h -- numbers that are still to be looked at, each of them once in a round.
 *
 *     struct worklist work;
 *     worklist_init (&work, count, arena);
 *     worklist_add (&work, entry);
 *     for (uint32_t at; worklist_take (&work, &at);)
 *       ... worklist_add (&work, next) ...
 *
 * This is a search in depth.  For one in breadth, go through `list' by index and take
 * nothing.  A new round costs nothing, so that many searches share one table.
 */
#ifndef BASE_WORKLIST_H
#define BASE_WORKLIST_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

struct worklist
{
  struct arena *arena;
  uint32_t *met; /* by number: the last round that met it */
  uint32_t round;
  VEC (uint32_t) list;
};

/* For numbers below COUNT; the first round begins. */
static inline void
worklist_init (struct worklist *work, uint32_t count, struct arena *arena)
{
  *work = (struct worklist){ .arena = arena, .round = 1 };
  work->met = arena_calloc (arena, count, sizeof *work->met);
}

/* The next round begins: no number has been met. */
static inline void
worklist_restart (struct worklist *work)
{
  assert (work->round < UINT32_MAX);
  work->round++;
  work->list.count = 0;
}

static inline bool
worklist_has_met (const struct worklist *work, uint32_t number)
{
  return work->met[number] == work->round;
}

/* True: NUMBER is met for the first time, and is to be looked at. */
static inline bool
worklist_add (struct worklist *work, uint32_t number)
{
  if (worklist_has_met (work, number))
    return false;
  work->met[number] = work->round;
  *vec_push (work->arena, &work->list) = number;
  return true;
}

/* *NUMBER is looked at next, the one that was added last; false: there is none. */
static inline bool
worklist_take (struct worklist *work, uint32_t *number)
{
  if (work->list.count == 0)
    return false;
  *number = work->list.at[--work->list.count];
  return true;
}

#endif
