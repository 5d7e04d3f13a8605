/* repair_order.c -- does a repair make the order of locks a cycle? (repair.h)
 *
 * Two models are read: without the repair, and with it.  What is new in the order of
 * locks has to do with the lock of the repair, so only cycles through this lock are
 * sought.  The declarations are the same in both, and so are the numbers
 * of locks and processes.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "explain/repair.h"
#include "ir/lock_order.h"

static bool
read_text (struct eml *eml, const struct finding *finding, const char *text)
{
  assert (text);
  return eml_read_text (eml, finding->eml->source.path, text, strlen (text));
}

static void
keep_cycle (struct repair *repair, const struct lock_cycle *cycle)
{
  repair->cycle = cycle->length;
  assert (cycle->length == 0 || lock_equal (cycle->locks[0], repair->lock));
  for (uint32_t i = 0; i < cycle->length && i < REPAIR_WAITS; i++)
    repair->waits[i] = (struct repair_wait){ cycle->takes[i].process, cycle->locks[i] };
}

/* Seek a cycle that REPAIR makes, besides EARLIER ones or null.  A text that cannot be
   read, in this memory or at all, has no cycle that is known. */
static void
seek_cycle (struct repair *repair, const struct finding *finding,
            const struct repairs *earlier, struct arena *arena)
{
  struct repairs repairs = { .list = VEC_EMPTY };
  assert (repair->cycle == 0 && repair->count >= 1);
  for (uint32_t i = 0; earlier && i < earlier->list.count; i++)
    *vec_push (arena, &repairs.list) = earlier->list.at[i];
  const char *before = repair_text (&repairs, finding, arena);
  *vec_push (arena, &repairs.list) = repair;
  const char *after = repair_text (&repairs, finding, arena);
  struct quota quota;
  struct eml old, new;
  quota_init (&quota);
  eml_init (&old, &quota);
  eml_init (&new, &quota);
  if (!quota_checkpoint (&quota) && read_text (&old, finding, before)
      && read_text (&new, finding, after))
    {
      struct lock_order known, order;
      lock_order_init (&known, &old.lowering, &old.arena);
      lock_order_init (&order, &new.lowering, &new.arena);
      struct lock_cycle cycle = lock_order_new_cycle (&order, repair->lock, &known);
      keep_cycle (repair, &cycle);
    }
  eml_clear (&old);
  eml_clear (&new);
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
