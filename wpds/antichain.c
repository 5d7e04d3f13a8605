/* antichain.c -- see antichain.h.
 *
 * Invariant of every set: its tuples are of one degree, sorted by compare_tuples, and
 * (unless all are kept) none is below another.  Only tuples of one shape are
 * comparable, and they stand together.
 *
 * Cost: extend composes |a| |b| pairs and compares those of one shape with each other;
 * combine finds the shape of each tuple by binary search and compares within it.
 * [SPIN09] represents the same weights as BDDs (relation.h); that minimal tuples
 * suffice is theory.md, 5d.
 */
#include <config.h>

#include "wpds/antichain.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

/* ---- Tuples. ---- */

static const struct tuple_info *
info_of (const struct antichains *antichains, tuple t)
{
  assert (t.index < antichains->tuples.count);
  return &antichains->tuples.at[t.index];
}

static uint32_t
mix (uint32_t before, uint32_t last)
{
  uint64_t both = ((uint64_t) before << 32 | last) * UINT64_C (0x9E3779B97F4A7C15);
  return (uint32_t) (both >> 32) ^ (uint32_t) both;
}

static tuple
intern_tuple (struct antichains *antichains, tuple before, fragment last)
{
  assert (last.index < antichains->fragments->list.count);
  uint32_t *id = pairmap_at (&antichains->tuple_ids, before.index, last.index);
  if (*id != PAIRMAP_FREE)
    return (tuple){ *id };
  tuple made = { antichains->tuples.count };
  *id = made.index;
  const struct fragment_info *fragments = antichains->fragments->list.at;
  const struct fragment_info *added = &fragments[last.index];
  struct tuple_info info = { .before = before, .last = last, .size = added->size };
  uint32_t hash = UINT32_MAX, shape = UINT32_MAX, shape_hash = UINT32_MAX;
  if (before.index != TUPLE_NONE.index)
    {
      const struct tuple_info *beginning = info_of (antichains, before);
      info.degree = beginning->degree + 1;
      info.size += beginning->size;
      hash = beginning->hash;
      shape = beginning->shape;
      shape_hash = beginning->shape_hash;
    }
  info.hash = mix (hash, added->hash);
  info.shape_hash = mix (shape_hash, fragments[added->shape].hash);
  info.shape = pairmap_number (&antichains->shape_ids, shape, added->shape);
  *vec_push (antichains->arena, &antichains->tuples) = info;
  return made;
}

/* The recursion is as deep as B has phases. */
static tuple
compose (struct antichains *antichains, tuple a, tuple b)
{
  uint32_t known = pairmap_get (&antichains->compositions, a.index, b.index);
  if (known != PAIRMAP_FREE)
    return (tuple){ known };
  struct tuple_info x = *info_of (antichains, a), y = *info_of (antichains, b);
  tuple result
    = y.before.index == TUPLE_NONE.index
        ? intern_tuple (antichains, x.before,
                        fragment_compose (antichains->fragments, x.last, y.last))
        : intern_tuple (antichains, compose (antichains, a, y.before), y.last);
  assert (info_of (antichains, result)->degree == x.degree + y.degree);
  *pairmap_at (&antichains->compositions, a.index, b.index) = result.index;
  return result;
}

fragment
tuple_fragment (const struct antichains *antichains, tuple t, uint32_t phase)
{
  assert (phase <= info_of (antichains, t)->degree);
  for (uint32_t i = info_of (antichains, t)->degree; i > phase; i--)
    t = info_of (antichains, t)->before;
  return info_of (antichains, t)->last;
}

bool
tuple_is_below (const struct antichains *antichains, tuple a, tuple b)
{
  while (a.index != b.index)
    {
      const struct tuple_info *x = info_of (antichains, a);
      const struct tuple_info *y = info_of (antichains, b);
      if (x->shape != y->shape)
        return false;
      assert (x->degree == y->degree);
      if (!fragment_is_below (antichains->fragments, x->last, y->last))
        return false;
      a = x->before;
      b = y->before;
    }
  return true;
}

/* ---- Sets. ---- */

/* Is the budget exceeded?  Then set `exceeded', after which no set grows. */
static bool
is_exhausted (struct antichains *antichains)
{
  if (antichains->budget && antichains->work > antichains->budget)
    {
      if (!antichains->exceeded)
        LOG (2, "budget of %llu exceeded: sets of up to %u tuples",
             (unsigned long long) antichains->budget, (unsigned) antichains->largest);
      antichains->exceeded = true;
    }
  return antichains->exceeded;
}

static int
compare_shapes (const struct tuple_info *x, const struct tuple_info *y)
{
  if (x->shape_hash != y->shape_hash)
    return x->shape_hash < y->shape_hash ? -1 : 1;
  return x->shape < y->shape ? -1 : x->shape > y->shape;
}

/* Order tuples by shape, size, contents. */
static int
compare_tuples (const struct antichains *antichains, tuple t, tuple u)
{
  const struct tuple_info *x = info_of (antichains, t), *y = info_of (antichains, u);
  int order = compare_shapes (x, y);
  if (order != 0)
    return order;
  if (x->size != y->size)
    return x->size < y->size ? -1 : 1;
  if (x->hash != y->hash)
    return x->hash < y->hash ? -1 : 1;
  return t.index < u.index ? -1 : t.index > u.index;
}

#ifdef EXPENSIVE_CHECKS
static void
check_set (struct antichains *antichains, const struct antichain *set)
{
  for (uint32_t i = 0; i < set->count; i++)
    {
      tuple t = set->tuples[i];
      assert (info_of (antichains, t)->degree == set->degree);
      assert (i == 0 || compare_tuples (antichains, set->tuples[i - 1], t) < 0);
      for (uint32_t k = 0; k < set->count && !antichains->keep_all; k++)
        assert (k == i || !tuple_is_below (antichains, set->tuples[k], t));
    }
}
#endif

static const struct antichain *
make_set (struct antichains *antichains, uint32_t degree, const tuple *tuples,
          uint32_t count)
{
  if (count == 0)
    return antichains->zero;
  assert (degree <= antichains->most || degree == 1); /* `phase' is always there */
  struct antichain *set
    = arena_alloc (antichains->arena, sizeof *set + count * sizeof *set->tuples);
  set->degree = degree;
  set->count = count;
  memcpy (set->tuples, tuples, count * sizeof *tuples);
  if (antichains->largest < count)
    antichains->largest = count;
#ifdef EXPENSIVE_CHECKS
  check_set (antichains, set);
#endif
  return set;
}

const struct antichain *
antichain_single (struct antichains *antichains, tuple t)
{
  return make_set (antichains, info_of (antichains, t)->degree, &t, 1);
}

void
antichains_init (struct antichains *antichains, struct arena *arena,
                 struct fragments *fragments, uint32_t most)
{
  memset (antichains, 0, sizeof *antichains);
  antichains->arena = arena;
  antichains->fragments = fragments;
  antichains->most = most;
  /* A composition or a comparison is a walk over all rows of a fragment at most. */
  antichains->unit = 1 + (uint32_t) ((uint64_t) fragments->locks * fragments->row / 16);
  pairmap_init (&antichains->tuple_ids, arena);
  pairmap_init (&antichains->shape_ids, arena);
  pairmap_init (&antichains->compositions, arena);
  antichains->zero = arena_calloc (arena, 1, sizeof *antichains->zero);
  tuple empty = intern_tuple (antichains, TUPLE_NONE, FRAGMENT_EMPTY);
  antichains->one = antichain_single (antichains, empty);
  antichains->phase
    = antichain_single (antichains, intern_tuple (antichains, empty, FRAGMENT_EMPTY));
  size_t locks = fragments->locks;
  antichains->acquire = arena_alloc (arena, locks * sizeof *antichains->acquire);
  antichains->release = arena_alloc (arena, locks * sizeof *antichains->release);
  for (lock_number l = { 0 }; l.index < locks; l.index++)
    {
      fragment acquire = fragment_acquire (fragments, l);
      fragment release = fragment_release (fragments, l);
      antichains->acquire[l.index]
        = antichain_single (antichains, intern_tuple (antichains, TUPLE_NONE, acquire));
      antichains->release[l.index]
        = antichain_single (antichains, intern_tuple (antichains, TUPLE_NONE, release));
    }
}

/* Does one of the COUNT tuples, all of T's shape, make T superfluous? */
static bool
is_covered (const struct antichains *antichains, const tuple *tuples, uint32_t count,
            tuple t)
{
  for (uint32_t i = 0; i < count; i++)
    {
      quota_spend (antichains->arena->quota, antichains->unit);
      if (antichains->keep_all ? tuples[i].index == t.index
                               : tuple_is_below (antichains, tuples[i], t))
        return true;
    }
  return false;
}

/* Merge the sorted runs FROM[0 .. middle) and FROM[middle .. count) to TO. */
static void
merge_runs (struct antichains *antichains, const tuple *from, uint32_t middle,
            uint32_t count, tuple *to)
{
  uint32_t i = 0, k = middle;
  assert (middle <= count);
  while (i < middle && k < count)
    {
      quota_spend (antichains->arena->quota, 1);
      *to++ = compare_tuples (antichains, from[i], from[k]) < 0 ? from[i++] : from[k++];
    }
  memcpy (to, from + i, (middle - i) * sizeof *to);
  memcpy (to + (middle - i), from + k, (count - k) * sizeof *to);
}

/* Merge sort, short runs first; unlike qsort it spends work, and may unwind. */
static void
sort_tuples (struct antichains *antichains, tuple *tuples, uint32_t count)
{
  vec_reserve (antichains->arena, &antichains->sorting, count);
  tuple *from = tuples, *to = antichains->sorting.at;
  for (uint64_t run = 1; run < count; run *= 2)
    {
      for (uint64_t start = 0; start < count; start += 2 * run)
        {
          uint64_t rest = count - start;
          merge_runs (antichains, from + start, (uint32_t) (run < rest ? run : rest),
                      (uint32_t) (2 * run < rest ? 2 * run : rest), to + start);
        }
      tuple *other = from;
      from = to;
      to = other;
    }
  if (from != tuples)
    memcpy (tuples, from, count * sizeof *tuples);
}

/* Sort TUPLES and keep the minimal ones; returns their number.  Of tuples that a
   focus cannot tell apart the smallest stays. */
static uint32_t
minimise (struct antichains *antichains, tuple *tuples, uint32_t count)
{
  if (count < 2)
    return count;
  sort_tuples (antichains, tuples, count);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count;)
    {
      /* One shape at a time. */
      uint32_t shape = info_of (antichains, tuples[i])->shape;
      uint32_t start = kept, first = i;
      for (; i < count && info_of (antichains, tuples[i])->shape == shape; i++)
        {
          /* tuples[start .. kept) are the minimal ones of tuples[first .. i). */
          assert (start <= kept && kept <= i);
          tuple t = tuples[i];
          if (is_covered (antichains, tuples + start, kept - start, t))
            continue;
          uint32_t place = start;
          quota_spend (antichains->arena->quota,
                       (uint64_t) (kept - start) * antichains->unit);
          for (uint32_t k = start; k < kept; k++)
            if (antichains->keep_all || !tuple_is_below (antichains, t, tuples[k]))
              tuples[place++] = tuples[k];
          tuples[place] = t;
          kept = place + 1;
        }
      antichains->work += (uint64_t) (i - first) * (kept - start);
    }
  return kept;
}

const struct antichain *
antichain_extend (struct antichains *antichains, const struct antichain *a,
                  const struct antichain *b)
{
  if (a->count == 0 || b->count == 0 || a->degree + b->degree > antichains->most
      || is_exhausted (antichains))
    return antichains->zero;
  if (a == antichains->one)
    return b;
  if (b == antichains->one)
    return a;
  antichains->collected.count = 0;
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t k = 0; k < b->count; k++)
      {
        quota_spend (antichains->arena->quota, antichains->unit);
        tuple t = compose (antichains, a->tuples[i], b->tuples[k]);
        *vec_push (antichains->arena, &antichains->collected) = t;
        antichains->work++;
        if (is_exhausted (antichains))
          return antichains->zero;
      }
  uint32_t count
    = minimise (antichains, antichains->collected.at, antichains->collected.count);
  LOG (3, "%u x %u tuples: %u are minimal", (unsigned) a->count, (unsigned) b->count,
       (unsigned) count);
  return make_set (antichains, a->degree + b->degree, antichains->collected.at, count);
}

/* The tuples of A with the shape of T: the place of the first, and their number. */
static uint32_t
find_shape (struct antichains *antichains, const struct antichain *a, tuple t,
            uint32_t *count)
{
  const struct tuple_info *info = info_of (antichains, t);
  assert (info->degree == a->degree);
  uint32_t low = 0, high = a->count;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (compare_shapes (info_of (antichains, a->tuples[middle]), info) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  *count = 0;
  while (low + *count < a->count
         && info_of (antichains, a->tuples[low + *count])->shape == info->shape)
    ++*count;
  antichains->work += *count + 1;
  return low;
}

/* Collect the tuples of A that no tuple of B covers. */
static void
collect_uncovered (struct antichains *antichains, const struct antichain *a,
                   const struct antichain *b)
{
  for (uint32_t i = 0; i < a->count; i++)
    {
      uint32_t count;
      uint32_t first = find_shape (antichains, b, a->tuples[i], &count);
      if (!is_covered (antichains, b->tuples + first, count, a->tuples[i]))
        *vec_push (antichains->arena, &antichains->collected) = a->tuples[i];
    }
}

const struct antichain *
antichain_combine (struct antichains *antichains, const struct antichain *a,
                   const struct antichain *b, const struct antichain **news)
{
  const struct antichain *unwanted;
  if (!news)
    news = &unwanted;
  if (a->count == 0 || b->count == 0 || is_exhausted (antichains))
    {
      *news = b;
      return a->count == 0 ? b : a;
    }
  assert (a->degree == b->degree);
  antichains->collected.count = 0;
  collect_uncovered (antichains, b, a);
  *news = make_set (antichains, b->degree, antichains->collected.at,
                    antichains->collected.count);
  if ((*news)->count == 0)
    return a;
  collect_uncovered (antichains, a, *news);
  sort_tuples (antichains, antichains->collected.at, antichains->collected.count);
  return make_set (antichains, a->degree, antichains->collected.at,
                   antichains->collected.count);
}

/* ---- As weights. ---- */

wpds_weight
antichain_weight (const struct antichain *antichain)
{
  return (wpds_weight){ (uintptr_t) antichain };
}

const struct antichain *
antichain_of_weight (wpds_weight weight)
{
  return (const struct antichain *) weight.bits;
}

static wpds_weight
do_extend (void *context, wpds_weight a, wpds_weight b)
{
  return antichain_weight (
    antichain_extend (context, antichain_of_weight (a), antichain_of_weight (b)));
}

static bool
do_combine (void *context, wpds_weight *sum, wpds_weight more, wpds_weight *news)
{
  const struct antichain *old = antichain_of_weight (*sum);
  const struct antichain *added;
  const struct antichain *both
    = antichain_combine (context, old, antichain_of_weight (more), &added);
  if (both == old)
    return false;
  assert (added->count > 0);
  *sum = antichain_weight (both);
  if (news)
    *news = antichain_weight (added);
  return true;
}

struct wpds_domain
antichain_domain (struct antichains *antichains)
{
  return (struct wpds_domain){ .context = antichains,
                               .one = antichain_weight (antichains->one),
                               .zero = antichain_weight (antichains->zero),
                               .extend = do_extend,
                               .combine = do_combine,
                               .retain = wpds_retain_nothing,
                               .release = wpds_release_nothing };
}

/* ---- Paths. ---- */

bool
antichain_split (void *context, wpds_weight a, wpds_weight b, wpds_weight part,
                 wpds_weight *left, wpds_weight *right)
{
  struct antichains *antichains = context;
  const struct antichain *x = antichain_of_weight (a), *y = antichain_of_weight (b);
  const struct antichain *wanted = antichain_of_weight (part);
  assert (wanted->count == 1);
  if (x->count == 0 || y->count == 0 || x->degree + y->degree != wanted->degree)
    return false;
  for (uint32_t i = 0; i < x->count; i++)
    for (uint32_t j = 0; j < y->count; j++)
      {
        quota_spend (antichains->arena->quota, antichains->unit);
        tuple both = compose (antichains, x->tuples[i], y->tuples[j]);
        if (!tuple_is_below (antichains, both, wanted->tuples[0]))
          continue;
        *left = antichain_weight (antichain_single (antichains, x->tuples[i]));
        *right = antichain_weight (antichain_single (antichains, y->tuples[j]));
        return true;
      }
  return false;
}
