/* tracing.c -- see tracing.h. */
#include <config.h>

#include "cli/tracing.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "io/interrupt.h"
#include "io/json.h"
#include "phaseauto/meetings.h"

/* ---- Findings. ---- */

static void
report_finding (struct tracing *tracing, const struct trace_finding *finding)
{
  FILE *file = tracing->destination.stream;
  tracing->found++;
  if (tracing->format == FORMAT_TEXT)
    trace_finding_print (finding, file);
  else
    tracing->status = status_worse (tracing->status,
                                    json_print_line (file, trace_finding_record (finding)));
}

static const char *const *
held_names (const struct tracing *tracing, uint32_t chain, struct arena *arena)
{
  const struct held *held = &tracing->pass->world.held;
  VEC (const char *) list = VEC_EMPTY;
  for (; chain != HELD_NONE; chain = held_rest (held, chain))
    *vec_push (arena, &list)
      = symbols_text (&tracing->pass->reader.names.locks, held_lock (held, chain));
  *vec_push (arena, &list) = NULL;
  return list.at;
}

static struct trace_step
access_step (const struct tracing *tracing, const struct access *access,
             const char *variable, struct arena *arena)
{
  const struct trace_names *names = &tracing->pass->reader.names;
  char *at = NULL;
  if (access->location != TRACE_NONE)
    {
      char buffer[LOCATION_TEXT];
      at = arena_format (arena, "%s",
                         location_text (&names->locations, access->location, buffer));
    }
  return (struct trace_step){
    .thread = symbols_text (&names->threads, (uint32_t) access->thread),
    .op = trace_op_word (access->is_write ? TRACE_WRITE : TRACE_READ),
    .object = variable,
    .event = access->event,
    .at = at,
    .held = held_names (tracing, access->held, arena),
  };
}

static void
report_race (void *context, const struct race *race)
{
  struct tracing *tracing = context;
  struct arena scratch;
  arena_init (&scratch, tracing->arena->quota);
  const char *variable
    = symbols_text (&tracing->pass->reader.names.variables, race->variable);
  const char *const variables[] = { variable, NULL };
  const struct trace_step steps[]
    = { access_step (tracing, &race->first, variable, &scratch),
        access_step (tracing, &race->second, variable, &scratch) };
  report_finding (tracing, &(struct trace_finding){
                             .kind = QUERY_RACE,
                             .automaton = pa_race (),
                             .file = tracing->file,
                             .variables = variables,
                             .steps = steps,
                             .count = 2,
                           });
  arena_clear (&scratch);
}

static void
hear_race_event (void *context, const struct trace_event *event)
{
  races_event (context, event);
}

static void
hear_race_batch (void *context, const struct trace_batch *batch)
{
  races_prefetch (context, batch);
}

/* ---- The end of a trace. ---- */

static const char *
plural (uint64_t count)
{
  return count == 1 ? "" : "s";
}

static void
print_count (FILE *file, uint64_t count, const char *what)
{
  fprintf (file, "%" PRIu64 " %s%s", count, what, plural (count));
}

static void
complain_of_trace (const struct tracing *tracing, const struct trace_problem *problem,
                   const char *severity)
{
  command_print_safe (stderr, tracing->file);
  if (problem->line)
    fprintf (stderr, ":%" PRIu64, problem->line);
  fprintf (stderr, ": %s: ", severity);
  command_print_safe (stderr, problem->message);
  fputc ('\n', stderr);
}

static void
print_notes (const struct tracing *tracing)
{
  const struct trace_reader *reader = &tracing->pass->reader;
  if (reader->skipped)
    {
      complain_of_trace (tracing, &reader->first_skipped, "skipped");
      command_print_safe (stderr, tracing->file);
      fprintf (stderr, ": note: %" PRIu64 " line%s skipped; this was the first\n",
               reader->skipped, plural (reader->skipped));
    }
}

static void
print_summary (const struct tracing *tracing, const struct races *races)
{
  const struct trace_names *names = &tracing->pass->reader.names;
  FILE *file = tracing->destination.stream;
  command_print_safe (file, tracing->file);
  fputs (": ", file);
  print_count (file, tracing->pass->events, "event");
  fputs (", ", file);
  print_count (file, tracing->pass->world.seen, "thread");
  fputs (", ", file);
  print_count (file, symbols_count (&names->locks), "lock");
  fputs (", ", file);
  print_count (file, symbols_count (&names->variables), "variable");
  fputs (": ", file);
  print_count (file, races->found, "race");
  if (races->found)
    {
      fputs (" on ", file);
      print_count (file, races->racy, "variable");
    }
  fputc ('\n', file);
}

/* The closing record. */
static json_t *
closing_record (const struct tracing *tracing, const struct races *races)
{
  const struct trace_pass *pass = tracing->pass;
  json_t *record = json_record ("trace", tracing->file);
  json_object_set_new (record, "events", json_integer ((json_int_t) pass->events));
  json_object_set_new (record, "threads", json_integer (pass->world.seen));
  json_object_set_new (record, "locks",
                       json_integer (symbols_count (&pass->reader.names.locks)));
  json_object_set_new (record, "variables",
                       json_integer (symbols_count (&pass->reader.names.variables)));
  if (tracing->races)
    {
      json_object_set_new (record, "races", json_integer ((json_int_t) races->found));
      json_object_set_new (record, "racy", json_integer (races->racy));
    }
  if (pass->reader.skipped)
    json_object_set_new (record, "skipped",
                         json_integer ((json_int_t) pass->reader.skipped));
  return record;
}

/* ---- A trace. ---- */

static enum status
run_pass (struct tracing *tracing)
{
  struct races races;
  races_init (&races, &tracing->pass->world, (enum race_discipline) tracing->discipline,
              (enum race_detector) tracing->detector, tracing->arena);
  races.all = tracing->all;
  races.report = report_race;
  races.context = tracing;
  struct trace_listener listeners[3];
  uint32_t count = 0;
  if (tracing->races)
    listeners[count++]
      = (struct trace_listener){ hear_race_event, hear_race_batch, &races };
  bool fine = trace_pass_run (tracing->pass, tracing->file, listeners, count);
  print_notes (tracing);
  if (!fine)
    {
      complain_of_trace (tracing, &tracing->pass->reader.problem, "error");
      return STATUS_BAD_INPUT;
    }
  if (tracing->format == FORMAT_TEXT)
    {
      if (!tracing->quiet || races.found)
        print_summary (tracing, &races);
      return STATUS_FINE;
    }
  return json_print_line (tracing->destination.stream, closing_record (tracing, &races));
}

/* Memory or time ran out, or a signal came. */
static enum status
give_up (const struct tracing *tracing, enum quota_reason reason)
{
  command_print_safe (stderr, tracing->file);
  if (reason == QUOTA_INTERRUPTED)
    fputs (": interrupted\n", stderr);
  else if (reason == QUOTA_BOUND)
    fputs (": error: the trace has too many threads or events\n", stderr);
  else
    fputs (": error: not enough memory for this trace\n", stderr);
  return STATUS_BAD_INPUT;
}

enum status
tracing_file (struct tracing *tracing, const char *path)
{
  struct quota quota;
  struct arena arena;
  struct trace_pass pass;
  assert (path);
  quota_init (&quota);
  quota.limit = tracing->options.decide.memory ? tracing->options.decide.memory
                                               : quota.limit;
  quota.interrupted = tracing->options.decide.interrupted;
  arena_init (&arena, &quota);
  tracing->file = path;
  tracing->pass = &pass;
  tracing->arena = &arena;
  memset (&pass, 0, sizeof pass);
  enum status status;
  if (quota_checkpoint (&quota))
    status = give_up (tracing, quota.reason);
  else
    {
      trace_pass_init (&pass, tracing->lenient, &arena);
      status = run_pass (tracing);
    }
  trace_pass_clear (&pass);
  arena_clear (&arena);
  return status;
}
