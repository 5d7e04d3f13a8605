/* task.h -- what a worker of a batch does: decide a query, make its record. */
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

/* A reply: what it is about, then the line of the record. */
enum task_reply
{
  TASK_SAFE = 's',
  TASK_VIOLATION = 'v',
  TASK_KNOWN = 'k', /* a violation that was known before */
  TASK_UNKNOWN = 'u',
  TASK_BUG = 'b', /* unknown, and it is our fault */
  TASK_LISTED = 'l',
  TASK_CHANGED = 'c', /* no line: the model is not what it was */
};

/* Decide QUERY, or only list it. */
void task_perform (struct task *task, uint32_t query, struct pool_link *link);

/* The record of a query that could not be decided, because its worker died. */
void task_excuse (struct task *task, uint32_t query, const struct pool_loss *loss,
                  struct pool_link *link);

/* The same in the parent, as the model cannot even be read: what the plan knows.
   A reply of LENGTH bytes, to be freed; null: no memory. */
char *task_excuse_from_plan (const struct task *task, uint32_t query,
                             const struct pool_loss *loss, size_t *length);

#endif
