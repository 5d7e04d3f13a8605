/* baseline.c -- see baseline.h. */
#include <config.h>

#include "results/baseline.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "explain/explain.h"
#include "io/json.h"
#include "results/fingerprint.h"
#include "results/record_reader.h"

/* Note NAME in SET; false: no memory. */
static bool
note (json_t *set, const char *name)
{
  return json_object_set_new (set, name, json_true ()) == 0;
}

static bool
note_finding (struct baseline *baseline, const struct record *record)
{
  json_t *models = json_object_get (baseline->findings, record->fingerprint);
  if (models)
    return note (models, record->model);
  models = json_object ();
  return json_object_set_new (baseline->findings, record->fingerprint, models) == 0
         && note (models, record->model);
}

static enum status
complain_memory (void)
{
  fputs ("phaselock: not enough memory for the baseline\n", stderr);
  return STATUS_BAD_INPUT;
}

static enum status
note_records (struct baseline *baseline, struct record_reader *reader)
{
  struct record record;
  while (record_reader_next (reader, &record))
    {
      bool violation = record.verdict == VERDICT_VIOLATION;
      assert (record.decided && record.model);
      if (violation && !record.fingerprint)
        {
          record_reader_print_origin (reader->path, reader->line);
          fputs (
            ": error: a violation without \"fingerprint\": decide the models again\n",
            stderr);
          return STATUS_BAD_INPUT;
        }
      if (!note (baseline->models, record.model)
          || (violation && !note_finding (baseline, &record)))
        return complain_memory ();
    }
  return STATUS_FINE;
}

/* Names are compared as records have them. */
static bool
note_input (struct baseline *baseline, const char *name)
{
  json_t *text = json_text (name);
  bool noted = text && note (baseline->present, json_string_value (text));
  json_decref (text);
  return noted;
}

enum status
baseline_read (struct baseline *baseline, const char *path, const struct inputs *inputs)
{
  assert (path && inputs);
  *baseline = (struct baseline){ json_object (), json_object (), json_object () };
  for (size_t i = 0; i < inputs->count; i++)
    if (!note_input (baseline, inputs->list[i].name))
      return complain_memory ();
  enum status status = STATUS_FINE;
  struct record_reader reader;
  if (record_reader_open (&reader, path))
    status = note_records (baseline, &reader);
  return status_worse (status, record_reader_close (&reader));
}

void
baseline_clear (struct baseline *baseline)
{
  json_decref (baseline->findings);
  json_decref (baseline->models);
  json_decref (baseline->present);
  *baseline = (struct baseline){ NULL, NULL, NULL };
}

/* A finding with FINGERPRINT in the model NAME? */
static bool
knows_finding (const struct baseline *baseline, const char *fingerprint, const char *name)
{
  json_t *models = json_object_get (baseline->findings, fingerprint);
  if (!models || json_object_get (models, name))
    return models != NULL;
  if (json_object_get (baseline->models, name))
    return false;
  const char *other;
  json_t *value;
  json_object_foreach (
    models, other, value) if (!json_object_get (baseline->present, other)) return true;
  return false;
}

bool
baseline_knows (const struct baseline *baseline, const struct model_queries *model,
                uint32_t number, const struct verdict *verdict)
{
  assert (baseline->findings && number < model->queries.list.count);
  if (verdict->kind != VERDICT_VIOLATION)
    return false;
  struct finding finding
    = finding_of (model->subject, &model->queries.list.at[number], verdict);
  char fingerprint[FINGERPRINT_SIZE];
  fingerprint_write (&finding, fingerprint);
  json_t *name = json_text (model->name);
  bool known = name && knows_finding (baseline, fingerprint, json_string_value (name));
  /* Records without an interleaving have the fingerprint of what is asked. */
  struct finding asked = { .subject = model->subject, .query = finding.query };
  fingerprint_write (&asked, fingerprint);
  known |= name && knows_finding (baseline, fingerprint, json_string_value (name));
  json_decref (name);
  return known;
}

uint64_t
baseline_hash (const struct baseline *baseline)
{
  assert (baseline->findings && baseline->models);
  uint64_t hash = 0;
  const json_t *const parts[] = { baseline->findings, baseline->models };
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    {
      char *text = json_dumps (parts[i], JSON_COMPACT | JSON_SORT_KEYS);
      hash = XXH3_64bits_withSeed (text ? text : "", text ? strlen (text) : 0, hash);
      free (text);
    }
  return hash;
}
