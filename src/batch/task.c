/* task.c -- see task.h. */
#include <config.h>

#include "batch/task.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/reproduce.h"
#include "explain/explain.h"
#include "io/json.h"
#include "results/query_record.h"

/* Open the model of a query; false, after a reply: it is not what the plan knows. */
static bool
open_model (struct task *task, uint32_t number, struct pool_link *link)
{
  struct reader *reader = &task->reader;
  assert (number < task->plan->model_count);
  const struct plan_model *planned = &task->plan->models[number];
  const struct inputs *inputs = task->plan->inputs;
  if (reader->open && reader->number == number)
    return true;
  reader_close (reader);
  pool_announce_reading (link, reader_model_limit (&task->options->queries->decide),
                         inputs->list[number].name);
  enum status status = reader_open (reader, task->options->queries, inputs, number, NULL);
  /* Any interleaving will do if nobody sees it, or its fingerprint. */
  reader->queries.decide.best_witness = task->options->witness || task->options->baseline;
  bool same = status == STATUS_FINE
              && reader->queries.text_hash[0] == planned->text_hash[0]
              && reader->queries.text_hash[1] == planned->text_hash[1]
              && reader->queries.queries.list.count == planned->count;
  if (!same)
    {
      char kind = TASK_CHANGED;
      reader_close (reader);
      pool_reply (link, &kind, 1);
    }
  return same;
}

/* A reply: KIND, the line of RECORD, which is released, and a line feed.  The caller
   frees it; null: out of memory. */
static char *
write_reply (enum task_reply kind, json_t *record, size_t *length)
{
  char *line = json_line (record), *reply = NULL;
  int written = line ? asprintf (&reply, "%c%s\n", kind, line) : -1;
  free (line);
  assert (!reply || strchr (reply, '\n') == reply + written - 1);
  *length = written > 0 ? (size_t) written : 0;
  return written > 0 ? reply : NULL;
}

static void
reply_record (struct pool_link *link, enum task_reply kind, json_t *record)
{
  size_t length;
  char *reply = write_reply (kind, record, &length);
  if (!reply)
    pool_give_up (link);
  pool_reply (link, reply, length);
  free (reply);
}

static enum task_reply
kind_of (enum verdict_kind kind)
{
  return kind == VERDICT_SAFE        ? TASK_SAFE
         : kind == VERDICT_VIOLATION ? TASK_VIOLATION
                                     : TASK_UNKNOWN;
}

static void
add_reproduce (const struct task *task, uint32_t number, json_t *record)
{
  const struct reader *reader = &task->reader;
  char *command
    = reproduce_command (task->options->queries, &reader->queries,
                         task->plan->inputs->list[reader->number].path, number);
  if (command)
    json_object_set_new (record, "reproduce", json_text (command));
  free (command);
}

/* Decide a query of the open model, and fill in its record; a violation is explained,
   too, if its witness is wanted.  KNOWN: it is an old one. */
static struct verdict
decide (struct task *task, uint32_t number, json_t *record, bool *known,
        struct pool_link *link)
{
  struct reader *reader = &task->reader;
  assert (reader->open && number < reader->queries.queries.list.count);
  struct record_options what = { .stats = task->options->stats };
  const struct query *query = &reader->queries.queries.list.at[number];
  struct verdict verdict = judge_query (reader_judge (reader), query);
  struct finding finding;
  struct arena arena;
  arena_init (&arena, &reader->quota);
  if (task->options->witness && (verdict.kind == VERDICT_VIOLATION || verdict.suspicion))
    {
      reader_announce_repair (&reader->queries, number, link);
      finding = finding_of (&reader->subject, query, &verdict);
      finding_explain (&finding, &reader->queries.decide, NULL, &arena);
      what.finding = &finding;
    }
  const struct baseline *baseline = task->options->baseline;
  what.known = baseline && baseline_knows (baseline, &reader->queries, number, &verdict);
  record_add_verdict (record, &reader->queries, number, &verdict, &what);
  *known = what.known;
  arena_clear (&arena);
  return verdict;
}

void
task_perform (struct task *task, uint32_t query, struct pool_link *link)
{
  struct reader *reader = &task->reader;
  uint32_t model = plan_model_of (task->plan, query);
  uint32_t number = query - task->plan->models[model].first;
  if (!reader->open)
    quota_init (&reader->quota);
  if (quota_checkpoint (&reader->quota))
    pool_give_up (link);
  if (!open_model (task, model, link))
    return;
  assert (reader->number == model && number < reader->queries.queries.list.count);
  reader_announce_query (&reader->queries, number, link);
  json_t *record = record_start (&reader->queries, number);
  if (task->options->list)
    {
      reply_record (link, TASK_LISTED, record);
      return;
    }
  /* Statistics depend on what earlier queries left, and which queries this worker had
     before is chance: so drop that. */
  if (task->options->stats)
    reader_forget (reader);
  bool known;
  struct verdict verdict = decide (task, number, record, &known, link);
  /* Workers are not interrupted (interrupt_fork): such a record would count as a result.
   */
  assert (verdict.kind != VERDICT_UNKNOWN || verdict.reason != QUOTA_INTERRUPTED);
  if (verdict.bug)
    {
      /* What was found did not replay (judge.h). */
      json_object_set_new (record, "bug", json_text (verdict.bug));
      add_reproduce (task, number, record);
    }
  enum task_reply kind = known ? TASK_KNOWN : kind_of (verdict.kind);
  reply_record (link, verdict.bug ? TASK_BUG : kind, record);
}

/* Add the verdict of a query that was lost, up to its time. */
static void
add_loss (const struct task *task, json_t *record, const struct pool_loss *loss)
{
  const struct engine *engine = decide_first_engine (&task->options->queries->decide);
  json_object_set_new (record, "verdict", json_string (verdict_word (VERDICT_UNKNOWN)));
  json_object_set_new (record, "reason",
                       json_string (verdict_reason_word (pool_loss_quota (loss))));
  json_object_set_new (record, "engine", json_string (engine_name (engine)));
}

static void
add_time (json_t *record, uint64_t nanoseconds)
{
  assert (json_is_object (record));
  json_object_set_new (record, "ms", json_real ((double) (nanoseconds / 1000) / 1000.0));
}

void
task_excuse (struct task *task, uint32_t query, const struct pool_loss *loss,
             struct pool_link *link)
{
  struct reader *reader = &task->reader;
  uint32_t model = plan_model_of (task->plan, query);
  uint32_t number = query - task->plan->models[model].first;
  assert (!reader->open);
  quota_init (&reader->quota);
  if (quota_checkpoint (&reader->quota))
    pool_give_up (link);
  if (!open_model (task, model, link))
    return;
  assert (reader->open && number < reader->queries.queries.list.count);
  json_t *record = record_start (&reader->queries, number);
  add_loss (task, record, loss);
  add_reproduce (task, number, record);
  add_time (record, loss->nanoseconds);
  reply_record (link, TASK_UNKNOWN, record);
}

char *
task_excuse_from_plan (const struct task *task, uint32_t query,
                       const struct pool_loss *loss, size_t *length)
{
  uint32_t model = plan_model_of (task->plan, query);
  const struct plan_model *planned = &task->plan->models[model];
  assert (planned->first <= query && query - planned->first < planned->count);
  const struct plan_id *id = &planned->ids[query - planned->first];
  char digits[2 * sizeof id->bytes + 1];
  for (size_t i = 0; i < sizeof id->bytes; i++)
    snprintf (digits + 2 * i, 3, "%02x", id->bytes[i]);
  json_t *record = json_pack ("{si, ss, so, s[ii]}", "schema", 1, "id", digits, "model",
                              json_text (task->plan->inputs->list[model].name), "query",
                              (int) (query - planned->first) + 1, (int) planned->count);
  add_loss (task, record, loss);
  add_time (record, 0);
  return write_reply (TASK_UNKNOWN, record, length);
}
