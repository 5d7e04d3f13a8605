/* task.c -- see task.h. */
#include <config.h>

#include "batch/task.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explain/explain.h"
#include "io/json.h"
#include "results/query_record.h"
#include "batch/reproduce.h"

static void
announce_query (const struct task *task, uint32_t number, struct pool_desk *desk)
{
  char text[160];
  query_describe (&task->reader.asked, number, text, sizeof text);
  pool_announce (desk, reader_query_limit (&task->options->asked->decide), text);
}

/* Open the model of a query; false, and said so: it is not what the plan knows. */
static bool
open_model (struct task *task, uint32_t number, struct pool_desk *desk)
{
  struct reader *reader = &task->reader;
  const struct plan_model *planned = &task->plan->models[number];
  const struct reader_source *source = &task->plan->sources[number];
  if (reader->open && reader->number == number)
    return true;
  reader_close (reader);
  pool_announce_reading (desk, reader_model_limit (&task->options->asked->decide),
                         source->name);
  enum status status
    = reader_open (reader, task->options->asked, source, number, NULL);
  /* Where nobody looks at the interleaving any will do. */
  reader->asked.decide.best_witness = task->options->witness;
  bool same = status == STATUS_FINE
              && reader->asked.text_hash[0] == planned->text_hash[0]
              && reader->asked.text_hash[1] == planned->text_hash[1]
              && reader->asked.queries.list.count == planned->count;
  if (!same)
    {
      char kind = TASK_CHANGED;
      reader_close (reader);
      pool_reply (desk, &kind, 1);
    }
  return same;
}

/* Send the record, with KIND in front. */
static void
reply_record (struct pool_desk *desk, enum task_reply kind, json_t *record)
{
  char *line = json_line (record);
  if (!line)
    pool_give_up (desk);
  size_t length = strlen (line);
  char *reply = malloc (length + 2);
  if (!reply)
    pool_give_up (desk);
  reply[0] = (char) kind;
  memcpy (reply + 1, line, length);
  reply[length + 1] = '\n';
  pool_reply (desk, reply, length + 2);
  free (reply);
  free (line);
}

static enum task_reply
kind_of (enum verdict_kind kind)
{
  return kind == VERDICT_SAFE ? TASK_SAFE
         : kind == VERDICT_VIOLATION ? TASK_VIOLATION : TASK_UNKNOWN;
}

static void
add_reproduce (const struct task *task, uint32_t number, json_t *record)
{
  const struct reader *reader = &task->reader;
  char *command
    = reproduce_command (task->options->asked, &reader->asked,
                         task->plan->sources[reader->number].path, number);
  if (command)
    json_object_set_new (record, "reproduce", json_text (command));
  free (command);
}

/* What was found was refuted (judge.h). */
static void
add_bug (const struct task *task, uint32_t number, const char *bug, json_t *record)
{
  json_object_set_new (record, "bug", json_text (bug));
  add_reproduce (task, number, record);
}

/* Decide a query of the open model, and fill in its record; a violation is explained
   here, too, if its witness is wanted. */
static struct verdict
decide (struct task *task, uint32_t number, json_t *record, struct pool_desk *desk)
{
  struct reader *reader = &task->reader;
  struct record_options what = { .stats = task->options->stats };
  const struct query *query = &reader->asked.queries.list.at[number];
  struct verdict verdict = judge_query (reader_judge (reader), query);
  struct finding finding;
  struct arena arena;
  arena_init (&arena, &reader->quota);
  if (task->options->witness && verdict.kind == VERDICT_VIOLATION)
    {
      reader_announce_repair (&reader->asked, number, desk);
      finding = finding_of (&reader->eml, query, &verdict);
      finding_explain (&finding, &reader->asked.decide, NULL, &arena);
      what.finding = &finding;
    }
  record_add_verdict (record, &reader->asked, number, &verdict, &what);
  arena_clear (&arena);
  return verdict;
}

void
task_perform (struct task *task, uint32_t query, struct pool_desk *desk)
{
  struct reader *reader = &task->reader;
  uint32_t model = plan_model_of (task->plan, query);
  uint32_t number = query - task->plan->models[model].first;
  if (!reader->open)
    quota_init (&reader->quota);
  if (quota_checkpoint (&reader->quota))
    pool_give_up (desk);
  if (!open_model (task, model, desk))
    return;
  announce_query (task, number, desk);
  json_t *record = record_start (&reader->asked, number);
  if (task->options->list)
    {
      reply_record (desk, TASK_LISTED, record);
      return;
    }
  /* What is counted depends on what earlier queries left, and which were
     earlier in this worker is chance: so nothing is left. */
  if (task->options->stats)
    reader_forget (reader);
  struct verdict verdict = decide (task, number, record, desk);
  if (verdict.bug)
    add_bug (task, number, verdict.bug, record);
  reply_record (desk, verdict.bug ? TASK_BUG : kind_of (verdict.kind), record);
}

const char *
task_loss_word (enum pool_loss_reason reason)
{
  switch (reason)
    {
    case POOL_LOST_TIME:
      return verdict_reason_word (QUOTA_TIME);
    case POOL_LOST_MEMORY:
      return verdict_reason_word (QUOTA_MEMORY);
    case POOL_LOST_CRASH:
    case POOL_LOST_HANG:
      break;
    }
  return verdict_reason_word (QUOTA_NOT_EXHAUSTED);
}

void
task_excuse (struct task *task, uint32_t query, const struct pool_loss *loss,
             struct pool_desk *desk)
{
  struct reader *reader = &task->reader;
  uint32_t model = plan_model_of (task->plan, query);
  uint32_t number = query - task->plan->models[model].first;
  quota_init (&reader->quota);
  if (quota_checkpoint (&reader->quota))
    pool_give_up (desk);
  if (!open_model (task, model, desk))
    return;
  const struct query_options *asked = task->options->asked;
  json_t *record = record_start (&reader->asked, number);
  json_object_set_new (record, "verdict", json_string (verdict_word (VERDICT_UNKNOWN)));
  json_object_set_new (record, "reason", json_string (task_loss_word (loss->reason)));
  json_object_set_new (record, "engine",
                       json_string (engine_name (decide_first_engine (&asked->decide))));
  add_reproduce (task, number, record);
  json_object_set_new (record, "ms",
                       json_real ((double) (loss->nanoseconds / 1000) / 1000.0));
  reply_record (desk, TASK_UNKNOWN, record);
}
