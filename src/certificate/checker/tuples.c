/* tuples.c -- see tuples.h. */
#include <config.h>

#include "certificate/checker/tuples.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define NONE UINT32_MAX

void
tuples_init (struct tuples *tuples, struct summaries *summaries, uint32_t lock_count,
             struct arena *arena)
{
  memset (tuples, 0, sizeof *tuples);
  tuples->arena = arena;
  tuples->summaries = summaries;
  tuples->lock_count = lock_count;
  tuples->shape_count = 1; /* shape 0: of no summary */
  pairmap_init (&tuples->shapes, arena);
  pairmap_init (&tuples->asked, arena);
  pairmap_init (&tuples->covered, arena);
  uint32_t one = tuples_add (tuples);
  tuples_add_stretch (tuples, SUMMARY_EMPTY);
  tuples_add_set (tuples);
  tuples_add_member (tuples, one);
}

/* ---- Building. ---- */

static uint32_t
shape_of_stretch (const struct tuples *tuples, summary s)
{
  return tuples->summaries->list.at[s.index].shape;
}

uint32_t
tuples_add (struct tuples *tuples)
{
  *vec_push (tuples->arena, &tuples->list)
    = (struct tuple_claim){ .first = tuples->summary_pool.count };
  return tuples->list.count - 1;
}

bool
tuples_add_stretch (struct tuples *tuples, summary s)
{
  assert (tuples->list.count > 0 && s.index < tuples->summaries->list.count);
  struct tuple_claim *tuple = &tuples->list.at[tuples->list.count - 1];
  if (tuple->length == TUPLES_LENGTH_LIMIT)
    return false;
  uint32_t *shape
    = pairmap_at (&tuples->shapes, tuple->shape, shape_of_stretch (tuples, s));
  if (*shape == PAIRMAP_FREE)
    *shape = tuples->shape_count++;
  tuple->shape = *shape;
  tuple->length++;
  *vec_push (tuples->arena, &tuples->summary_pool) = s;
  return true;
}

static uint32_t
hash_of (const summary *summaries, uint32_t length)
{
  return (uint32_t) XXH3_64bits (summaries, length * sizeof *summaries);
}

uint32_t
tuples_add_set (struct tuples *tuples)
{
  *vec_push (tuples->arena, &tuples->sets)
    = (struct set_claim){ .first = tuples->set_pool.count };
  return tuples->sets.count - 1;
}

bool
tuples_add_member (struct tuples *tuples, uint32_t tuple)
{
  assert (tuples->sets.count > 0 && tuple < tuples->list.count);
  struct set_claim *set = &tuples->sets.at[tuples->sets.count - 1];
  assert (!set->sorted);
  if (set->count > 0 && set->length != tuples->list.at[tuple].length)
    return false;
  const struct tuple_claim *claim = &tuples->list.at[tuple];
  set->length = claim->length;
  set->count++;
  *vec_push (tuples->arena, &tuples->set_pool)
    = (struct set_member){ claim->shape,
                           hash_of (tuples->summary_pool.at + claim->first,
                                    claim->length),
                           tuple };
  return true;
}

summary
tuples_stretch (const struct tuples *tuples, uint32_t tuple, uint32_t phase)
{
  assert (phase < tuples->list.at[tuple].length);
  return tuples->summary_pool.at[tuples->list.at[tuple].first + phase];
}

/* ---- Is a tuple covered? ---- */

/* A tuple on its way, not in any table. */
struct loose
{
  summary summaries[2 * TUPLES_LENGTH_LIMIT];
  uint32_t length;
};

static int
compare_members (const void *left, const void *right)
{
  const struct set_member *a = left, *b = right;
  if (a->shape != b->shape)
    return a->shape < b->shape ? -1 : 1;
  if (a->hash != b->hash)
    return a->hash < b->hash ? -1 : 1;
  return a->tuple < b->tuple ? -1 : a->tuple > b->tuple;
}

/* The first member of SET that is not before (SHAPE, HASH). */
static uint32_t
find_member (const struct tuples *tuples, const struct set_claim *set, uint32_t shape,
             uint32_t hash)
{
  struct set_member key = { shape, hash, 0 };
  uint32_t low = set->first, high = set->first + set->count;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (compare_members (&tuples->set_pool.at[middle], &key) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The shape of a tuple, or NONE if no tuple of any set has it. */
static uint32_t
shape_of (const struct tuples *tuples, const struct loose *loose)
{
  uint32_t shape = 0;
  static_assert (PAIRMAP_FREE == NONE, "a shape never met");
  for (uint32_t i = 0; i < loose->length && shape != NONE; i++)
    shape = pairmap_get (&tuples->shapes, shape,
                         shape_of_stretch (tuples, loose->summaries[i]));
  return shape;
}

static bool
is_above (struct tuples *tuples, const struct loose *loose, uint32_t tuple)
{
  const summary *claimed = tuples->summary_pool.at + tuples->list.at[tuple].first;
  assert (tuples->list.at[tuple].length == loose->length);
  for (uint32_t i = 0; i < loose->length; i++)
    if (!summary_is_below (tuples->summaries, claimed[i], loose->summaries[i]))
      return false;
  return true;
}

static bool
covers_one (struct tuples *tuples, const struct set_claim *set, const struct loose *loose)
{
  quota_tick (tuples->arena->quota);
  uint32_t shape = shape_of (tuples, loose);
  if (shape == NONE)
    return false;
  uint32_t end = set->first + set->count;
  uint32_t hash = hash_of (loose->summaries, loose->length);
  const struct set_member *members = tuples->set_pool.at;
  /* Most often the very tuple is there. */
  uint32_t same = find_member (tuples, set, shape, hash);
  if (same < end && members[same].shape == shape && members[same].hash == hash
      && is_above (tuples, loose, members[same].tuple))
    return true;
  for (uint32_t i = find_member (tuples, set, shape, 0);
       i < end && members[i].shape == shape; i++)
    {
      quota_tick (tuples->arena->quota);
      if (is_above (tuples, loose, members[i].tuple))
        return true;
    }
  return false;
}

/* ---- Questions. ---- */

uint32_t
tuples_acquire (const struct tuples *tuples, uint32_t lock)
{
  assert (lock < tuples->lock_count);
  return TUPLES_OPERATIONS + 2 * lock;
}

uint32_t
tuples_release (const struct tuples *tuples, uint32_t lock)
{
  return tuples_acquire (tuples, lock) + 1;
}

uint32_t
tuples_then (const struct tuples *tuples, uint32_t set)
{
  assert (set < tuples->sets.count);
  return TUPLES_OPERATIONS + 2 * tuples->lock_count + set;
}

static void
append (struct tuples *tuples, struct loose *loose, summary s)
{
  summary *last = &loose->summaries[loose->length - 1];
  *last = summary_compose (tuples->summaries, *last, s);
}

/* LOOSE, then each tuple of the set NEXT. */
static bool
covers_all_then (struct tuples *tuples, const struct set_claim *target,
                 const struct loose *loose, const struct set_claim *next)
{
  if (next->count > 0 && loose->length + next->length - 1 != target->length)
    return false;
  for (uint32_t i = 0; i < next->count; i++)
    {
      const struct tuple_claim *tuple
        = &tuples->list.at[tuples->set_pool.at[next->first + i].tuple];
      const summary *more = tuples->summary_pool.at + tuple->first;
      struct loose whole = *loose;
      append (tuples, &whole, more[0]);
      memcpy (whole.summaries + whole.length, more + 1,
              (tuple->length - 1) * sizeof *more);
      whole.length += tuple->length - 1;
      if (!covers_one (tuples, target, &whole))
        return false;
    }
  return true;
}

static bool
covers_after (struct tuples *tuples, const struct set_claim *target, struct loose *loose,
              uint32_t operation)
{
  uint32_t sets = TUPLES_OPERATIONS + 2 * tuples->lock_count;
  if (operation >= sets)
    return covers_all_then (tuples, target, loose,
                            &tuples->sets.at[operation - sets]);
  uint32_t lock = (operation - TUPLES_OPERATIONS) / 2;
  if (operation == TUPLES_PHASE)
    loose->summaries[loose->length++] = SUMMARY_EMPTY;
  else if (operation >= TUPLES_OPERATIONS)
    append (tuples, loose,
            (operation - TUPLES_OPERATIONS) % 2 ? summary_release (tuples->summaries, lock)
                                                : summary_acquire (tuples->summaries, lock));
  return loose->length == target->length && covers_one (tuples, target, loose);
}

static void
sort_set (struct tuples *tuples, struct set_claim *set)
{
  if (!set->sorted)
    qsort (tuples->set_pool.at + set->first, set->count, sizeof *tuples->set_pool.at,
           compare_members);
  set->sorted = true;
}

bool
tuples_covers (struct tuples *tuples, uint32_t target, uint32_t source, uint32_t operation)
{
  assert (target < tuples->sets.count && source < tuples->sets.count);
  if (operation == TUPLES_NOTHING && target == source)
    return true;
  uint32_t *asked = pairmap_at (&tuples->asked, source, operation);
  if (*asked == PAIRMAP_FREE)
    *asked = tuples->asked_count++;
  uint32_t question = *asked;
  if (pairmap_get (&tuples->covered, question, target) != PAIRMAP_FREE)
    return true;
  sort_set (tuples, &tuples->sets.at[target]);
  const struct set_claim *from = &tuples->sets.at[source];
  for (uint32_t i = 0; i < from->count; i++)
    {
      const struct tuple_claim *tuple
        = &tuples->list.at[tuples->set_pool.at[from->first + i].tuple];
      struct loose loose = { .length = tuple->length };
      memcpy (loose.summaries, tuples->summary_pool.at + tuple->first,
              tuple->length * sizeof (summary));
      if (!covers_after (tuples, &tuples->sets.at[target], &loose, operation))
        return false;
    }
  *pairmap_at (&tuples->covered, question, target) = 1;
  return true;
}
