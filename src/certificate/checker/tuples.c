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
  tuples_add (tuples);
  tuples_add_summary (tuples, SUMMARY_EMPTY);
  tuples_add_set (tuples);
  tuples_add_member (tuples, 0);
}

/* ---- Building. ---- */

static uint32_t
shape_of_summary (const struct tuples *tuples, summary s)
{
  assert (s.index < tuples->summaries->list.count);
  return tuples->summaries->list.at[s.index].shape;
}

void
tuples_add (struct tuples *tuples)
{
  *vec_push (tuples->arena, &tuples->list)
    = (struct tuple_claim){ .first = tuples->summary_pool.count };
}

bool
tuples_add_summary (struct tuples *tuples, summary s)
{
  assert (tuples->list.count > 0);
  struct tuple_claim *tuple = &tuples->list.at[tuples->list.count - 1];
  assert (tuple->first + tuple->length == tuples->summary_pool.count);
  if (tuple->length == TUPLES_LENGTH_LIMIT)
    return false;
  uint32_t *shape
    = pairmap_at (&tuples->shapes, tuple->shape, shape_of_summary (tuples, s));
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

void
tuples_add_set (struct tuples *tuples)
{
  *vec_push (tuples->arena, &tuples->sets)
    = (struct set_claim){ .first = tuples->set_pool.count };
}

bool
tuples_add_member (struct tuples *tuples, uint32_t tuple)
{
  assert (tuples->sets.count > 0 && tuple < tuples->list.count);
  struct set_claim *set = &tuples->sets.at[tuples->sets.count - 1];
  const struct tuple_claim *claim = &tuples->list.at[tuple];
  assert (!set->sorted && claim->length > 0);
  if (set->count > 0 && set->length != claim->length)
    return false;
  set->length = claim->length;
  set->count++;
  uint32_t hash = hash_of (tuples->summary_pool.at + claim->first, claim->length);
  *vec_push (tuples->arena, &tuples->set_pool)
    = (struct set_member){ claim->shape, hash, tuple };
  return true;
}

summary
tuples_summary (const struct tuples *tuples, uint32_t tuple, uint32_t phase)
{
  assert (tuple < tuples->list.count && phase < TUPLES_LENGTH_LIMIT);
  const struct tuple_claim *claim = &tuples->list.at[tuple];
  return phase < claim->length ? tuples->summary_pool.at[claim->first + phase]
                               : SUMMARY_EMPTY;
}

/* ---- Is a tuple covered? ---- */

/* The tuple of a run that a set should cover; not in any table. */
struct candidate
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
  assert (set->sorted);
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

/* The candidate's shape, or NONE if no tuple of the certificate has it. */
static uint32_t
shape_of (const struct tuples *tuples, const struct candidate *candidate)
{
  uint32_t shape = 0;
  static_assert (PAIRMAP_FREE == NONE, "a shape never met");
  for (uint32_t i = 0; i < candidate->length && shape != NONE; i++)
    shape = pairmap_get (&tuples->shapes, shape,
                         shape_of_summary (tuples, candidate->summaries[i]));
  return shape;
}

static bool
is_above (struct tuples *tuples, const struct candidate *candidate, uint32_t tuple)
{
  const summary *claimed = tuples->summary_pool.at + tuples->list.at[tuple].first;
  assert (tuples->list.at[tuple].length == candidate->length);
  for (uint32_t i = 0; i < candidate->length; i++)
    if (!summary_is_below (tuples->summaries, claimed[i], candidate->summaries[i]))
      return false;
  return true;
}

static bool
covers_one (struct tuples *tuples, const struct set_claim *set,
            const struct candidate *candidate)
{
  quota_tick (tuples->arena->quota);
  uint32_t shape = shape_of (tuples, candidate);
  if (shape == NONE)
    return false;
  uint32_t end = set->first + set->count;
  uint32_t hash = hash_of (candidate->summaries, candidate->length);
  const struct set_member *members = tuples->set_pool.at;
  /* Usually this very tuple is there. */
  uint32_t same = find_member (tuples, set, shape, hash);
  if (same < end && members[same].shape == shape && members[same].hash == hash
      && is_above (tuples, candidate, members[same].tuple))
    return true;
  for (uint32_t i = find_member (tuples, set, shape, 0);
       i < end && members[i].shape == shape; i++)
    {
      quota_tick (tuples->arena->quota);
      if (is_above (tuples, candidate, members[i].tuple))
        return true;
    }
  return false;
}

/* ---- Questions. ---- */

uint32_t
tuples_on_lock (const struct tuples *tuples, lock_id lock, bool acquires)
{
  assert (lock.index < tuples->lock_count);
  return TUPLES_OPERATIONS + 2 * lock.index + !acquires;
}

/* The operation that stands for set 0; those of the others follow. */
static uint32_t
first_set (const struct tuples *tuples)
{
  return TUPLES_OPERATIONS + 2 * tuples->lock_count;
}

uint32_t
tuples_then (const struct tuples *tuples, uint32_t set)
{
  assert (set < tuples->sets.count);
  return first_set (tuples) + set;
}

/* Start with the summaries of TUPLE. */
static struct candidate
candidate_of (const struct tuples *tuples, uint32_t tuple)
{
  assert (tuple < tuples->list.count);
  const struct tuple_claim *claim = &tuples->list.at[tuple];
  struct candidate candidate = { .length = claim->length };
  memcpy (candidate.summaries, tuples->summary_pool.at + claim->first,
          claim->length * sizeof (summary));
  return candidate;
}

/* Append S to the last phase. */
static void
append (struct tuples *tuples, struct candidate *candidate, summary s)
{
  assert (candidate->length > 0);
  summary *last = &candidate->summaries[candidate->length - 1];
  *last = summary_compose (tuples->summaries, *last, s);
}

/* Does TARGET cover CANDIDATE followed by each tuple of NEXT? */
static bool
covers_all_then (struct tuples *tuples, const struct set_claim *target,
                 const struct candidate *candidate, const struct set_claim *next)
{
  assert (candidate->length + next->length <= 2 * TUPLES_LENGTH_LIMIT);
  for (uint32_t i = 0; i < next->count; i++)
    {
      uint32_t tuple = tuples->set_pool.at[next->first + i].tuple;
      struct candidate whole = *candidate;
      append (tuples, &whole, tuples_summary (tuples, tuple, 0));
      for (uint32_t phase = 1; phase < next->length; phase++)
        whole.summaries[whole.length++] = tuples_summary (tuples, tuple, phase);
      if (!covers_one (tuples, target, &whole))
        return false;
    }
  return true;
}

static bool
covers_after (struct tuples *tuples, const struct set_claim *target,
              struct candidate *candidate, uint32_t operation)
{
  assert (operation < first_set (tuples) + tuples->sets.count);
  if (operation >= first_set (tuples))
    return covers_all_then (tuples, target, candidate,
                            &tuples->sets.at[operation - first_set (tuples)]);
  if (operation == TUPLES_PHASE)
    candidate->summaries[candidate->length++] = SUMMARY_EMPTY;
  else if (operation >= TUPLES_OPERATIONS)
    {
      uint32_t which = operation - TUPLES_OPERATIONS;
      append (
        tuples, candidate,
        summary_of_operation (tuples->summaries, (lock_id){ which / 2 }, which % 2 == 0));
    }
  return covers_one (tuples, target, candidate);
}

static void
sort_set (struct tuples *tuples, struct set_claim *set)
{
  assert (set->count > 0 && set->first + set->count <= tuples->set_pool.count);
  if (!set->sorted)
    qsort (tuples->set_pool.at + set->first, set->count, sizeof *tuples->set_pool.at,
           compare_members);
  set->sorted = true;
}

bool
tuples_covers (struct tuples *tuples, uint32_t target, uint32_t source,
               uint32_t operation)
{
  assert (target < tuples->sets.count && source < tuples->sets.count);
  if (operation == TUPLES_NOTHING && target == source)
    return true;
  uint32_t question = pairmap_number (&tuples->asked, source, operation);
  if (pairmap_get (&tuples->covered, question, target) != PAIRMAP_FREE)
    return true;
  sort_set (tuples, &tuples->sets.at[target]);
  const struct set_claim *from = &tuples->sets.at[source];
  assert (from->count > 0); /* otherwise everything would cover it */
  for (uint32_t i = 0; i < from->count; i++)
    {
      struct candidate candidate
        = candidate_of (tuples, tuples->set_pool.at[from->first + i].tuple);
      if (!covers_after (tuples, &tuples->sets.at[target], &candidate, operation))
        return false;
    }
  *pairmap_at (&tuples->covered, question, target) = 1;
  return true;
}
