/* shards.c -- split a plan evenly (plan.h).
 *
 * Models are cut into ranges of queries, each a small part of a shard; the range
 * that costs most goes first, each to the shard that has least so far (Graham's
 * rule: no shard gets more than 4/3 of the best split, and as ranges are small,
 * far less).  Ranges that cost the same keep their order, so the outcome depends
 * on the plan only.
 */
#include <config.h>

#include <assert.h>
#include <stdlib.h>

#include "base/vec.h"
#include "batch/plan.h"

/* Ranges per shard, if all cost the same. */
#define FINENESS 8

static int
compare_ranges (const void *a, const void *b)
{
  const struct plan_range *x = a, *y = b;
  if (x->cost != y->cost)
    return x->cost < y->cost ? 1 : -1;
  return x->from < y->from ? -1 : x->from > y->from;
}

void
plan_sort_ranges (struct plan_range *ranges, uint32_t count)
{
  if (count > 0)
    qsort (ranges, count, sizeof *ranges, compare_ranges);
}

/* Shards as a heap: the least cost comes first, then the smallest number. */
struct load
{
  uint64_t cost;
  uint32_t shard;
};

static bool
is_lighter (const struct load *a, const struct load *b)
{
  return a->cost != b->cost ? a->cost < b->cost : a->shard < b->shard;
}

static void
sink_first (struct load *heap, uint32_t count)
{
  uint32_t at = 0;
  assert (count > 0);
  for (;;)
    {
      uint32_t child = 2 * at + 1;
      if (child >= count)
        return;
      if (child + 1 < count && is_lighter (&heap[child + 1], &heap[child]))
        child++;
      if (!is_lighter (&heap[child], &heap[at]))
        return;
      struct load other = heap[at];
      heap[at] = heap[child];
      heap[child] = other;
      at = child;
    }
}

uint32_t *
plan_shards (const struct plan *plan, uint32_t count, struct arena *arena)
{
  assert (count > 0);
  uint32_t *shard = arena_calloc (arena, plan->query_count + (size_t) 1, sizeof *shard);
  /* Shards without a query are not in the heap. */
  uint32_t used = count < plan->query_count ? count : plan->query_count;
  if (used == 0)
    return shard;
  uint64_t all = 0;
  for (uint32_t m = 0; m < plan->model_count; m++)
    all += plan->models[m].cost * plan->models[m].count;
  uint64_t most_cost = all / used / FINENESS;
  /* At least as many ranges as shards. */
  uint64_t most_queries = plan->query_count / used;
  VEC (struct plan_range) ranges = VEC_EMPTY;
  for (uint32_t m = 0; m < plan->model_count; m++)
    {
      const struct plan_model *model = &plan->models[m];
      assert (model->count == 0 || model->cost > 0);
      uint64_t length = model->count ? most_cost / model->cost : 0;
      length = length < 1 ? 1 : length > most_queries ? most_queries : length;
      for (uint32_t q = 0; q < model->count; q += (uint32_t) length)
        {
          uint32_t rest = model->count - q;
          uint32_t n = rest < length ? rest : (uint32_t) length;
          *vec_push (arena, &ranges)
            = (struct plan_range){ model->first + q, n, n * model->cost };
        }
    }
  assert (ranges.count >= used);
  plan_sort_ranges (ranges.at, ranges.count);
  struct load *heap = arena_alloc (arena, used * sizeof *heap);
  for (uint32_t i = 0; i < used; i++)
    heap[i] = (struct load){ 0, i + 1 };
  for (uint32_t s = 0; s < ranges.count; s++)
    {
      const struct plan_range *range = &ranges.at[s];
      for (uint32_t q = range->from; q < range->from + range->count; q++)
        {
          assert (q < plan->query_count && shard[q] == 0);
          shard[q] = heap[0].shard;
        }
      heap[0].cost += range->cost;
      sink_first (heap, used);
      assert (used < 2 || !is_lighter (&heap[1], &heap[0]));
    }
  return shard;
}
