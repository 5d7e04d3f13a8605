/* batch.c -- see batch.h: the plan, the pool and the records together. */
#include <config.h>

#include "batch/batch.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/text.h"
#include "batch/header.h"
#include "io/interrupt.h"
#include "io/json.h"
#include "batch/pool.h"
#include "batch/records.h"
#include "batch/resume.h"
#include "batch/task.h"

struct batch
{
  const struct batch_options *options;
  struct arena *arena;
  struct plan plan;
  struct records records;
  struct task task;          /* of a worker */
  struct progress progress;
  uint32_t *order;           /* queries, as the workers get them */
  uint32_t open;             /* how many */
  uint32_t asked, done;      /* queries of this shard */
  uint32_t violations;
  uint32_t lost;             /* workers that crashed or were killed */
  bool *changed;             /* by model: not what was planned */
  bool incomplete;           /* some queries will have no record */
  bool unwritten;            /* the output cannot be written */
  bool complete;             /* the file was written */
  enum status status;
};

/* ---- In a worker. ---- */

static void
open_desk (void *context)
{
  struct batch *batch = context;
  records_abandon (&batch->records);
}

static void
perform (void *context, uint32_t item, struct pool_desk *desk)
{
  struct batch *batch = context;
  task_perform (&batch->task, batch->order[item], desk);
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
  const char *path = batch->plan.sources[model].path;
  progress_clear (&batch->progress);
  text_print_safe (stderr, path, strlen (path));
  fputs (": error: has changed while the batch was running\n", stderr);
}


/* A record that says how to ask again says so on standard error, too. */
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
  assert (length > 0);
  if (bytes[0] == TASK_CHANGED)
    {
      note_changed (batch, query);
      return;
    }
  if (batch->unwritten)
    return;
  tell_troubles (batch, bytes, length);
  if (records_go_out_directly (&batch->records))
    progress_clear (&batch->progress);
  /* With --first the violation is the last record, as it is for `check'. */
  bool violation = bytes[0] == TASK_VIOLATION;
  if (violation && batch->options->first)
    {
      records_cut (&batch->records, query + 1);
      pool_cut (pool, item + 1);
    }
  enum status status = records_add (&batch->records, query, bytes + 1, length - 1);
  if (status == STATUS_FINE)
    {
      batch->done++;
      batch->violations += violation;
    }
  else if (status != STATUS_INTERRUPTED)
    {
      batch->unwritten = true;
      batch->status = status_worse (batch->status, STATUS_NOT_WRITTEN);
    }
}

/* ---- A worker died. ---- */

struct excuse
{
  struct batch *batch;
  uint32_t query;
  const struct pool_loss *loss;
  struct pool *pool;       /* that lost it */
  uint32_t item;
  bool made;
};

static void
excuse_open (void *context)
{
  struct excuse *excuse = context;
  open_desk (excuse->batch);
}

static void
excuse_perform (void *context, uint32_t item, struct pool_desk *desk)
{
  struct excuse *excuse = context;
  (void) item;
  task_excuse (&excuse->batch->task, excuse->query, excuse->loss, desk);
}

static void
excuse_done (void *context, struct pool *pool, uint32_t item, const char *bytes,
             size_t length)
{
  struct excuse *excuse = context;
  (void) pool;
  (void) item;
  excuse->made = true;
  note_reply (excuse->batch, excuse->pool, excuse->item, bytes, length);
}

static void
excuse_lost (void *context, struct pool *pool, uint32_t item, const struct pool_loss *loss)
{
  (void) context;
  (void) pool;
  (void) item;
  (void) loss;
}

static bool
excuse_pause (void *context, struct pool *pool)
{
  (void) context;
  (void) pool;
  return interrupt_signal () == 0;
}

/* Not even the names of the fields can be said: what the plan knows. */
static void
excuse_without_model (struct excuse *excuse)
{
  struct batch *batch = excuse->batch;
  uint32_t model = plan_model_of (&batch->plan, excuse->query);
  const struct plan_model *planned = &batch->plan.models[model];
  struct plan_id id = plan_id_of (&batch->plan, excuse->query);
  char digits[2 * sizeof id.bytes + 1];
  for (size_t i = 0; i < sizeof id.bytes; i++)
    snprintf (digits + 2 * i, 3, "%02x", id.bytes[i]);
  json_t *record
    = json_pack ("{si, ss, so, s[ii], ss, ss, ss, sf}", "schema", 1, "id", digits,
                 "model", json_text (batch->plan.sources[model].name), "query",
                 (int) (excuse->query - planned->first) + 1, (int) planned->count,
                 "verdict", verdict_word (VERDICT_UNKNOWN), "reason",
                 task_loss_word (excuse->loss->reason), "engine",
                 engine_name (decide_first_engine (&batch->options->asked->decide)), "ms", 0.0);
  char *line = json_line (record);
  size_t length = line ? strlen (line) : 0;
  char *reply = arena_alloc (batch->arena, length + 2);
  if (!line)
    quota_exhaust (batch->arena->quota, QUOTA_MEMORY);
  reply[0] = TASK_UNKNOWN;
  memcpy (reply + 1, line, length);
  reply[length + 1] = '\n';
  free (line);
  note_reply (batch, excuse->pool, excuse->item, reply, length + 2);
}

static void
tell_loss (struct batch *batch, uint32_t query, const struct pool_loss *loss)
{
  uint32_t model = plan_model_of (&batch->plan, query);
  const char *name = batch->plan.sources[model].name;
  progress_clear (&batch->progress);
  fputs ("phaselock batch: ", stderr);
  text_print_safe (stderr, name, strlen (name));
  fprintf (stderr, ": query %u of %u is unknown (%s): ",
           (unsigned) (query - batch->plan.models[model].first + 1),
           (unsigned) batch->plan.models[model].count, task_loss_word (loss->reason));
  if (loss->reason == POOL_LOST_TIME)
    fputs ("its worker did not keep the time and was killed", stderr);
  else if (loss->reason == POOL_LOST_MEMORY)
    fputs ("its worker took too much memory", stderr);
  else if (loss->reason == POOL_LOST_HANG)
    fputs ("its worker was stopped, or hung, outside of the query, and was killed", stderr);
  else if (WIFSIGNALED (loss->wait_status))
    fprintf (stderr, "its worker was killed by signal %d (%s)",
             WTERMSIG (loss->wait_status), strsignal (WTERMSIG (loss->wait_status)));
  else
    fprintf (stderr, "its worker ended with status %d", WEXITSTATUS (loss->wait_status));
  fputc ('\n', stderr);
}

static void
note_loss (void *context, struct pool *pool, uint32_t item, const struct pool_loss *loss)
{
  struct batch *batch = context;
  struct excuse excuse = { .batch = batch, .query = batch->order[item], .loss = loss,
                           .pool = pool, .item = item };
  tell_loss (batch, excuse.query, loss);
  batch->lost += loss->reason == POOL_LOST_CRASH || loss->reason == POOL_LOST_HANG;
  /* Somebody has to read the model once more: a worker, in case that kills. */
  struct pool_work work
    = { .context = &excuse, .items = 1, .jobs = 1,
        .grace = reader_grace (&batch->options->asked->decide), .open = excuse_open,
        .perform = excuse_perform, .done = excuse_done, .lost = excuse_lost,
        .pause = excuse_pause };
  struct arena arena;
  arena_init (&arena, batch->arena->quota);
  enum pool_end end = pool_run (&work, &arena);
  arena_clear (&arena);
  if (end != POOL_STOPPED && !excuse.made)
    excuse_without_model (&excuse);
}

/* ---- Progress. ---- */

static bool
take_a_break (void *context, struct pool *pool)
{
  struct batch *batch = context;
  struct pool_view slowest;
  bool some = pool_find_slowest (pool, &slowest);
  progress_show_batch (&batch->progress, batch->done, batch->asked, batch->violations,
                       some ? slowest.text : NULL, slowest.since);
  if (!records_go_out_directly (&batch->records))
    journal_sync (&batch->records.journal);
  return interrupt_signal () == 0 && !batch->unwritten;
}

/* ---- Before and after. ---- */

/* Which queries are this shard's. */
static void
choose_queries (struct batch *batch)
{
  const struct plan *plan = &batch->plan;
  bool *asked = arena_calloc (batch->arena, plan->query_count + (size_t) 1, sizeof *asked);
  const uint32_t *shard = batch->options->shards > 1
                            ? plan_shards (plan, batch->options->shards, batch->arena)
                            : NULL;
  for (uint32_t q = 0; q < plan->query_count; q++)
    {
      asked[q] = !shard || shard[q] == batch->options->shard;
      batch->asked += asked[q];
    }
  records_prepare (&batch->records, plan->query_count, asked);
}

struct rank
{
  uint64_t cost;
  uint32_t model;
};

static int
compare_ranks (const void *a, const void *b)
{
  const struct rank *x = a, *y = b;
  if (x->cost != y->cost)
    return x->cost < y->cost ? 1 : -1;
  return x->model < y->model ? -1 : x->model > y->model;
}

/* The order of the work.  What goes out directly, and what ends at the first
   violation, is best decided in the order of the output; else what is dearest
   comes first, so that it does not end last and alone. */
static void
order_queries (struct batch *batch)
{
  const struct plan *plan = &batch->plan;
  struct rank *ranks
    = arena_alloc (batch->arena, plan->model_count * sizeof *ranks + 1);
  bool in_order = records_go_out_directly (&batch->records) || batch->options->first;
  for (uint32_t m = 0; m < plan->model_count; m++)
    ranks[m] = (struct rank){ in_order ? 0 : plan->models[m].cost, m };
  if (plan->model_count > 0)
    qsort (ranks, plan->model_count, sizeof *ranks, compare_ranks);
  batch->order
    = arena_alloc (batch->arena, plan->query_count * sizeof *batch->order + 1);
  for (uint32_t m = 0; m < plan->model_count; m++)
    {
      const struct plan_model *model = &plan->models[ranks[m].model];
      for (uint32_t q = model->first; q < model->first + model->count; q++)
        if (batch->records.asked[q] && q < batch->records.end
            && !records_has (&batch->records, q))
          batch->order[batch->open++] = q;
    }
}

/* What an earlier batch left. */
static enum status
continue_journal (struct batch *batch)
{
  struct resume resume = { .plan = &batch->plan, .records = &batch->records,
                           .first = batch->options->first };
  resume.header = header_make (batch->options, &batch->plan);
  if (!resume.header)
    quota_exhaust (batch->arena->quota, QUOTA_MEMORY);
  enum status status = resume_begin (&resume, batch->arena);
  batch->done = resume.known;
  batch->violations = resume.violations;
  batch->progress.before = resume.known;
  free (resume.header);
  if (status == STATUS_FINE && batch->records.journal.continued && !batch->options->quiet)
    fprintf (stderr, "phaselock batch: going on behind %u of %u queries\n",
             (unsigned) resume.known, (unsigned) batch->asked);
  return status;
}

static enum status
decide_all (struct batch *batch)
{
  struct pool_work work
    = { .context = batch, .items = batch->open, .jobs = batch->options->jobs,
        .memory = batch->options->asked->decide.memory,
        .grace = reader_grace (&batch->options->asked->decide), .open = open_desk,
        .perform = perform, .done = note_reply, .lost = note_loss,
        .pause = take_a_break };
  batch->task = (struct task){ .options = batch->options, .plan = &batch->plan };
  enum pool_end end = pool_run (&work, batch->arena);
  int why = errno;
  progress_clear (&batch->progress);
  if (end != POOL_NO_WORKERS)
    return batch->status;
  fprintf (stderr, "phaselock batch: no worker can be started: %s\n",
           why ? strerror (why) : "they die at once");
  batch->incomplete = true;
  return status_worse (batch->status, STATUS_INTERNAL);
}

/* All records are in the journal: make the file.  The journal knows which one
   before it is there: whenever we are killed, --resume knows it for ours. */
static enum status
write_file (struct batch *batch, bool replace)
{
  struct records *records = &batch->records;
  struct output_draft draft;
  enum status status = records_write_draft (records, &draft);
  if (status != STATUS_FINE)
    return status;
  status = resume_mark_end (records, draft.hash);
  if (status != STATUS_FINE)
    {
      output_draft_drop (&draft);
      return status;
    }
  status = output_draft_place (&draft, &records->output, replace);
  if (status != STATUS_FINE)
    return status;
  batch->complete = true;
  if (batch->lost == 0)
    {
      journal_remove (&records->journal);
      return STATUS_FINE;
    }
  fprintf (stderr, "phaselock batch: %u quer%s lost with %s; "
           "the same command with --resume tries again\n", (unsigned) batch->lost,
           batch->lost == 1 ? "y was" : "ies were",
           batch->lost == 1 ? "its worker" : "their workers");
  return status;
}

static void
say_where_it_stopped (const struct batch *batch)
{
  if (records_go_out_directly (&batch->records))
    return;
  fputs ("phaselock batch: ", stderr);
  const char *path = batch->records.journal.path;
  text_print_safe (stderr, path, strlen (path));
  fprintf (stderr, " has %u of %u records; the same command with --resume goes on\n",
           (unsigned) batch->done, (unsigned) batch->asked);
}

static enum status
run_plan (struct batch *batch)
{
  enum status status = STATUS_FINE;
  /* Nothing could be asked (a slip of the pen): a file without records would
     only be in the way of the next batch. */
  bool wrong = batch->options->inputs->count == 0 || batch->status != STATUS_FINE
               || batch->plan.status != STATUS_FINE;
  if (batch->plan.query_count == 0 && wrong)
    return STATUS_FINE;
  choose_queries (batch);
  if (!records_go_out_directly (&batch->records))
    status = continue_journal (batch);
  if (status != STATUS_FINE)
    return status;
  bool replace = batch->options->force;
  if (!records_go_out_directly (&batch->records) && !replace
      && output_exists (&batch->records.output))
    {
      replace = resume_wrote_file (&batch->records);
      if (!replace)
        return records_refuse (&batch->records);
    }
  order_queries (batch);
  status = decide_all (batch);
  if (interrupt_signal () || batch->incomplete || batch->unwritten)
    say_where_it_stopped (batch);
  else if (!records_go_out_directly (&batch->records))
    status = status_worse (status, write_file (batch, replace));
  return status;
}

enum status
batch_run (const struct batch_options *options, bool *complete)
{
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
  enum status status
    = records_begin (&batch.records, options->output, options->resume, options->force, &arena);
  if (status == STATUS_FINE)
    {
      struct plan_options how
        = { .asked = options->asked, .jobs = options->jobs, .quiet = options->quiet,
            .progress = &batch.progress, .open = open_desk, .context = &batch };
      struct reader_source *sources
        = reader_list_sources (options->inputs, &arena, &batch.status);
      bool planned
        = plan_make (&batch.plan, sources, options->inputs->count, &how, &arena);
      batch.changed = arena_calloc (&arena, options->inputs->count + 1, sizeof (bool));
      status = status_worse (batch.status, batch.plan.status);
      if (planned)
        status = status_worse (status, run_plan (&batch));
    }
  records_end (&batch.records);
  arena_clear (&arena);
  *complete = batch.complete;
  return status;
}
