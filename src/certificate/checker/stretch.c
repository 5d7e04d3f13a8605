/* stretch.c -- see stretch.h.
 *
 * Interning: the pair (R, A) is a node, and each further set of a stretch leads
 * from a node to a node; the last one is the stretch.
 */
#include <config.h>

#include "certificate/checker/stretch.h"

#include <assert.h>
#include <string.h>

void
stretches_init (struct stretches *stretches, struct idsets *locks, struct arena *arena)
{
  memset (stretches, 0, sizeof *stretches);
  stretches->arena = arena;
  stretches->locks = locks;
  pairmap_init (&stretches->shapes, arena);
  pairmap_init (&stretches->nodes, arena);
  pairmap_init (&stretches->at_node, arena);
  pairmap_init (&stretches->compositions, arena);
  stretch empty
    = stretch_make (stretches, IDSET_EMPTY, IDSET_EMPTY, IDSET_EMPTY, NULL);
  assert (empty.index == 0);
  (void) empty;
}

static uint32_t
next_node (struct stretches *stretches, struct pairmap *map, uint32_t first,
           uint32_t second)
{
  uint32_t *node = pairmap_at (map, first, second);
  if (*node == PAIRMAP_FREE)
    *node = stretches->node_count++;
  return *node;
}

stretch
stretch_make (struct stretches *stretches, idset released, idset acquired, idset used,
              const idset *orders)
{
  const struct idsets *locks = stretches->locks;
  uint32_t count = idset_count (locks, released) + idset_count (locks, acquired);
  uint32_t shape
    = next_node (stretches, &stretches->shapes, released.index, acquired.index);
  uint32_t node = next_node (stretches, &stretches->nodes, shape, used.index);
  for (uint32_t i = 0; i < count; i++)
    node = next_node (stretches, &stretches->nodes, node, orders[i].index);
  uint32_t *place = pairmap_at (&stretches->at_node, node, 0);
  if (*place != PAIRMAP_FREE)
    return (stretch){ *place };
  uint32_t number = *place = stretches->list.count;
  *vec_push (stretches->arena, &stretches->list)
    = (struct stretch_info){ shape, released, acquired, used, stretches->orders.count };
  for (uint32_t i = 0; i < count; i++)
    *vec_push (stretches->arena, &stretches->orders) = orders[i];
  return (stretch){ number };
}

stretch
stretch_acquire (struct stretches *stretches, lock_id lock)
{
  idset only = idset_add (stretches->locks, IDSET_EMPTY, lock.index);
  return stretch_make (stretches, IDSET_EMPTY, only, IDSET_EMPTY, &only);
}

stretch
stretch_release (struct stretches *stretches, lock_id lock)
{
  idset only = idset_add (stretches->locks, IDSET_EMPTY, lock.index);
  return stretch_make (stretches, only, IDSET_EMPTY, IDSET_EMPTY, &only);
}

idset
stretch_order (const struct stretches *stretches, stretch s, lock_id lock, bool after)
{
  const struct stretch_info *info = &stretches->list.at[s.index];
  const struct idsets *locks = stretches->locks;
  idset of = after ? info->acquired : info->released;
  assert (idset_has (locks, of, lock.index));
  uint32_t at = info->orders + (after ? idset_count (locks, info->released) : 0);
  for (uint32_t l = idset_next (locks, of, 0); l != lock.index;
       l = idset_next (locks, of, l + 1))
    at++;
  return stretches->orders.at[at];
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

static stretch
compose (struct stretches *stretches, stretch first, stretch second)
{
  struct idsets *locks = stretches->locks;
  struct stretch_info a = stretches->list.at[first.index];
  struct stretch_info b = stretches->list.at[second.index];
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
    *vec_push (stretches->arena, &orders)
      = idset_has (locks, a.released, l)
          ? stretch_order (stretches, first, (lock_id){ l }, false)
          : idset_union (locks, done_by_a,
                         stretch_order (stretches, second, (lock_id){ l }, false));
  for (uint32_t l = idset_next (locks, acquired, 0); l != UINT32_MAX;
       l = idset_next (locks, acquired, l + 1))
    *vec_push (stretches->arena, &orders)
      = idset_has (locks, b.acquired, l)
          ? stretch_order (stretches, second, (lock_id){ l }, true)
          : idset_union (locks, stretch_order (stretches, first, (lock_id){ l }, true),
                         done_by_b);
  return stretch_make (stretches, released, acquired, used, orders.at);
}

stretch
stretch_compose (struct stretches *stretches, stretch a, stretch b)
{
  if (a.index == 0)
    return b;
  if (b.index == 0)
    return a;
  uint32_t known = pairmap_get (&stretches->compositions, a.index, b.index);
  if (known != PAIRMAP_FREE)
    return (stretch){ known };
  stretches->work++;
  stretch result = compose (stretches, a, b);
  *pairmap_at (&stretches->compositions, a.index, b.index) = result.index;
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
stretch_is_below (struct stretches *stretches, stretch a, stretch b)
{
  if (a.index == b.index)
    return true;
  const struct stretch_info *x = &stretches->list.at[a.index];
  const struct stretch_info *y = &stretches->list.at[b.index];
  if (x->shape != y->shape)
    return false;
  stretches->work++;
  const struct idsets *locks = stretches->locks;
  if (!is_subset (locks, x->used, y->used))
    return false;
  uint32_t count = idset_count (locks, x->released) + idset_count (locks, x->acquired);
  for (uint32_t i = 0; i < count; i++)
    if (!is_subset (locks, stretches->orders.at[x->orders + i],
                    stretches->orders.at[y->orders + i]))
      return false;
  return true;
}
