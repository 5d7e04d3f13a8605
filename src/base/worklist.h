/* worklist.h -- numbers that wait to be visited, each once in a round.
 *
 *     struct worklist work;
 *     worklist_init (&work, count, arena);
 *     worklist_add (&work, entry);
 *     for (uint32_t at; worklist_take (&work, &at);)
 *       ... worklist_add (&work, next) ...
 *
 * The number added last is taken first: a search in depth.  For one in breadth, go
 * through `list' by index and take nothing.  A new round costs nothing, so that many
 * searches share one table.
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

/* Begin the first round, for numbers below COUNT. */
static inline void
worklist_init (struct worklist *work, uint32_t count, struct arena *arena)
{
  *work = (struct worklist){ .arena = arena, .round = 1 };
  work->met = arena_calloc (arena, count, sizeof *work->met);
}

/* Begin the next round, which has met no number yet. */
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

/* Add NUMBER to be visited; false: this round has met it before. */
static inline bool
worklist_add (struct worklist *work, uint32_t number)
{
  if (worklist_has_met (work, number))
    return false;
  work->met[number] = work->round;
  *vec_push (work->arena, &work->list) = number;
  return true;
}

/* Take *NUMBER, the one that was added last; false: none is left. */
static inline bool
worklist_take (struct worklist *work, uint32_t *number)
{
  if (work->list.count == 0)
    return false;
  *number = work->list.at[--work->list.count];
  return true;
}

#endif
