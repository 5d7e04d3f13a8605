/* task.h -- the work of a batch's worker: decide a query, make its record. */
#ifndef BATCH_TASK_H
#define BATCH_TASK_H

#include "batch/batch.h"
#include "batch/plan.h"
#include "batch/pool.h"

struct task
{
  const struct batch_options *options;
  const struct plan *plan;
  struct reader reader; /* the model that is open */
};

/* The first byte of a reply: its kind.  The line of the record follows. */
enum task_reply
{
  TASK_SAFE = 's',
  TASK_VIOLATION = 'v',
  TASK_KNOWN = 'k', /* a violation that was known before */
  TASK_UNKNOWN = 'u',
  TASK_BUG = 'b', /* unknown, because of a bug */
  TASK_LISTED = 'l',
  TASK_CHANGED = 'c', /* no line: the model has changed */
};

/* Decide QUERY, or only list it, and reply. */
void task_perform (struct task *task, uint32_t query, struct pool_link *link);

/* Make the record of a query that was not decided, because its worker died. */
void task_excuse (struct task *task, uint32_t query, const struct pool_loss *loss,
                  struct pool_link *link);

/* Make it in the parent, since the model cannot even be read, from the plan.  A reply of
   LENGTH bytes, which the caller frees; null: out of memory. */
char *task_excuse_from_plan (const struct task *task, uint32_t query,
                             const struct pool_loss *loss, size_t *length);

#endif
