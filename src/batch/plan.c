/* plan.c -- see plan.h. */
#include <config.h>

#include "batch/plan.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "io/interrupt.h"
#include "results/query_record.h"

/* How many workers may die of a model before it is given up: the first may have been
   killed by somebody else. */
#define TRIALS 3

struct planning
{
  const struct plan_options *options;
  struct plan *plan;
  struct arena *arena;
  struct reader reader;     /* in a worker */
  uint32_t *models, *again; /* models to be read in this trial, and in the next */
  uint32_t count, lost;     /* how many are in each */
  uint32_t trial;
  const char **messages;  /* by model, not printed yet */
  uint32_t printed, done; /* models whose messages were printed; models that were read */
};

/* What a worker says about a model; the ids and the messages follow. */
struct summary
{
  uint64_t text_hash[2];
  uint64_t cost;
  uint32_t status, count;
};

/* ---- In a worker. ---- */

/* The work of a query grows with the rules of two processes, and with the locks that a
   tuple of histories distinguishes.  It is a guess, used only to share out work. */
static uint64_t
guess_cost (const struct pds *pds)
{
  uint64_t locks = pds->locks.count < 64 ? pds->locks.count : 64;
  uint64_t processes = pds->processes.count < 64 ? pds->processes.count : 64;
  return 100
         + (uint64_t) pds->rules.count * (1 + locks) * (1 + locks) * (1 + processes) / 4;
}

bool
plan_read_id (const char *text, struct plan_id *id)
{
  if (strlen (text) != 2 * sizeof id->bytes || text[strspn (text, "0123456789abcdef")])
    return false;
  for (size_t i = 0; i < sizeof id->bytes; i++)
    {
      char digits[3] = { text[2 * i], text[2 * i + 1], 0 };
      id->bytes[i] = (uint8_t) strtoul (digits, NULL, 16);
    }
  return true;
}

/* The reply: summary, ids, messages. */
static void
summarize (struct planning *planning, enum status status, FILE *reply)
{
  struct reader *reader = &planning->reader;
  const struct model_queries *model = &reader->queries;
  struct summary summary = { .status = (uint32_t) status };
  if (status == STATUS_FINE)
    {
      summary.text_hash[0] = model->text_hash[0];
      summary.text_hash[1] = model->text_hash[1];
      summary.count = model->queries.list.count;
      summary.cost = guess_cost (&reader->subject.projection.pds);
    }
  fwrite (&summary, sizeof summary, 1, reply);
  for (uint32_t q = 0; q < summary.count; q++)
    {
      struct plan_id id;
      char text[RECORD_ID_SIZE];
      record_write_id (model, &model->queries.list.at[q], text);
      bool read = plan_read_id (text, &id);
      assert (read);
      (void) read;
      fwrite (&id, sizeof id, 1, reply);
    }
}

static void
plan_one (void *context, uint32_t item, struct pool_link *link)
{
  struct planning *planning = context;
  struct reader *reader = &planning->reader;
  const struct inputs *inputs = planning->plan->inputs;
  uint32_t number = planning->models[item];
  char *messages = NULL, *reply = NULL;
  size_t messages_length = 0, length = 0;
  pool_announce_reading (link, reader_model_limit (&planning->options->queries->decide),
                         inputs->list[number].name);
  FILE *memory = open_memstream (&messages, &messages_length);
  FILE *out = open_memstream (&reply, &length);
  if (!memory || !out)
    pool_give_up (link);
  quota_init (&reader->quota);
  if (quota_checkpoint (&reader->quota))
    pool_give_up (link);
  /* Complaints go to standard error: collect them, to be printed when their turn comes.
   */
  FILE *true_errors = stderr;
  stderr = memory;
  enum status status
    = reader_open (reader, planning->options->queries, inputs, number, memory);
  stderr = true_errors;
  summarize (planning, status, out);
  bool failed = fclose (memory) != 0;
  if (status != STATUS_FINE || !planning->options->quiet)
    fwrite (messages, 1, messages_length, out);
  failed |= ferror (out) != 0;
  failed |= fclose (out) != 0;
  if (failed)
    pool_give_up (link);
  pool_reply (link, reply, length);
  free (reply);
  free (messages);
  reader_close (reader);
}

/* ---- In the parent. ---- */

/* Print the messages that are due: in the order of the models. */
static void
print_messages (struct planning *planning)
{
  while (planning->printed < planning->plan->model_count
         && planning->messages[planning->printed])
    {
      const char *text = planning->messages[planning->printed++];
      if (*text)
        progress_clear (planning->options->progress);
      fputs (text, stderr);
    }
}

static void
note_model (void *context, struct pool *pool, uint32_t item, const char *bytes,
            size_t length)
{
  struct planning *planning = context;
  uint32_t number = planning->models[item];
  struct plan_model *model = &planning->plan->models[number];
  struct summary summary;
  (void) pool;
  assert (length >= sizeof summary);
  memcpy (&summary, bytes, sizeof summary);
  size_t ids = summary.count * sizeof (struct plan_id);
  assert (length >= sizeof summary + ids && !planning->messages[number]);
  assert (summary.count == 0 || (summary.status == STATUS_FINE && summary.cost > 0));
  struct plan_id *copy = arena_alloc (planning->arena, ids + 1);
  memcpy (copy, bytes + sizeof summary, ids);
  *model
    = (struct plan_model){ .count = summary.count,
                           .cost = summary.cost,
                           .text_hash = { summary.text_hash[0], summary.text_hash[1] },
                           .status = (enum status) summary.status,
                           .ids = copy };
  planning->messages[number] = arena_copy (planning->arena, bytes + sizeof summary + ids,
                                           length - sizeof summary - ids);
  planning->done++;
  print_messages (planning);
}

/* No worker could read model NUMBER. */
static void
give_up_model (struct planning *planning, uint32_t number, const struct pool_loss *loss)
{
  const char *path = planning->plan->inputs->list[number].path;
  assert (!planning->messages[number] && planning->plan->models[number].count == 0);
  bool ours = pool_loss_quota (loss) == QUOTA_NOT_EXHAUSTED;
  char *text = NULL;
  size_t length = 0;
  FILE *message = open_memstream (&text, &length);
  if (!message)
    quota_exhaust (planning->arena->quota, QUOTA_MEMORY);
  text_print_safe (message, path, strlen (path));
  if (loss->reason == POOL_LOST_TIME)
    fprintf (message, ": error: reading this model takes too long [timeout]\n");
  else if (loss->reason == POOL_LOST_MEMORY)
    fprintf (message, ": error: not enough memory for this model [memory]\n");
  else if (loss->reason == POOL_LOST_HANG)
    fprintf (message, ": error: the worker that read this model was stopped or hung\n");
  else
    {
      fputs (": error: the worker that read this model ", message);
      pool_print_death (message, loss->wait_status);
      fputc ('\n', message);
    }
  fclose (message);
  planning->plan->models[number].status = ours ? STATUS_INTERNAL : STATUS_BAD_INPUT;
  planning->messages[number] = arena_copy (planning->arena, text, length);
  free (text);
  planning->done++;
  print_messages (planning);
}

static void
note_lost_model (void *context, struct pool *pool, uint32_t item,
                 const struct pool_loss *loss)
{
  struct planning *planning = context;
  uint32_t number = planning->models[item];
  (void) pool;
  assert (planning->trial <= TRIALS && planning->lost < planning->count);
  bool chance = pool_loss_quota (loss) == QUOTA_NOT_EXHAUSTED;
  if (!chance || planning->trial == TRIALS)
    give_up_model (planning, number, loss);
  else
    planning->again[planning->lost++] = number;
}

static bool
take_a_break (void *context, struct pool *pool)
{
  struct planning *planning = context;
  (void) pool;
  progress_show_count (planning->options->progress, planning->done,
                       planning->plan->model_count, "models read");
  return interrupt_signal () == 0;
}

static void
open_desk (void *context)
{
  struct planning *planning = context;
  planning->options->open (planning->options->context);
}

/* Number the queries. */
static bool
number_queries (struct plan *plan)
{
  uint64_t all = 0;
  for (uint32_t m = 0; m < plan->model_count; m++)
    {
      struct plan_model *model = &plan->models[m];
      assert (model->status == STATUS_FINE || model->count == 0);
      model->first = (uint32_t) all;
      all += model->count;
      if (all >= UINT32_MAX / 2)
        {
          fprintf (stderr, "phaselock batch: more than 2^31 queries; ask about fewer "
                           "models at a time\n");
          plan->status = STATUS_BAD_INPUT;
          return false;
        }
      plan->status = status_worse (plan->status, model->status);
    }
  plan->query_count = (uint32_t) all;
  return true;
}

enum pool_end
plan_run_pool (const struct pool_work *work, struct progress *progress,
               struct arena *arena)
{
  enum pool_end end = pool_run (work, arena);
  int why = errno;
  progress_clear (progress);
  if (end == POOL_NO_WORKERS)
    fprintf (stderr, "phaselock batch: no worker can be started: %s\n",
             why ? strerror (why) : "they die at once");
  return end;
}

/* Read the models of this trial. */
static bool
read_models (struct planning *planning)
{
  const struct plan_options *options = planning->options;
  struct pool_work work = { .context = planning,
                            .items = planning->count,
                            .jobs = options->jobs,
                            .grace = reader_grace (&options->queries->decide),
                            .open = open_desk,
                            .perform = plan_one,
                            .done = note_model,
                            .lost = note_lost_model,
                            .pause = take_a_break };
  planning->lost = 0;
  enum pool_end end = plan_run_pool (&work, options->progress, planning->arena);
  if (end == POOL_NO_WORKERS)
    planning->plan->status = STATUS_INTERNAL;
  return end == POOL_FINISHED;
}

bool
plan_make (struct plan *plan, const struct inputs *inputs,
           const struct plan_options *options, struct arena *arena)
{
  size_t count = inputs->count;
  assert (count < UINT32_MAX / 2 && options->jobs > 0 && options->open);
  *plan = (struct plan){ .inputs = inputs, .model_count = (uint32_t) count };
  plan->models = arena_calloc (arena, count + 1, sizeof *plan->models);
  struct planning planning = { .options = options, .plan = plan, .arena = arena };
  planning.messages = arena_calloc (arena, count + 1, sizeof *planning.messages);
  planning.models = arena_alloc (arena, count * sizeof *planning.models + 1);
  planning.again = arena_alloc (arena, count * sizeof *planning.again + 1);
  planning.count = (uint32_t) count;
  for (uint32_t m = 0; m < planning.count; m++)
    planning.models[m] = m;
  while (planning.count > 0)
    {
      planning.trial++;
      if (!read_models (&planning))
        return false;
      uint32_t *models = planning.models;
      planning.models = planning.again;
      planning.again = models;
      planning.count = planning.lost;
    }
  assert (planning.done == count && planning.printed == count);
  return number_queries (plan);
}

uint32_t
plan_model_of (const struct plan *plan, uint32_t query)
{
  assert (query < plan->query_count);
  /* The last model that begins at or before it and has queries. */
  uint32_t low = 0, high = plan->model_count;
  while (high - low > 1)
    {
      uint32_t middle = low + (high - low) / 2;
      if (plan->models[middle].first <= query)
        low = middle;
      else
        high = middle;
    }
  assert (query - plan->models[low].first < plan->models[low].count);
  return low;
}
