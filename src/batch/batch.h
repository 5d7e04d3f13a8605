/* batch.h -- decide all queries of many models, even if workers crash or the batch is
 * interrupted.
 *
 *     plan    which queries there are                       (plan.h)
 *     pool    workers decide them; task.h is what they do   (pool.h)
 *     ledger  where their records are, and go               (ledger.h)
 */
#ifndef BATCH_BATCH_H
#define BATCH_BATCH_H

#include "inputs/inputs.h"
#include "io/status.h"
#include "io/progress.h"
#include "results/query_options.h"
#include "results/baseline.h"

struct batch_options
{
  const struct query_options *queries;
  struct inputs *inputs;
  const char *output; /* or null: standard output */
  unsigned jobs;
  uint32_t shard, shards; /* which shard, from 1, of how many; 1 of 1: everything */
  bool resume, force, list, first, stats, witness, quiet;
  bool fail;                       /* a new violation is STATUS_FOUND */
  bool strict;                     /* anything that was not looked at is
                                      STATUS_UNDECIDED */
  const struct baseline *baseline; /* violations that are known already; or null */
  enum progress_mode progress;
};

/* *COMPLETE: the output is a file, and was written. */
enum status batch_run (const struct batch_options *options, bool *complete);

#endif
