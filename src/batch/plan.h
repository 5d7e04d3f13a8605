/* plan.h -- all queries of all models: their number, ids, and expected costs.
 *
 * Models are read by workers (pool.h), which report what the plan needs; so a model that
 * is too large, or kills its worker, costs only itself, and the parent does not grow with
 * the models.  Queries are numbered in the order of the models, then as each model lists
 * them.
 */
#ifndef BATCH_PLAN_H
#define BATCH_PLAN_H

#include "batch/pool.h"
#include "batch/reader.h"
#include "io/progress.h"
#include "results/query_options.h"

struct plan_id
{
  uint8_t bytes[16];
};

struct plan_model
{
  uint32_t first, count; /* its queries */
  uint64_t cost;         /* expected, of each query; not 0 */
  uint64_t text_hash[2];
  enum status status; /* unless fine, it has no queries */
  const struct plan_id *ids;
};

struct plan
{
  const struct inputs *inputs; /* by model */
  struct plan_model *models;
  uint32_t model_count;
  uint32_t query_count;
  enum status status; /* the worst of the models' */
};

struct plan_options
{
  const struct query_options *queries;
  unsigned jobs;
  bool quiet; /* no warnings */
  struct progress *progress;
  void (*open) (void *context); /* as in pool.h */
  void *context;
};

/* Everything in ARENA.  Messages about the models go to standard error, in their order.
   False: there is no plan, because a signal came, there are too many queries, or no
   workers can be started (then the plan has the status). */
bool plan_make (struct plan *plan, const struct inputs *inputs,
                const struct plan_options *options, struct arena *arena);

/* Run WORK; complains if no worker can be started. */
enum pool_end plan_run_pool (const struct pool_work *work, struct progress *progress,
                             struct arena *arena);

/* An id in hexadecimal digits; false: TEXT is none. */
bool plan_read_id (const char *text, struct plan_id *id);

/* The model of a query. */
uint32_t plan_model_of (const struct plan *plan, uint32_t query);

/* Queries that follow each other. */
struct plan_range
{
  uint32_t from, count;
  uint64_t cost;
};
/* Sort by cost, the largest first; ranges of equal cost keep their order. */
void plan_sort_ranges (struct plan_range *ranges, uint32_t count);

/* By query: its shard, from 1 to COUNT.  Even by expected cost, equal on every machine,
   and, if there are at least as many queries as shards, none is empty.  Ranges of a model
   stay together. */
uint32_t *plan_shards (const struct plan *plan, uint32_t count, struct arena *arena);

#endif
