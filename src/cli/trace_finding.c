/* trace_finding.c -- see trace_finding.h. */
#include <config.h>

#include "cli/trace_finding.h"

#include <assert.h>
#include <inttypes.h>

#include "base/text.h"
#include "cli/command.h"
#include "io/json.h"
#include "phaseauto/print_automaton.h"

/* ---- As a record. ---- */

static json_t *
names (const char *const *list)
{
  json_t *array = json_array ();
  for (; *list; list++)
    json_array_append_new (array, json_text (*list));
  return array;
}

static json_t *
step_record (const struct trace_step *step)
{
  json_t *object = json_object ();
  json_object_set_new (object, "thread", json_text (step->thread));
  json_object_set_new (object, "op", json_string (step->op));
  json_object_set_new (object, "event", json_integer ((json_int_t) step->event));
  if (step->at)
    json_object_set_new (object, "at", json_text (step->at));
  return object;
}

json_t *
trace_finding_record (const struct trace_finding *finding)
{
  json_t *record = json_object ();
  assert (finding->count > 0 && finding->file);
  json_object_set_new (record, "schema", json_integer (1));
  json_object_set_new (record, "question", json_string (query_kind_word (finding->kind)));
  json_object_set_new (record, "file", json_text (finding->file));
  json_object_set_new (record, "variable", json_text (finding->variables[0]));
  json_object_set_new (record, "verdict", json_string ("violation"));
  json_object_set_new (record, "first", step_record (&finding->steps[0]));
  json_object_set_new (record, "second", step_record (&finding->steps[1]));
  json_t *held = json_object ();
  for (uint32_t i = 0; i < finding->count; i++)
    json_object_set_new (held, finding->steps[i].thread, names (finding->steps[i].held));
  json_object_set_new (record, "held", held);
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
  print_held (step->held, file);
  fputc ('\n', file);
}

void
trace_finding_print (const struct trace_finding *finding, FILE *file)
{
  assert (finding->count > 0);
  fprintf (file, "VIOLATION  %s  ", query_kind_word (finding->kind));
  for (uint32_t i = 0; finding->variables[i]; i++)
    {
      fputs (i ? "," : "", file);
      text_show_name (file, finding->variables[i]);
    }
  fputs ("\n", file);
  for (uint32_t i = 0; i < finding->count; i++)
    print_step (&finding->steps[i], file);
}
