/* merge.c -- see merge.h. */
#include <config.h>

#include "results/merge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* At most this many messages of a kind are shown, */
#define MERGE_MESSAGES 10
/* and ranges of one model. */
#define MERGE_RANGES 12

static void
print_model (const struct results *results, name_id model)
{
  const char *name = results_name (results, model);
  text_print_safe (stderr, name, strlen (name));
}

/* ---- What is missing. ---- */

/* Collects the missing queries of one model after the other, as ranges of
   their numbers. */
struct missing
{
  const struct results *results;
  name_id model;          /* the current one */
  uint32_t total, absent; /* queries of the current model */
  uint64_t all;           /* queries that are absent, of all models */
  uint32_t first, last;   /* the current range, from 1; 0: none */
  uint32_t models;        /* that miss something */
  uint32_t ranges;        /* of the current model that were shown */
};

static void
missing_end_range (struct missing *missing)
{
  if (missing->first == 0)
    return;
  assert (missing->first <= missing->last && missing->last <= missing->total);
  if (missing->models < MERGE_MESSAGES && missing->ranges <= MERGE_RANGES)
    {
      if (missing->ranges == 0)
        print_model (missing->results, missing->model);
      fputs (missing->ranges == 0 ? ": missing: " : ",", stderr);
      if (missing->ranges == MERGE_RANGES)
        fputs ("...", stderr);
      else if (missing->last > missing->first)
        fprintf (stderr, "%u-%u", (unsigned) missing->first, (unsigned) missing->last);
      else
        fprintf (stderr, "%u", (unsigned) missing->first);
      missing->ranges++;
    }
  missing->first = 0;
}

static void
missing_add (struct missing *missing, uint32_t first, uint32_t last)
{
  assert (0 < first && first <= last && last <= missing->total);
  assert (missing->first == 0 || missing->last < first);
  missing->absent += last - first + 1;
  if (missing->first && missing->last + 1 == first)
    {
      missing->last = last;
      return;
    }
  missing_end_range (missing);
  missing->first = first;
  missing->last = last;
}

static void
missing_end_model (struct missing *missing)
{
  assert (missing->absent <= missing->total);
  missing_end_range (missing);
  if (missing->ranges > 0)
    fprintf (stderr, " of %u queries\n", (unsigned) missing->total);
  missing->models += missing->absent > 0;
  missing->all += missing->absent;
  missing->absent = missing->total = missing->ranges = 0;
}

static enum status
missing_report (const struct missing *missing, uint64_t expected)
{
  assert (missing->all <= expected && missing->first == 0);
  if (missing->all == 0)
    return STATUS_FINE;
  if (missing->models > MERGE_MESSAGES)
    fprintf (stderr, "... and of %u more models\n",
             (unsigned) (missing->models - MERGE_MESSAGES));
  fprintf (stderr,
           "phaselock merge: incomplete: %llu of %llu queries are missing; finish "
           "their shards ('phaselock batch --resume') and merge again\n",
           (unsigned long long) missing->all, (unsigned long long) expected);
  return STATUS_UNDECIDED;
}

/* ---- By the numbers that records carry. ---- */

static int
compare_places (const void *a, const void *b, void *context)
{
  const struct results *results = context;
  const struct result *x = &results->list.at[*(const uint32_t *) a];
  const struct result *y = &results->list.at[*(const uint32_t *) b];
  if (x->model.index != y->model.index)
    return strcmp (results_name (results, x->model), results_name (results, y->model));
  if (x->automata.index != y->automata.index)
    return strcmp (results_name (results, x->automata),
                   results_name (results, y->automata));
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  return strcmp (results_name (results, x->id), results_name (results, y->id));
}

static bool
same_group (const struct result *a, const struct result *b)
{
  return a->model.index == b->model.index && a->automata.index == b->automata.index;
}

static enum status
complain_misfit (const struct results *results, const struct result *a,
                 const struct result *b)
{
  assert (same_group (a, b));
  results_print_origin (results, b);
  fputs (": error: cannot be merged with ", stderr);
  results_print_origin (results, a);
  fputs (": ", stderr);
  print_model (results, b->model);
  if (a->total != b->total)
    fprintf (stderr, " was asked %u queries here, %u there; were -p and -f the same?\n",
             (unsigned) b->total, (unsigned) a->total);
  else
    fprintf (stderr,
             " has two different queries with number %u; was it changed between "
             "the runs?  Then run all of its shards again.\n",
             (unsigned) b->place);
  return STATUS_BAD_INPUT;
}

static enum status
complain_unplaced (const struct results *results, const struct result *result)
{
  assert (result->place == 0);
  results_print_origin (results, result);
  fputs (": error: there is no \"query\", so there is no telling where this record "
         "belongs; give the list of queries with --expect\n",
         stderr);
  return STATUS_BAD_INPUT;
}

/* The records order.at[BEGIN..END) are all that there are of one model.  Can they
   come from one run?  Two with one number are of two texts of the model, or were
   asked with other options. */
static enum status
check_group (const struct results *results, const uint32_t *order, uint32_t begin,
             uint32_t end)
{
  assert (begin < end && end <= results->list.count);
  for (uint32_t i = begin + 1; i < end; i++)
    {
      const struct result *a = &results->list.at[order[i - 1]];
      const struct result *b = &results->list.at[order[i]];
      if (a->total != b->total || a->place == b->place)
        return complain_misfit (results, a, b);
    }
  return STATUS_FINE;
}

/* Which queries of the model of these records are missing? */
static void
miss_in_group (struct missing *missing, const uint32_t *order, uint32_t begin,
               uint32_t end)
{
  const struct result *list = missing->results->list.at;
  assert (begin < end);
  missing->model = list[order[begin]].model;
  missing->total = list[order[begin]].total;
  uint32_t next = 1;
  for (uint32_t i = begin; i < end; i++)
    {
      uint32_t place = list[order[i]].place;
      assert (next <= place && place <= missing->total);
      if (next < place)
        missing_add (missing, next, place - 1);
      next = place + 1;
    }
  if (next <= missing->total && next > 0)
    missing_add (missing, next, missing->total);
  missing_end_model (missing);
}

/* What is known of a file while its records are looked at. */
struct order_check
{
  uint32_t own; /* different ids */
  bool orderly; /* model by model, by number */
  const struct result *last;
};

static void
check_next (struct order_check *check, const struct result *result, uint32_t *left)
{
  const struct result *last = check->last;
  bool within = last && same_group (last, result);
  /* A model that was left is not entered again. */
  if (last && !within)
    left[last->model.index] = result->file + 1;
  check->orderly &= result->place > (within ? last->place : 0)
                    && (within || left[result->model.index] != result->file + 1);
  check->last = result;
}

void
merge_find_order (struct merge_order *order, const struct results *results)
{
  struct arena *arena = results->arena;
  size_t names = results->names.entries.count + (size_t) 1;
  /* By name: one more than the last file with a record of that id, and than the
     last file in which records of another model followed those of that one. */
  uint32_t *seen = arena_calloc (arena, names, sizeof *seen);
  uint32_t *left = arena_calloc (arena, names, sizeof *left);
  struct order_check *files
    = arena_calloc (arena, results->files.count + (size_t) 1, sizeof *files);
  for (uint32_t f = 0; f < results->files.count; f++)
    files[f].orderly = true;
  uint32_t all = 0;
  for (uint32_t i = 0; i < results->list.count; i++)
    {
      const struct result *result = &results->list.at[i];
      assert (result->file < results->files.count);
      uint32_t *last = &seen[result->id.index];
      all += *last == 0;
      files[result->file].own += *last != result->file + 1;
      *last = result->file + 1;
      check_next (&files[result->file], result, left);
    }
  uint32_t whole = 0;
  while (whole < results->files.count
         && !(files[whole].orderly && files[whole].own == all))
    whole++;
  *order = (struct merge_order){ VEC_EMPTY };
  for (uint32_t i = 0; i < results->list.count; i++)
    if (results->list.at[i].file == whole)
      *vec_push (arena, &order->ids) = results->list.at[i].id;
  assert (order->ids.count == 0 || order->ids.count == all);
}

/* Put the records into the order of its ids. */
static void
reorder (struct merged *merged, const struct results *results,
         const struct merge_order *order)
{
  assert (order->ids.count == merged->order.count);
  const uint32_t *at = results_index_ids (results, 0, results->list.count);
  for (uint32_t i = 0; i < order->ids.count; i++)
    {
      assert (at[order->ids.at[i].index] > 0);
      merged->order.at[i] = at[order->ids.at[i].index] - 1;
    }
}

enum status
merge_by_place (struct merged *merged, const struct results *results,
                const struct merge_order *wanted)
{
  struct arena *arena = results->arena;
  uint32_t count = results->list.count;
  *merged = (struct merged){ VEC_EMPTY };
  vec_reserve (arena, &merged->order, (uint64_t) count + 1);
  for (uint32_t i = 0; i < count; i++)
    {
      if (results->list.at[i].place == 0)
        return complain_unplaced (results, &results->list.at[i]);
      *vec_push (arena, &merged->order) = i;
    }
  const uint32_t *order = merged->order.at;
  const struct result *list = results->list.at;
  qsort_r (merged->order.at, count, sizeof *order, compare_places,
           (struct results *) (uintptr_t) results);
  struct missing missing = { .results = results };
  enum status status = STATUS_FINE;
  uint64_t expected = 0;
  for (uint32_t begin = 0, end; begin < count; begin = end)
    {
      for (end = begin + 1; end < count; end++)
        if (!same_group (&list[order[begin]], &list[order[end]]))
          break;
      status = status_worse (status, check_group (results, order, begin, end));
      expected += list[order[begin]].total;
      if (status == STATUS_FINE)
        miss_in_group (&missing, order, begin, end);
    }
  if (status != STATUS_FINE)
    return status;
  if (wanted->ids.count > 0)
    reorder (merged, results, wanted);
  return missing_report (&missing, expected);
}

/* ---- By a list of queries. ---- */

static enum status
complain_unexpected (const struct results *results, uint32_t from, const bool *used)
{
  uint32_t unexpected = 0;
  for (uint32_t i = from; i < results->list.count; i++)
    if (!used[i + 1] && unexpected++ < MERGE_MESSAGES)
      {
        results_print_origin (results, &results->list.at[i]);
        fputs (": error: not in the list: ", stderr);
        results_print_question (&results->list.at[i], true, stderr);
        fputc ('\n', stderr);
      }
  if (unexpected == 0)
    return STATUS_FINE;
  fprintf (stderr,
           "phaselock merge: %u record%s of queries that are not in the list; was the "
           "model changed since, or were other options given?\n",
           (unsigned) unexpected, unexpected == 1 ? " is" : "s are");
  return STATUS_BAD_INPUT;
}

enum status
merge_by_list (struct merged *merged, const struct results *results, uint32_t from)
{
  assert (from <= results->list.count);
  struct arena *arena = results->arena;
  *merged = (struct merged){ VEC_EMPTY };
  const uint32_t *at = results_index_ids (results, from, results->list.count);
  /* By one more than the index of a record: the list has it. */
  bool *used = arena_calloc (arena, results->list.count + (size_t) 1, sizeof *used);
  for (uint32_t i = 0; i < from; i++)
    used[at[results->list.at[i].id.index]] = true;
  enum status status = complain_unexpected (results, from, used);
  if (status != STATUS_FINE)
    return status;
  struct missing missing = { .results = results };
  for (uint32_t i = 0; i < from; i++)
    {
      const struct result *query = &results->list.at[i];
      uint32_t found = at[query->id.index];
      if (i == 0 || !same_group (&results->list.at[i - 1], query))
        {
          missing_end_model (&missing);
          missing.model = query->model;
        }
      missing.total++;
      if (found)
        *vec_push (arena, &merged->order) = found - 1;
      else
        missing_add (&missing, missing.total, missing.total);
    }
  missing_end_model (&missing);
  assert (merged->order.count + missing.all == from);
  return missing_report (&missing, from);
}
