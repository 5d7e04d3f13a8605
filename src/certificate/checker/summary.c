/* summary.c -- see summary.h. */
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
  pairmap_init (&summaries->compositions, arena);
  summary empty = summary_make (summaries, IDSET_EMPTY, IDSET_EMPTY, IDSET_EMPTY, NULL);
  assert (empty.index == SUMMARY_EMPTY.index);
  (void) empty;
}

static const struct summary_info *
info_of (const struct summaries *summaries, summary s)
{
  assert (s.index < summaries->list.count);
  return &summaries->list.at[s.index];
}

/* Interning: the shape, then U and each set of ORDERS, are a path in a trie.  Its
   edges are the keys of `nodes', (node, set), and are numbered: the number of an edge is
   the node that it leads to, and the value of the last edge is the summary.  Tries
   start at the complements of shapes, which no node reaches. */
summary
summary_make (struct summaries *summaries, idset released, idset acquired, idset used,
              const idset *orders)
{
  const struct idsets *locks = summaries->locks;
  uint32_t count = idset_count (locks, released) + idset_count (locks, acquired);
  uint32_t shape = pairmap_number (&summaries->shapes, released.index, acquired.index);
  uint32_t node = ~shape;
  idset set = used;
  assert (orders || count == 0);
  for (uint32_t i = 0; i < count; i++)
    {
      node = pairmap_number (&summaries->nodes, node, set.index);
      set = orders[i];
      assert (node < ~shape);
    }
  uint32_t *place = pairmap_at (&summaries->nodes, node, set.index);
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
summary_of_operation (struct summaries *summaries, lock_id lock, bool acquires)
{
  assert (lock.index != LOCK_NONE.index);
  idset only = idset_add (summaries->locks, IDSET_EMPTY, lock.index);
  return summary_make (summaries, acquires ? IDSET_EMPTY : only,
                       acquires ? only : IDSET_EMPTY, IDSET_EMPTY, &only);
}

idset
summary_order (const struct summaries *summaries, summary s, lock_id lock, bool after)
{
  const struct summary_info *info = info_of (summaries, s);
  const struct idsets *locks = summaries->locks;
  idset of = after ? info->acquired : info->released;
  assert (idset_has (locks, of, lock.index));
  uint32_t at = info->orders + (after ? idset_count (locks, info->released) : 0);
  for (uint32_t l = idset_next (locks, of, 0); l != lock.index;
       l = idset_next (locks, of, l + 1))
    at++;
  assert (at < summaries->orders.count);
  return summaries->orders.at[at];
}

/* ---- Composition. ----
 *
 * A lock that the first summary acquires and the second one releases is used by both
 * together.  A lock that was held before both and that the second one releases is
 * released after all that the first one does; a lock that the first one acquires and the
 * second one does not release is acquired before all that the second one does.
 */

static summary
compose (struct summaries *summaries, summary first, summary second)
{
  struct idsets *locks = summaries->locks;
  struct summary_info a = *info_of (summaries, first), b = *info_of (summaries, second);
  idset kept = idset_minus (locks, a.acquired, b.released);
  idset closed = idset_minus (locks, a.acquired, kept);
  idset late = idset_minus (locks, b.released, a.acquired);
  idset released = idset_union (locks, a.released, late);
  idset acquired = idset_union (locks, kept, b.acquired);
  idset used = idset_union (locks, idset_union (locks, a.used, b.used), closed);
  idset done_by_a
    = idset_union (locks, idset_union (locks, a.released, a.used), a.acquired);
  idset done_by_b = idset_union (locks, b.acquired, b.used);

  VEC (idset) orders = VEC_EMPTY;
  IDSET_EACH (l, locks, released)
    *vec_push (summaries->arena, &orders)
      = idset_has (locks, a.released, l)
          ? summary_order (summaries, first, (lock_id){ l }, false)
          : idset_union (locks, done_by_a,
                         summary_order (summaries, second, (lock_id){ l }, false));
  IDSET_EACH (l, locks, acquired)
    *vec_push (summaries->arena, &orders)
      = idset_has (locks, b.acquired, l)
          ? summary_order (summaries, second, (lock_id){ l }, true)
          : idset_union (locks, summary_order (summaries, first, (lock_id){ l }, true),
                         done_by_b);
  return summary_make (summaries, released, acquired, used, orders.at);
}

summary
summary_compose (struct summaries *summaries, summary a, summary b)
{
  assert (a.index < summaries->list.count && b.index < summaries->list.count);
  if (a.index == SUMMARY_EMPTY.index)
    return b;
  if (b.index == SUMMARY_EMPTY.index)
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
is_subset (struct idsets *locks, idset a, idset b)
{
  return idset_is_empty (idset_minus (locks, a, b));
}

bool
summary_is_below (struct summaries *summaries, summary a, summary b)
{
  if (a.index == b.index)
    return true;
  const struct summary_info *x = info_of (summaries, a), *y = info_of (summaries, b);
  if (x->shape != y->shape)
    return false;
  summaries->work++;
  struct idsets *locks = summaries->locks;
  assert (idset_equal (x->released, y->released)
          && idset_equal (x->acquired, y->acquired));
  if (!is_subset (locks, x->used, y->used))
    return false;
  uint32_t count = idset_count (locks, x->released) + idset_count (locks, x->acquired);
  for (uint32_t i = 0; i < count; i++)
    if (!is_subset (locks, summaries->orders.at[x->orders + i],
                    summaries->orders.at[y->orders + i]))
      return false;
  return true;
}
