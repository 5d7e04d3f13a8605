/* repair_order.c -- does a repair make the order of locks a cycle? (repair.h)
 *
 * Two models are compared: without the repair, and with it.  What is new in the order of
 * locks has to do with the lock of the repair, so only cycles through this lock are
 * sought.  The declarations are the same in both, and so are the numbers
 * of locks and processes.
 */
#include <config.h>

#include <assert.h>

#include "explain/repaired.h"
#include "ir/lock_order.h"

static void
keep_cycle (struct repair *repair, const struct lock_cycle *cycle)
{
  repair->cycle = cycle->length;
  assert (cycle->length == 0 || lock_equal (cycle->locks[0], repair->lock));
  for (uint32_t i = 0; i < cycle->length && i < REPAIR_WAITS; i++)
    repair->waits[i] = (struct repair_wait){ cycle->takes[i].process, cycle->locks[i] };
}

/* Seek a cycle that REPAIR makes, besides EARLIER ones or null.  What is no model, or
   does not fit into memory, has no cycle that is known. */
static void
seek_cycle (struct repair *repair, const struct finding *finding,
            const struct repairs *earlier, struct arena *arena)
{
  struct repairs without = { .list = VEC_EMPTY }, with = { .list = VEC_EMPTY };
  assert (repair->cycle == 0 && repair->count >= 1);
  for (uint32_t i = 0; earlier && i < earlier->list.count; i++)
    *vec_push (arena, &without.list) = *vec_push (arena, &with.list)
      = earlier->list.at[i];
  *vec_push (arena, &with.list) = repair;
  struct quota quota;
  struct repaired old, new;
  quota_init (&quota);
  repaired_init (&old, &quota);
  repaired_init (&new, &quota);
  if (!quota_checkpoint (&quota) && repaired_make (&old, &without, finding)
      && repaired_make (&new, &with, finding))
    {
      struct lock_order known, order;
      lock_order_init (&known, &old.lowering, &old.arena);
      lock_order_init (&order, &new.lowering, &new.arena);
      struct lock_cycle cycle = lock_order_new_cycle (&order, repair->lock, &known);
      keep_cycle (repair, &cycle);
    }
  repaired_clear (&new);
  repaired_clear (&old);
}

void
repair_find_cycle (struct repair *repair, const struct finding *finding,
                   const struct repairs *earlier, struct arena *arena)
{
  assert (!repair->together);
  seek_cycle (repair, finding, NULL, arena);
  if (repair->cycle > 0 || !earlier || earlier->list.count == 0)
    return;
  seek_cycle (repair, finding, earlier, arena);
  repair->together = repair->cycle > 0;
}
