/* batch.c -- see batch.h: the plan, the pool and the ledger together. */
#include <config.h>

#include "batch/batch.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "batch/ledger.h"
#include "batch/pool.h"
#include "batch/reproduce.h"
#include "batch/task.h"
#include "io/interrupt.h"
#include "io/json.h"

struct batch
{
  const struct batch_options *options;
  struct arena *arena;
  struct plan plan;
  struct batch_ledger ledger;
  struct task task; /* in a worker */
  struct progress progress;
  uint32_t *order;       /* the queries that are items of the pool, in the order for
                            workers */
  uint32_t open;         /* the number of these items */
  uint32_t wanted;       /* queries of this shard */
  uint32_t lost;         /* queries whose workers crashed or were killed */
  struct excuse *excuse; /* set while the record of a lost query is made */
  bool *changed;         /* by model: its text is not what was planned */
  bool incomplete;       /* some queries will have no record */
  bool unwritten;        /* the output cannot be written */
  bool complete;         /* the file was written */
  enum status status;
};

/* ---- In a worker. ---- */

static void
open_desk (void *context)
{
  struct batch *batch = context;
  ledger_abandon (&batch->ledger);
}

static void
perform (void *context, uint32_t item, struct pool_link *link)
{
  struct batch *batch = context;
  assert (item < batch->open);
  task_perform (&batch->task, batch->order[item], link);
}

/* ---- Records come in. ---- */

static void
note_changed (struct batch *batch, uint32_t query)
{
  uint32_t model = plan_model_of (&batch->plan, query);
  batch->incomplete = true;
  batch->status = status_worse (batch->status, STATUS_BAD_INPUT);
  if (batch->changed[model])
    return;
  batch->changed[model] = true;
  const char *path = batch->plan.inputs->list[model].path;
  progress_clear (&batch->progress);
  text_print_safe (stderr, path, strlen (path));
  fputs (": error: changed while the batch was running\n", stderr);
}

/* Print what a record says about a bug, and how to ask again, on standard error, too. */
static void
tell_troubles (struct batch *batch, const char *bytes, size_t length)
{
  if (bytes[0] != TASK_UNKNOWN && bytes[0] != TASK_BUG)
    return;
  json_t *record = json_loadb (bytes + 1, length - 1, 0, NULL);
  const char *bug = json_string_value (json_object_get (record, "bug"));
  const char *command = json_string_value (json_object_get (record, "reproduce"));
  if (bug || command)
    progress_clear (&batch->progress);
  if (bug)
    {
      fprintf (stderr, "phaselock batch: internal error: %s\n", bug);
      batch->status = status_worse (batch->status, STATUS_INTERNAL);
    }
  if (command)
    {
      fputs ("  to reproduce: ", stderr);
      text_print_safe (stderr, command, strlen (command));
      fputc ('\n', stderr);
    }
  json_decref (record);
}

static void
note_reply (void *context, struct pool *pool, uint32_t item, const char *bytes,
            size_t length)
{
  struct batch *batch = context;
  uint32_t query = batch->order[item];
  assert (item < batch->open && length > 0);
  if (bytes[0] == TASK_CHANGED)
    {
      note_changed (batch, query);
      return;
    }
  if (batch->unwritten)
    return;
  tell_troubles (batch, bytes, length);
  if (output_is_stream (&batch->ledger.output))
    progress_clear (&batch->progress);
  /* With --first a new violation is the last record, as for `check'. */
  bool violation = bytes[0] == TASK_VIOLATION;
  if (violation && batch->options->first)
    pool_cut (pool, item + 1);
  enum status status
    = ledger_add (&batch->ledger, query, bytes + 1, length - 1, violation);
  assert (status != STATUS_FINE || !ledger_lacks (&batch->ledger, query));
  if (status != STATUS_FINE && status != STATUS_INTERRUPTED)
    {
      batch->unwritten = true;
      batch->status = status_worse (batch->status, status);
    }
}

/* ---- Now and then. ---- */

static bool
take_a_break (void *context, struct pool *pool)
{
  struct batch *batch = context;
  struct pool_view slowest;
  bool some = pool_find_slowest (pool, &slowest);
  progress_show_batch (&batch->progress, batch->ledger.known, batch->wanted,
                       batch->ledger.violations, some ? slowest.text : NULL,
                       slowest.since);
  if (!output_is_stream (&batch->ledger.output))
    journal_sync (&batch->ledger.journal);
  return interrupt_signal () == 0 && !batch->unwritten;
}

/* ---- A worker died. ----

   The record of a lost query names fields and patterns of its model.  The parent
   reads no models: a worker of another pool reads this one again, and may die of
   that as well. */

struct excuse
{
  struct pool *pool; /* the pool that lost the query */
  uint32_t item;
  const struct pool_loss *loss;
  bool made;
};

static void
perform_excuse (void *context, uint32_t item, struct pool_link *link)
{
  struct batch *batch = context;
  (void) item;
  const struct excuse *excuse = batch->excuse;
  assert (excuse && !excuse->made);
  task_excuse (&batch->task, batch->order[excuse->item], excuse->loss, link);
}

static void
note_excuse (void *context, struct pool *pool, uint32_t item, const char *bytes,
             size_t length)
{
  struct batch *batch = context;
  (void) pool;
  (void) item;
  assert (!batch->excuse->made);
  batch->excuse->made = true;
  note_reply (batch, batch->excuse->pool, batch->excuse->item, bytes, length);
}

/* The model cannot be read: make the record of what the plan knows. */
static void
note_lost_excuse (void *context, struct pool *pool, uint32_t item,
                  const struct pool_loss *loss)
{
  struct batch *batch = context;
  size_t length = 0;
  (void) loss;
  char *reply = task_excuse_from_plan (&batch->task, batch->order[batch->excuse->item],
                                       batch->excuse->loss, &length);
  if (!reply)
    quota_exhaust (batch->arena->quota, QUOTA_MEMORY);
  note_excuse (batch, pool, item, reply, length);
  free (reply);
}

static void
tell_loss (struct batch *batch, uint32_t query, const struct pool_loss *loss)
{
  uint32_t model = plan_model_of (&batch->plan, query);
  const char *name = batch->plan.inputs->list[model].name;
  progress_clear (&batch->progress);
  fputs ("phaselock batch: ", stderr);
  text_print_safe (stderr, name, strlen (name));
  fprintf (stderr, ": query %u of %u is unknown (%s): ",
           (unsigned) (query - batch->plan.models[model].first + 1),
           (unsigned) batch->plan.models[model].count,
           verdict_reason_word (pool_loss_quota (loss)));
  if (loss->reason == POOL_LOST_TIME)
    fputs ("its worker exceeded the time limit and was killed", stderr);
  else if (loss->reason == POOL_LOST_MEMORY)
    fputs ("its worker took too much memory", stderr);
  else if (loss->reason == POOL_LOST_HANG)
    fputs ("its worker was stopped or hung outside the query, and was killed", stderr);
  else
    {
      fputs ("its worker ", stderr);
      pool_print_death (stderr, loss->wait_status);
    }
  fputc ('\n', stderr);
}

static void
note_loss (void *context, struct pool *pool, uint32_t item, const struct pool_loss *loss)
{
  struct batch *batch = context;
  assert (!batch->excuse && item < batch->open);
  tell_loss (batch, batch->order[item], loss);
  batch->lost += pool_loss_quota (loss) == QUOTA_NOT_EXHAUSTED;
  struct excuse excuse = { .pool = pool, .item = item, .loss = loss };
  struct pool_work work = { .context = batch,
                            .items = 1,
                            .jobs = 1,
                            .grace = reader_grace (&batch->options->queries->decide),
                            .open = open_desk,
                            .perform = perform_excuse,
                            .done = note_excuse,
                            .lost = note_lost_excuse,
                            .pause = take_a_break };
  struct arena arena;
  arena_init (&arena, batch->arena->quota);
  batch->excuse = &excuse;
  enum pool_end end = pool_run (&work, &arena);
  if (end == POOL_NO_WORKERS && !excuse.made)
    note_lost_excuse (batch, pool, item, loss);
  batch->excuse = NULL;
  arena_clear (&arena);
}

/* ---- Before and after. ---- */

/* Choose the queries of this shard. */
static const bool *
choose_queries (struct batch *batch)
{
  const struct plan *plan = &batch->plan;
  uint32_t shards = batch->options->shards;
  bool *wanted
    = arena_calloc (batch->arena, plan->query_count + (size_t) 1, sizeof *wanted);
  const uint32_t *shard = shards > 1 ? plan_shards (plan, shards, batch->arena) : NULL;
  for (uint32_t q = 0; q < plan->query_count; q++)
    {
      wanted[q] = !shard || shard[q] == batch->options->shard;
      batch->wanted += wanted[q];
    }
  assert (shard || batch->wanted == plan->query_count);
  return wanted;
}

/* The options that affect records, in words; not the number of workers, what is shown, or
   the output.  Patterns and fields are in the queries' ids. */
static const char *
write_options (struct batch *batch)
{
  const struct batch_options *options = batch->options;
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream (&text, &length);
  if (!file)
    quota_exhaust (batch->arena->quota, QUOTA_MEMORY);
  reproduce_options (file, options->queries, NULL, NULL);
  fprintf (file, " --shard %u/%u", (unsigned) options->shard, (unsigned) options->shards);
  fputs (options->first ? " --first" : "", file);
  fputs (options->stats ? " --stats" : "", file);
  fputs (options->witness ? " --witness" : "", file);
  fputs (options->list ? " --list" : "", file);
  if (options->baseline)
    fprintf (file, " --baseline %016llx",
             (unsigned long long) baseline_hash (options->baseline));
  if (fclose (file) != 0)
    quota_exhaust (batch->arena->quota, QUOTA_MEMORY);
  const char *copy = arena_copy (batch->arena, text + 1, length - 1);
  free (text);
  return copy;
}

/* Choose the order of the work.  If the output is a stream, or ends at the first
   violation, it is the order of the output; else the most expensive queries come first,
   so that none of them runs alone at the end. */
static void
order_queries (struct batch *batch)
{
  const struct plan *plan = &batch->plan;
  bool in_order = output_is_stream (&batch->ledger.output) || batch->options->first;
  struct plan_range *ranges
    = arena_alloc (batch->arena, (plan->model_count + (size_t) 1) * sizeof *ranges);
  for (uint32_t m = 0; m < plan->model_count; m++)
    ranges[m] = (struct plan_range){ plan->models[m].first, plan->models[m].count,
                                     in_order ? 0 : plan->models[m].cost };
  plan_sort_ranges (ranges, plan->model_count);
  batch->order
    = arena_alloc (batch->arena, (plan->query_count + (size_t) 1) * sizeof *batch->order);
  for (uint32_t m = 0; m < plan->model_count; m++)
    for (uint32_t q = ranges[m].from; q < ranges[m].from + ranges[m].count; q++)
      if (ledger_lacks (&batch->ledger, q))
        batch->order[batch->open++] = q;
  assert (batch->options->first || batch->open + batch->ledger.known == batch->wanted);
}

static enum status
decide_all (struct batch *batch)
{
  struct pool_work work = { .context = batch,
                            .items = batch->open,
                            .jobs = batch->options->jobs,
                            .memory = batch->options->queries->decide.memory,
                            .grace = reader_grace (&batch->options->queries->decide),
                            .open = open_desk,
                            .perform = perform,
                            .done = note_reply,
                            .lost = note_loss,
                            .pause = take_a_break };
  batch->task = (struct task){ .options = batch->options, .plan = &batch->plan };
  enum pool_end end = plan_run_pool (&work, &batch->progress, batch->arena);
  batch->incomplete |= end == POOL_NO_WORKERS;
  return status_worse (batch->status,
                       end == POOL_NO_WORKERS ? STATUS_INTERNAL : STATUS_FINE);
}

/* All records are in the journal: write the file.  If some queries were lost with their
   workers, the journal stays. */
static enum status
write_file (struct batch *batch)
{
  assert (!batch->incomplete && !batch->unwritten);
  assert (batch->options->first || batch->ledger.known == batch->wanted);
  enum status status = ledger_write_file (&batch->ledger, batch->lost > 0);
  batch->complete = status == STATUS_FINE;
  if (batch->complete && batch->lost > 0)
    fprintf (stderr,
             "phaselock batch: %u quer%s lost with %s; "
             "the same command with --resume tries again\n",
             (unsigned) batch->lost, batch->lost == 1 ? "y was" : "ies were",
             batch->lost == 1 ? "its worker" : "their workers");
  return status;
}

static void
say_where_it_stopped (const struct batch *batch)
{
  if (output_is_stream (&batch->ledger.output))
    return;
  fputs ("phaselock batch: ", stderr);
  const char *path = batch->ledger.journal.path;
  text_print_safe (stderr, path, strlen (path));
  fprintf (stderr, " has %u of %u records; the same command with --resume continues\n",
           (unsigned) batch->ledger.known, (unsigned) batch->wanted);
}

static enum status
run_plan (struct batch *batch)
{
  enum status status = STATUS_FINE;
  /* Nothing could be asked (a typing error): a file without records would only obstruct
     the next batch. */
  bool wrong = batch->options->inputs->count == 0 || batch->status != STATUS_FINE
               || batch->plan.status != STATUS_FINE;
  if (batch->plan.query_count == 0 && wrong)
    return STATUS_FINE;
  const bool *wanted = choose_queries (batch);
  status = ledger_start (&batch->ledger, &batch->plan, wanted, write_options (batch));
  if (status != STATUS_FINE)
    return status;
  batch->progress.before = batch->ledger.known;
  if (batch->ledger.journal.continued && !batch->options->quiet)
    fprintf (stderr, "phaselock batch: continuing after %u of %u queries\n",
             (unsigned) batch->ledger.known, (unsigned) batch->wanted);
  order_queries (batch);
  status = decide_all (batch);
  if (interrupt_signal () || batch->incomplete || batch->unwritten)
    say_where_it_stopped (batch);
  else if (!output_is_stream (&batch->ledger.output))
    status = status_worse (status, write_file (batch));
  if (batch->options->fail && batch->ledger.violations > 0)
    status = status_worse (status, STATUS_FOUND);
  if (batch->ledger.gaps > 0 && !batch->options->quiet && !interrupt_signal ())
    fprintf (stderr,
             "phaselock batch: no violation found in %u quer%s for which something was "
             "not looked at (\"gaps\")\n",
             (unsigned) batch->ledger.gaps, batch->ledger.gaps == 1 ? "y" : "ies");
  if (batch->options->strict && batch->ledger.gaps > 0)
    status = status_worse (status, STATUS_UNDECIDED);
  return status;
}

enum status
batch_run (const struct batch_options *options, bool *complete)
{
  assert (options->jobs > 0);
  assert (0 < options->shard && options->shard <= options->shards);
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  struct batch batch = { .options = options, .arena = &arena };
  if (quota_checkpoint (&quota))
    {
      *complete = false;
      fputs ("phaselock batch: not enough memory\n", stderr);
      return STATUS_INTERNAL;
    }
  progress_start (&batch.progress, options->progress, options->quiet);
  batch.progress.often = true;
  enum status status = ledger_open (&batch.ledger, options->output, options->resume,
                                    options->force, options->first, &arena);
  if (status == STATUS_FINE)
    {
      struct plan_options how = { .queries = options->queries,
                                  .jobs = options->jobs,
                                  .quiet = options->quiet,
                                  .progress = &batch.progress,
                                  .open = open_desk,
                                  .context = &batch };
      if (!inputs_keep_streams (options->inputs))
        batch.status = status_worse (batch.status, STATUS_BAD_INPUT);
      bool planned = plan_make (&batch.plan, options->inputs, &how, &arena);
      batch.changed = arena_calloc (&arena, options->inputs->count + 1, sizeof (bool));
      status = status_worse (batch.status, batch.plan.status);
      if (planned)
        status = status_worse (status, run_plan (&batch));
    }
  ledger_close (&batch.ledger);
  arena_clear (&arena);
  *complete = batch.complete;
  return status;
}
