/* summary.c -- see summary.h.
 *
 * Interning: the pair (R, A) is a node, and each further set of a summary leads
 * from a node to a node; the last one is the summary.
 */
#include <config.h>

#include "certificate/checker/summary.h"

#include <assert.h>
#include <string.h>

void
summaries_init (struct summaries *summaries, struct idsets *locks, struct arena *arena)
{
  memset (summaries, 0, sizeof *summaries);
  summaries->arena = arena;
  summaries->locks = locks;
  pairmap_init (&summaries->shapes, arena);
  pairmap_init (&summaries->nodes, arena);
  pairmap_init (&summaries->at_node, arena);
  pairmap_init (&summaries->compositions, arena);
  summary empty
    = summary_make (summaries, IDSET_EMPTY, IDSET_EMPTY, IDSET_EMPTY, NULL);
  assert (empty.index == 0);
  (void) empty;
}

static uint32_t
next_node (struct summaries *summaries, struct pairmap *map, uint32_t first,
           uint32_t second)
{
  uint32_t *node = pairmap_at (map, first, second);
  if (*node == PAIRMAP_FREE)
    *node = summaries->node_count++;
  return *node;
}

summary
summary_make (struct summaries *summaries, idset released, idset acquired, idset used,
              const idset *orders)
{
  const struct idsets *locks = summaries->locks;
  uint32_t count = idset_count (locks, released) + idset_count (locks, acquired);
  uint32_t shape
    = next_node (summaries, &summaries->shapes, released.index, acquired.index);
  uint32_t node = next_node (summaries, &summaries->nodes, shape, used.index);
  for (uint32_t i = 0; i < count; i++)
    node = next_node (summaries, &summaries->nodes, node, orders[i].index);
  uint32_t *place = pairmap_at (&summaries->at_node, node, 0);
  if (*place != PAIRMAP_FREE)
    return (summary){ *place };
  uint32_t number = *place = summaries->list.count;
  *vec_push (summaries->arena, &summaries->list)
    = (struct summary_info){ shape, released, acquired, used, summaries->orders.count };
  for (uint32_t i = 0; i < count; i++)
    *vec_push (summaries->arena, &summaries->orders) = orders[i];
  return (summary){ number };
}

summary
summary_acquire (struct summaries *summaries, uint32_t lock)
{
  idset only = idset_add (summaries->locks, IDSET_EMPTY, lock);
  return summary_make (summaries, IDSET_EMPTY, only, IDSET_EMPTY, &only);
}

summary
summary_release (struct summaries *summaries, uint32_t lock)
{
  idset only = idset_add (summaries->locks, IDSET_EMPTY, lock);
  return summary_make (summaries, only, IDSET_EMPTY, IDSET_EMPTY, &only);
}

idset
summary_order (const struct summaries *summaries, summary s, uint32_t lock, bool after)
{
  const struct summary_info *info = &summaries->list.at[s.index];
  const struct idsets *locks = summaries->locks;
  idset of = after ? info->acquired : info->released;
  assert (idset_has (locks, of, lock));
  uint32_t at = info->orders + (after ? idset_count (locks, info->released) : 0);
  for (uint32_t l = idset_next (locks, of, 0); l != lock; l = idset_next (locks, of, l + 1))
    at++;
  return summaries->orders.at[at];
}

/* ---- Composition. ----
 *
 * A lock of B's R that A acquired is used by the whole: acquired and released
 * again.  What B releases of the locks held before A comes behind all that A
 * did; what A acquired and B does not release comes before all that B did.
 */

static idset
both (struct idsets *locks, idset a, idset b)
{
  return idset_minus (locks, a, idset_minus (locks, a, b));
}

static summary
compose (struct summaries *summaries, summary first, summary second)
{
  struct idsets *locks = summaries->locks;
  struct summary_info a = summaries->list.at[first.index];
  struct summary_info b = summaries->list.at[second.index];
  idset closed = both (locks, a.acquired, b.released);
  idset late = idset_minus (locks, b.released, a.acquired);
  idset kept = idset_minus (locks, a.acquired, b.released);
  idset released = idset_union (locks, a.released, late);
  idset acquired = idset_union (locks, kept, b.acquired);
  idset used = idset_union (locks, idset_union (locks, a.used, b.used), closed);
  idset done_by_a
    = idset_union (locks, idset_union (locks, a.released, a.used), a.acquired);
  idset done_by_b = idset_union (locks, b.acquired, b.used);

  VEC (idset) orders = VEC_EMPTY;
  for (uint32_t l = idset_next (locks, released, 0); l != UINT32_MAX;
       l = idset_next (locks, released, l + 1))
    *vec_push (summaries->arena, &orders)
      = idset_has (locks, a.released, l)
          ? summary_order (summaries, first, l, false)
          : idset_union (locks, done_by_a, summary_order (summaries, second, l, false));
  for (uint32_t l = idset_next (locks, acquired, 0); l != UINT32_MAX;
       l = idset_next (locks, acquired, l + 1))
    *vec_push (summaries->arena, &orders)
      = idset_has (locks, b.acquired, l)
          ? summary_order (summaries, second, l, true)
          : idset_union (locks, summary_order (summaries, first, l, true), done_by_b);
  return summary_make (summaries, released, acquired, used, orders.at);
}

summary
summary_compose (struct summaries *summaries, summary a, summary b)
{
  if (a.index == 0)
    return b;
  if (b.index == 0)
    return a;
  uint32_t known = pairmap_get (&summaries->compositions, a.index, b.index);
  if (known != PAIRMAP_FREE)
    return (summary){ known };
  summaries->work++;
  summary result = compose (summaries, a, b);
  *pairmap_at (&summaries->compositions, a.index, b.index) = result.index;
  return result;
}

/* ---- Order. ---- */

static bool
is_subset (const struct idsets *locks, idset a, idset b)
{
  if (idset_equal (a, b))
    return true;
  for (uint32_t l = idset_next (locks, a, 0); l != UINT32_MAX;
       l = idset_next (locks, a, l + 1))
    if (!idset_has (locks, b, l))
      return false;
  return true;
}

bool
summary_is_below (struct summaries *summaries, summary a, summary b)
{
  if (a.index == b.index)
    return true;
  const struct summary_info *x = &summaries->list.at[a.index];
  const struct summary_info *y = &summaries->list.at[b.index];
  if (x->shape != y->shape)
    return false;
  summaries->work++;
  const struct idsets *locks = summaries->locks;
  if (!is_subset (locks, x->used, y->used))
    return false;
  uint32_t count = idset_count (locks, x->released) + idset_count (locks, x->acquired);
  for (uint32_t i = 0; i < count; i++)
    if (!is_subset (locks, summaries->orders.at[x->orders + i],
                    summaries->orders.at[y->orders + i]))
      return false;
  return true;
}
