/* trace_finding.c -- see trace_finding.h. */
#include <config.h>

#include "cli/trace_finding.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "cli/command.h"
#include "io/json.h"
#include "phaseauto/print_automaton.h"
#include "results/fingerprint.h"

/* ---- As a record. ---- */

static json_t *
names (const char *const *list)
{
  assert (list);
  json_t *array = json_array ();
  for (; *list; list++)
    json_array_append_new (array, json_text (*list));
  return array;
}

static json_t *
step_record (const struct trace_step *step)
{
  assert (step->thread && step->op);
  json_t *object = json_object ();
  json_object_set_new (object, "thread", json_text (step->thread));
  json_object_set_new (object, "op", json_string (step->op));
  json_object_set_new (object, "event", json_integer ((json_int_t) step->event));
  if (step->at)
    json_object_set_new (object, "at", json_text (step->at));
  return object;
}

/* The variable, both accesses, and what is held. */
static void
add_race (json_t *record, const struct trace_finding *finding)
{
  assert (finding->count == 2 && finding->variables[0]);
  json_object_set_new (record, "variable", json_text (finding->variables[0]));
  json_object_set_new (record, "verdict", json_string ("violation"));
  json_object_set_new (record, "first", step_record (&finding->steps[0]));
  json_object_set_new (record, "second", step_record (&finding->steps[1]));
  json_t *held = json_object ();
  for (uint32_t i = 0; i < finding->count; i++)
    json_object_set_new (held, finding->steps[i].thread, names (finding->steps[i].held));
  json_object_set_new (record, "held", held);
}

/* As in the records of `check', with threads for processes and variables for fields; and
   the steps. */
static void
add_pattern (json_t *record, const struct trace_finding *finding)
{
  const struct pa_automaton *automaton = finding->automaton;
  assert (finding->threads && finding->automata);
  json_object_set_new (record, "pattern",
                       automaton->numbered ? json_integer (automaton->number)
                                           : json_text (automaton->name));
  json_object_set_new (record, "fields", names (finding->variables));
  json_object_set_new (record, "automata", json_text (finding->automata));
  json_object_set_new (record, "verdict", json_string ("violation"));
  json_object_set_new (record, "processes", names (finding->threads));
  json_t *steps = json_array ();
  for (uint32_t i = 0; i < finding->count; i++)
    {
      json_t *step = step_record (&finding->steps[i]);
      if (finding->steps[i].object)
        json_object_set_new (step, "variable", json_text (finding->steps[i].object));
      json_array_append_new (steps, step);
    }
  json_object_set_new (record, "steps", steps);
}

/* Each thread waits for the lock in the same place, which the next one holds. */
static void
add_deadlock (json_t *record, const struct trace_finding *finding)
{
  assert (finding->kind == QUERY_DEADLOCK);
  json_t *threads = json_array (), *locks = json_array (), *steps = json_array ();
  for (uint32_t i = 0; i < finding->count; i++)
    {
      json_array_append_new (threads, json_text (finding->steps[i].thread));
      json_array_append_new (locks, json_text (finding->steps[i].object));
      json_array_append_new (steps, step_record (&finding->steps[i]));
    }
  json_object_set_new (record, "verdict", json_string ("violation"));
  json_object_set_new (record, "threads", threads);
  json_object_set_new (record, "locks", locks);
  json_object_set_new (record, "steps", steps);
}

static void
add_prediction (json_t *record, const struct trace_finding *finding)
{
  json_t *order = json_array ();
  assert (finding->predicted && finding->first <= finding->last);
  for (uint32_t i = 0; i < finding->order_count; i++)
    json_array_append_new (order, json_integer ((json_int_t) finding->order[i].event));
  json_object_set_new (record, "predicted", json_true ());
  if (finding->consistent)
    json_object_set_new (record, "consistent", json_true ());
  json_object_set_new (
    record, "window",
    json_pack ("[I,I]", (json_int_t) finding->first, (json_int_t) finding->last));
  json_object_set_new (record, "order", order);
}

json_t *
trace_finding_record (const struct trace_finding *finding)
{
  json_t *record = json_object ();
  assert (finding->count > 0 && finding->file);
  json_object_set_new (record, "schema", json_integer (1));
  json_object_set_new (record, "question", json_string (query_kind_word (finding->kind)));
  json_object_set_new (record, "file", json_text (finding->file));
  if (finding->kind == QUERY_RACE)
    add_race (record, finding);
  else if (finding->kind == QUERY_DEADLOCK)
    add_deadlock (record, finding);
  else
    add_pattern (record, finding);
  if (finding->predicted)
    add_prediction (record, finding);
  return record;
}

/* ---- As a result of SARIF. ---- */

/* "lost update on account.balance: A r, B w, A w" */
static const char *
describe (const struct trace_finding *finding, struct arena *arena)
{
  assert (finding->automaton && finding->variables);
  const struct pa_automaton *automaton = finding->automaton;
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  const char *title = automaton->title ? automaton->title : automaton->name;
  command_print_safe (file, title);
  for (uint32_t i = 0; finding->variables[i]; i++)
    {
      fputs (i ? ", " : " on ", file);
      text_show_name (file, finding->variables[i]);
    }
  for (uint32_t i = 0; i < finding->count; i++)
    {
      fputs (i ? ", " : ": ", file);
      text_show_name (file, finding->steps[i].thread);
      fprintf (file, " %s", finding->steps[i].op);
    }
  fputs (finding->predicted ? " (predicted)" : "", file);
  return scribe_end (&scribe);
}

/* What is the same in another run: no thread, no number of an event. */
static const char *
identify (const struct trace_finding *finding, struct arena *arena)
{
  assert (finding->automaton && finding->count > 0);
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  fprintf (file, "%s|%s", query_kind_word (finding->kind), finding->automaton->name);
  for (uint32_t i = 0; i < finding->count; i++)
    fprintf (file, "|%s|%s|%s", finding->steps[i].op,
             finding->steps[i].object ? finding->steps[i].object : "",
             finding->steps[i].at ? finding->steps[i].at : "");
  return scribe_end (&scribe);
}

static const char *
describe_step (const struct trace_step *step, struct arena *arena)
{
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  fprintf (file, "event %" PRIu64 ": ", step->event);
  text_show_name (file, step->thread);
  fprintf (file, " %s ", step->op);
  command_print_safe (file, step->object ? step->object : "");
  return scribe_end (&scribe);
}

void
trace_finding_add_to_sarif (const struct trace_finding *finding, struct sarif *sarif,
                            struct arena *arena)
{
  struct sarif_step *steps = arena_calloc (arena, finding->count, sizeof *steps);
  assert (finding->count > 0);
  for (uint32_t i = 0; i < finding->count; i++)
    steps[i] = (struct sarif_step){ finding->steps[i].at,
                                    describe_step (&finding->steps[i], arena) };
  sarif_add_found (sarif, &(struct sarif_found){
                            .automaton = finding->automaton,
                            .path = finding->file,
                            .text = describe (finding, arena),
                            .steps = steps,
                            .count = finding->count,
                            .identity = identify (finding, arena),
                            .record = trace_finding_record (finding),
                          });
}

/* ---- For the page. ---- */

/* The word of records for OP of a trace. */
static const char *
action_word (const char *op)
{
  static const char *const words[][2]
    = { { "r", "read" },           { "w", "write" },     { "acq", "acquire" },
        { "rel", "release" },      { "fork", "start" },  { "join", "join" },
        { "begin", "unit-begin" }, { "end", "unit-end" } };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp (op, words[i][0]) == 0)
      return words[i][1];
  return op;
}

/* STEP as a step of a witness.  PHASE: the step of the pattern that it is, or 0. */
static json_t *
witness_step (const struct trace_step *step, uint32_t phase, bool waits)
{
  assert (step->thread && step->op);
  json_t *object = json_object ();
  json_object_set_new (object, "process", json_text (step->thread));
  json_object_set_new (object, "action",
                       json_string (waits ? "await" : action_word (step->op)));
  if (step->object)
    json_object_set_new (object, "object", json_text (step->object));
  if (step->at)
    json_object_set_new (object, "source", json_text (step->at));
  if (phase)
    json_object_set_new (object, "phase", json_integer (phase));
  return object;
}

static json_t *
make_witness (const struct trace_finding *finding)
{
  json_t *witness = json_array ();
  bool meets = finding->kind != QUERY_PATTERN;
  for (uint32_t i = 0; i < finding->order_count; i++)
    {
      uint32_t phase = 0;
      for (uint32_t s = 0; s < finding->count && !meets; s++)
        if (finding->steps[s].event == finding->order[i].event)
          phase = s + 1;
      json_array_append_new (witness, witness_step (&finding->order[i], phase, false));
    }
  for (uint32_t s = 0; s < finding->count && (meets || !finding->predicted); s++)
    json_array_append_new (
      witness, witness_step (&finding->steps[s], s + 1, finding->kind == QUERY_DEADLOCK));
  return witness;
}

json_t *
trace_finding_page_record (const struct trace_finding *finding, struct arena *arena)
{
  assert (finding->count > 0);
  char id[FINGERPRINT_SIZE];
  const char *identity = arena_format (
    arena, "%s|%d|%llu|%s", finding->file, finding->predicted,
    (unsigned long long) finding->steps[0].event, identify (finding, arena));
  fingerprint_text (identity, strlen (identity), id);
  json_t *record = json_object (), *processes = json_array ();
  json_object_set_new (record, "schema", json_integer (1));
  json_object_set_new (record, "id", json_string (id));
  json_object_set_new (record, "model", json_text (finding->file));
  json_object_set_new (record, "question", json_string (query_kind_word (finding->kind)));
  if (finding->kind == QUERY_PATTERN)
    json_object_set_new (record, "pattern",
                         finding->automaton->numbered
                           ? json_integer (finding->automaton->number)
                           : json_text (finding->automaton->name));
  json_object_set_new (record, "fields", names (finding->variables));
  json_object_set_new (record, "automata", json_text (finding->automata));
  json_object_set_new (record, "verdict", json_string ("violation"));
  for (uint32_t i = 0; i < finding->count && finding->kind != QUERY_PATTERN; i++)
    json_array_append_new (processes, json_text (finding->steps[i].thread));
  if (finding->kind == QUERY_PATTERN)
    {
      json_decref (processes);
      processes = names (finding->threads);
    }
  json_object_set_new (record, "processes", processes);
  if (finding->kind == QUERY_DEADLOCK)
    {
      json_t *locks = json_array ();
      for (uint32_t i = 0; i < finding->count; i++)
        json_array_append_new (locks, json_text (finding->steps[i].object));
      json_object_set_new (record, "locks", locks);
    }
  json_object_set_new (record, "engine",
                       json_string (finding->predicted ? "prediction" : "trace"));
  json_object_set_new (record, "witness", make_witness (finding));
  return record;
}

/* ---- As text. ---- */

static void
print_held (const char *const *held, FILE *file)
{
  fputs (*held ? ", holds " : ", holds no lock", file);
  for (const char *comma = ""; *held; held++, comma = ", ")
    {
      fputs (comma, file);
      text_show_name (file, *held);
    }
}

static void
print_step (const struct trace_step *step, FILE *file)
{
  fprintf (file, "  event %" PRIu64 ": ", step->event);
  text_show_name (file, step->thread);
  fprintf (file, " %s", step->op);
  if (step->object)
    {
      fputc ('(', file);
      command_print_safe (file, step->object);
      fputc (')', file);
    }
  if (step->at)
    {
      fputs (" at ", file);
      command_print_safe (file, step->at);
    }
  if (step->held)
    print_held (step->held, file);
  fputc ('\n', file);
}

static void
print_roles (const struct trace_finding *finding, FILE *file)
{
  assert (finding->kind == QUERY_PATTERN && finding->threads);
  const struct pa_automaton *automaton = finding->automaton;
  fputs ("  ", file);
  pa_print_pattern (automaton, file);
  for (uint32_t t = 0; t < automaton->threads.count; t++)
    {
      fputs (t ? ", " : "  ", file);
      pa_print_thread (automaton, (thread_id){ t }, file);
      fputs (" = ", file);
      text_show_name (file, finding->threads[t]);
    }
}

/* "T0 1-3, T1 7": what each thread does in its turn. */
static void
print_order (const struct trace_finding *finding, FILE *file)
{
  assert (finding->predicted);
  const struct trace_step *order = finding->order;
  fputs (finding->order_count ? "  after: " : "  at once\n", file);
  for (uint32_t i = 0, end; i < finding->order_count; i = end)
    {
      for (end = i + 1;
           end < finding->order_count && order[end].thread == order[i].thread; end++)
        ;
      fputs (i ? ", " : "", file);
      text_show_name (file, order[i].thread);
      fprintf (file, " %" PRIu64, order[i].event);
      if (end > i + 1)
        fprintf (file, "-%" PRIu64, order[end - 1].event);
    }
  fputs (finding->order_count ? "\n" : "", file);
}

void
trace_finding_print (const struct trace_finding *finding, FILE *file)
{
  assert (finding->count > 0);
  fprintf (file, "VIOLATION  %s", query_kind_word (finding->kind));
  if (finding->kind == QUERY_PATTERN)
    {
      fputc (' ', file);
      text_show_name (file, finding->automaton->name);
    }
  for (uint32_t i = 0; finding->variables[i]; i++)
    {
      fputs (i ? "," : "  ", file);
      text_show_name (file, finding->variables[i]);
    }
  if (finding->kind == QUERY_PATTERN)
    print_roles (finding, file);
  fputs (finding->consistent  ? "  predicted, with the same reads\n"
         : finding->predicted ? "  predicted\n"
                              : "\n",
         file);
  for (uint32_t i = 0; i < finding->count; i++)
    print_step (&finding->steps[i], file);
  if (finding->predicted)
    print_order (finding, file);
}
