/* compat.c -- see compat.h. */
#include <config.h>

#include "tests/spec/compat.h"

#include <assert.h>

static bool
holds_lock (history_locks set, unsigned lock)
{
  return set >> lock & 1;
}

/* Conditions 1, 2 and 3 for two processes. */
static bool
are_disjoint (const struct history *a, const struct history *b)
{
  return !(history_initially_held (a) & history_initially_held (b))
         && !(history_finally_held (a) & history_finally_held (b))
         && !((a->acquired | a->used) & b->held) && !((b->acquired | b->used) & a->held);
}

/* Does the graph with edges l -> m for m in NEXT[l], m /= l, have a cycle?
   (Warshall's closure, a row of bits at a time.) */
static bool
has_cycle (const history_locks *next)
{
  history_locks reach[HISTORY_LOCKS];
  for (unsigned l = 0; l < HISTORY_LOCKS; l++)
    reach[l] = next[l] & ~((history_locks) 1 << l);
  for (unsigned k = 0; k < HISTORY_LOCKS; k++)
    for (unsigned l = 0; l < HISTORY_LOCKS; l++)
      if (holds_lock (reach[l], k))
        reach[l] |= reach[k];
  for (unsigned l = 0; l < HISTORY_LOCKS; l++)
    if (holds_lock (reach[l], l))
      return true;
  return false;
}

bool
compat_histories (const struct history *histories, uint32_t count)
{
  for (uint32_t p = 0; p < count; p++)
    for (uint32_t q = p + 1; q < count; q++)
      if (!are_disjoint (&histories[p], &histories[q]))
        return false;
  /* The graphs of all processes together; since no two hold the same lock, an
     edge knows its process by the lock it starts from. */
  history_locks after[HISTORY_LOCKS] = { 0 }, before[HISTORY_LOCKS] = { 0 };
  for (uint32_t p = 0; p < count; p++)
    for (unsigned l = 0; l < HISTORY_LOCKS; l++)
      {
        if (holds_lock (histories[p].acquired, l))
          after[l] |= histories[p].acquired_after[l];
        if (holds_lock (histories[p].released, l))
          before[l] |= histories[p].released_before[l];
      }
  return !has_cycle (after) && !has_cycle (before);
}
