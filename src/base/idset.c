/* idset.c -- see idset.h.
 *
 * The canonical form.  A set whose members are all below 64 is a leaf.  Any
 * other set has the least height h with all members below 64 * 2^h, and is split
 * at s = 64 * 2^(h-1): `low' is the set of the members below s, `high' the set
 * of m - s for all other members m.  Since h is minimal, `high' is not empty;
 * both are canonical themselves, of any height below h.  Hence equal sets are
 * equal nodes, and every recursion below goes at most 26 deep.
 */
#include <config.h>

#include "base/idset.h"

#include <assert.h>

void
idsets_init (struct idsets *sets, struct arena *arena)
{
  *sets = (struct idsets){ .arena = arena };
  pairmap_init (&sets->halves, arena);
  pairmap_init (&sets->ids, arena);
  *vec_push (arena, &sets->nodes) = (struct idset_node){ 0, 0, 0 };
}

static struct idset_node
node_of (const struct idsets *sets, idset set)
{
  assert (set.index < sets->nodes.count);
  return sets->nodes.at[set.index];
}

static idset
intern (struct idsets *sets, struct idset_node node)
{
  assert (sets->nodes.count > 0);
  uint32_t pair = pairmap_number (&sets->halves, node.low, node.high);
  uint32_t *id = pairmap_at (&sets->ids, pair, node.height);
  if (*id == PAIRMAP_FREE)
    {
      *id = sets->nodes.count;
      *vec_push (sets->arena, &sets->nodes) = node;
    }
  return (idset){ *id };
}

void
idsets_copy (struct idsets *copy, const struct idsets *sets, struct arena *arena)
{
  idsets_init (copy, arena);
  for (uint32_t i = 1; i < sets->nodes.count; i++)
    intern (copy, sets->nodes.at[i]);
  assert (copy->nodes.count == sets->nodes.count);
}

static idset
make_leaf (struct idsets *sets, uint64_t mask)
{
  if (!mask)
    return IDSET_EMPTY;
  return intern (sets,
                 (struct idset_node){ 0, (uint32_t) mask, (uint32_t) (mask >> 32) });
}

static idset
make_inner (struct idsets *sets, uint32_t height, idset low, idset high)
{
  assert (height > 0);
  assert (node_of (sets, low).height < height && node_of (sets, high).height < height);
  if (idset_is_empty (high))
    return low;
  return intern (sets, (struct idset_node){ height, low.index, high.index });
}

static uint64_t
leaf_mask (struct idset_node node)
{
  assert (node.height == 0);
  return (uint64_t) node.high << 32 | node.low;
}

static uint64_t
split_of (uint32_t height)
{
  assert (0 < height && height <= 26);
  return (uint64_t) 32 << height;
}

static idset
low_of (struct idset_node node)
{
  return (idset){ node.low };
}

static idset
high_of (struct idset_node node)
{
  return (idset){ node.high };
}

bool
idset_is_empty (idset set)
{
  return set.index == 0;
}

bool
idset_equal (idset a, idset b)
{
  return a.index == b.index;
}

static idset
singleton (struct idsets *sets, uint32_t member)
{
  if (member < 64)
    return make_leaf (sets, (uint64_t) 1 << member);
  uint32_t height = 1;
  while (member >= split_of (height) * 2)
    height++;
  idset high = singleton (sets, member - (uint32_t) split_of (height));
  return make_inner (sets, height, IDSET_EMPTY, high);
}

idset
idset_add (struct idsets *sets, idset set, uint32_t member)
{
  if (idset_has (sets, set, member))
    return set;
  assert (member != UINT32_MAX);
  return idset_union (sets, set, singleton (sets, member));
}

/* The union of A and B or, if MINUS, A without B. */
static idset
combine (struct idsets *sets, idset a, idset b, bool minus)
{
  if (idset_is_empty (a) || idset_equal (a, b))
    return minus ? IDSET_EMPTY : b;
  if (idset_is_empty (b))
    return a;
  struct idset_node x = node_of (sets, a), y = node_of (sets, b);
  if (x.height < y.height)
    return minus ? combine (sets, a, low_of (y), true) : combine (sets, b, a, false);
  if (x.height == 0)
    return make_leaf (sets, minus ? leaf_mask (x) & ~leaf_mask (y)
                                  : leaf_mask (x) | leaf_mask (y));
  bool same = x.height == y.height;
  idset low = combine (sets, low_of (x), same ? low_of (y) : b, minus);
  idset high = same ? combine (sets, high_of (x), high_of (y), minus) : high_of (x);
  return make_inner (sets, x.height, low, high);
}

idset
idset_union (struct idsets *sets, idset a, idset b)
{
  return combine (sets, a, b, false);
}

idset
idset_minus (struct idsets *sets, idset a, idset b)
{
  return combine (sets, a, b, true);
}

/* The members of A but those outside of B. */
idset
idset_common (struct idsets *sets, idset a, idset b)
{
  return idset_minus (sets, a, idset_minus (sets, a, b));
}

bool
idset_has (const struct idsets *sets, idset set, uint32_t member)
{
  struct idset_node node = node_of (sets, set);
  while (node.height > 0)
    {
      uint32_t split = (uint32_t) split_of (node.height);
      if (member < split)
        node = node_of (sets, low_of (node));
      else
        {
          member -= split;
          node = node_of (sets, high_of (node));
        }
    }
  return member < 64 && (leaf_mask (node) >> member & 1);
}

bool
idset_meets (const struct idsets *sets, idset a, idset b)
{
  if (idset_is_empty (a) || idset_is_empty (b))
    return false;
  struct idset_node x = node_of (sets, a), y = node_of (sets, b);
  if (x.height == 0 && y.height == 0)
    return leaf_mask (x) & leaf_mask (y);
  if (x.height < y.height)
    return idset_meets (sets, a, low_of (y));
  if (x.height > y.height)
    return idset_meets (sets, low_of (x), b);
  return idset_meets (sets, low_of (x), low_of (y))
         || idset_meets (sets, high_of (x), high_of (y));
}

uint32_t
idset_count (const struct idsets *sets, idset set)
{
  struct idset_node node = node_of (sets, set);
  if (node.height == 0)
    return (uint32_t) __builtin_popcountll (leaf_mask (node));
  return idset_count (sets, low_of (node)) + idset_count (sets, high_of (node));
}

uint32_t
idset_next (const struct idsets *sets, idset set, uint32_t from)
{
  struct idset_node node = node_of (sets, set);
  if (node.height == 0)
    {
      uint64_t rest = from < 64 ? leaf_mask (node) >> from : 0;
      return rest ? from + (uint32_t) __builtin_ctzll (rest) : UINT32_MAX;
    }
  uint32_t split = (uint32_t) split_of (node.height);
  if (from < split)
    {
      uint32_t found = idset_next (sets, low_of (node), from);
      if (found != UINT32_MAX)
        return found;
      from = split;
    }
  uint32_t found = idset_next (sets, high_of (node), from - split);
  return found == UINT32_MAX ? found : found + split;
}
