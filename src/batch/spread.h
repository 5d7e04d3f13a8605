/* spread.h -- the queries of one model, spread over workers.
 *
 * For a caller that has the model open: workers are forked there and decide, and the
 * caller gets the verdicts in the order of the queries, as if it had asked one by one.
 */
#ifndef BATCH_SPREAD_H
#define BATCH_SPREAD_H

#include "batch/pool.h"
#include "witness/verdict.h"
#include "explain/repair.h"
#include "results/query_options.h"

struct spread
{
  const struct model_queries *model;
  unsigned jobs;
  bool first;  /* nothing is wanted after the first violation */
  bool repair; /* workers seek a repair of each violation */
  void *context;
  /* Called in order; the verdict, borrowed, has its witness, which lives as long as the
     model, and so does the repair; null: none. */
  void (*take) (void *context, uint32_t q, const struct verdict *verdict,
                const struct repair *repair);
  /* Called several times a second; DONE queries are decided, SLOWEST has been worked on
     for the longest time, or null.  False: stop. */
  bool (*pause) (void *context, uint32_t done, const char *slowest);
};

/* Memory is in the model's arena, on whose quota the caller has a checkpoint. */
enum pool_end spread_queries (const struct spread *spread);

#endif
