/* compare.c -- see compare.h. */
#include <config.h>

#include "results/compare.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/pairmap.h"

/* Which old record belongs to which new one: one more than its index, or 0. */
struct matching
{
  uint32_t *before; /* by record, of the new run */
  bool *taken;      /* by record, of the old run */
};

static void
match (struct matching *matching, uint32_t before, uint32_t after)
{
  assert (before < after);
  assert (!matching->taken[before] && matching->before[after] == 0);
  matching->before[after] = before + 1;
  matching->taken[before] = true;
}

static void
match_by_id (struct matching *matching, const struct results *results, uint32_t split)
{
  const uint32_t *at = results_index_ids (results, 0, split);
  for (uint32_t i = split; i < results->list.count; i++)
    {
      uint32_t before = at[results->list.at[i].id.index];
      assert (before <= split);
      if (before)
        match (matching, before - 1, i);
    }
}

/* Several queries may have one name, if folders were given that hold models with
   equal names: the first belongs to the first, and so on. */
static void
match_by_question (struct matching *matching, const struct results *results,
                   uint32_t split)
{
  struct arena *arena = results->arena;
  size_t names = results->names.entries.count + (size_t) 1;
  uint32_t *first = arena_calloc (arena, names, sizeof *first);
  uint32_t *next = arena_calloc (arena, split + (size_t) 1, sizeof *next);
  for (uint32_t i = split; i-- > 0;)
    if (!matching->taken[i])
      {
        uint32_t *head = &first[results->list.at[i].question.index];
        next[i] = *head;
        *head = i + 1;
      }
  for (uint32_t i = split; i < results->list.count; i++)
    {
      uint32_t *head = &first[results->list.at[i].question.index];
      if (matching->before[i] == 0 && *head)
        {
          uint32_t before = *head - 1;
          *head = next[before];
          match (matching, before, i);
        }
    }
}

static enum change_kind
compare_times (double before, double after, const struct compare_options *options)
{
  assert (before >= 0 && after >= 0);
  if (after - before >= options->least && after >= before * options->ratio)
    return CHANGE_SLOWER;
  if (before - after >= options->least && before >= after * options->ratio)
    return CHANGE_FASTER;
  return CHANGE_NONE;
}

static enum change_kind
classify (const struct change *change, const struct compare_options *options)
{
  const struct result *before = change->before, *after = change->after;
  assert (before || after);
  if (!after)
    return CHANGE_REMOVED;
  bool broken = after->verdict == VERDICT_VIOLATION;
  if (!before)
    return broken ? CHANGE_INTRODUCED : CHANGE_ADDED;
  if (before->verdict == after->verdict)
    return after->verdict == VERDICT_UNKNOWN
             ? CHANGE_NONE
             : compare_times (before->ms, after->ms, options);
  if (broken)
    return CHANGE_INTRODUCED;
  if (after->verdict == VERDICT_UNKNOWN)
    return CHANGE_UNKNOWN;
  return before->verdict == VERDICT_VIOLATION ? CHANGE_FIXED : CHANGE_DECIDED;
}

static void
add_change (struct comparison *comparison, struct arena *arena, struct change change,
            const struct compare_options *options)
{
  change.kind = classify (&change, options);
  assert (change.kind < CHANGE_COUNT);
  comparison->counts[change.kind]++;
  *vec_push (arena, &comparison->list) = change;
  if (!change.before || !change.after)
    return;
  comparison->both++;
  enum verdict_kind verdict = change.after->verdict;
  if (change.before->verdict == verdict)
    {
      comparison->same[verdict]++;
      comparison->gaps += change.after->has_gaps;
    }
  if (change.before->verdict == verdict && verdict != VERDICT_UNKNOWN)
    {
      comparison->ms_before += change.before->ms;
      comparison->ms_after += change.after->ms;
    }
}

const struct result *
change_violation (const struct change *change)
{
  assert (change->kind < CHANGE_COUNT);
  return change->kind == CHANGE_INTRODUCED ? change->after
         : change->kind == CHANGE_FIXED    ? change->before
                                           : NULL;
}

/* A change, and its place in the list. */
struct placed
{
  struct change change;
  int64_t order;  /* of the most dangerous violation of its cause; 0: it has no cause */
  uint32_t cause; /* the number of that cause of its model */
  uint32_t number;
};

static int
compare_placed (const void *a, const void *b)
{
  const struct placed *x = a, *y = b;
  if (x->change.kind != y->change.kind)
    return x->change.kind < y->change.kind ? -1 : 1;
  if (x->order != y->order)
    return x->order < y->order ? -1 : 1;
  if (x->cause != y->cause)
    return x->cause < y->cause ? -1 : 1;
  assert (x == y || x->number != y->number);
  return (x->number > y->number) - (x->number < y->number);
}

static void
sort_changes (struct comparison *comparison, struct arena *arena)
{
  uint32_t count = comparison->list.count;
  struct placed *placed = arena_calloc (arena, count + (size_t) 1, sizeof *placed);
  int64_t *orders = arena_calloc (arena, count + (size_t) 1, sizeof *orders);
  struct pairmap causes;
  pairmap_init (&causes, arena);
  for (uint32_t i = 0; i < count; i++)
    {
      placed[i] = (struct placed){ .change = comparison->list.at[i], .number = i };
      const struct result *violation = change_violation (&placed[i].change);
      if (!violation)
        continue;
      uint32_t cause
        = pairmap_number (&causes, violation->model.index, violation->cause.index);
      bool first = orders[cause] == 0 || violation->order < orders[cause];
      orders[cause] = first ? violation->order : orders[cause];
      placed[i].cause = cause;
    }
  for (uint32_t i = 0; i < count; i++)
    if (change_violation (&placed[i].change))
      placed[i].order = orders[placed[i].cause];
  if (count > 0)
    qsort (placed, count, sizeof *placed, compare_placed);
  for (uint32_t i = 0; i < count; i++)
    comparison->list.at[i] = placed[i].change;
}

void
compare_results (struct comparison *comparison, const struct results *results,
                 uint32_t split, const struct compare_options *options)
{
  assert (split <= results->list.count);
  assert (options->ratio >= 1 && options->least >= 0);
  struct arena *arena = results->arena;
  uint32_t count = results->list.count;
  const struct result *list = results->list.at;
  memset (comparison, 0, sizeof *comparison);
  struct matching matching
    = { arena_calloc (arena, count + (size_t) 1, sizeof *matching.before),
        arena_calloc (arena, count + (size_t) 1, sizeof *matching.taken) };
  match_by_id (&matching, results, split);
  match_by_question (&matching, results, split);
  vec_reserve (arena, &comparison->list, (uint64_t) count + 1);
  for (uint32_t i = split; i < count; i++)
    {
      uint32_t before = matching.before[i];
      add_change (
        comparison, arena,
        (struct change){ CHANGE_NONE, before ? &list[before - 1] : NULL, &list[i] },
        options);
    }
  for (uint32_t i = 0; i < split; i++)
    if (!matching.taken[i])
      add_change (comparison, arena, (struct change){ CHANGE_NONE, &list[i], NULL },
                  options);
  assert (comparison->list.count + comparison->both == count);
  sort_changes (comparison, arena);
}

const char *
change_name (enum change_kind kind)
{
  static const char *const names[] = {
#define CHANGE_NAME(id, name, text) name,
    CHANGES (CHANGE_NAME)
#undef CHANGE_NAME
  };
  assert (kind < CHANGE_COUNT);
  return names[kind];
}
