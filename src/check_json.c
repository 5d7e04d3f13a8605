/* check_json.c -- one JSON line per query (doc/json.md). */
#include <config.h>

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "check.h"
#include "json.h"
#include "phaseauto/print.h"

/* A query is known by the model's name and text, the automaton's text and the
   fields' names: the same on every machine, and another one when any changes. */
static void
write_id (const struct check_model *model, const struct query *query, char *id,
          size_t size)
{
  XXH3_state_t *state = XXH3_createState ();
  if (!state)
    {
      snprintf (id, size, "?");
      return;
    }
  XXH3_128bits_reset (state);
  XXH3_128bits_update (state, model->name, strlen (model->name) + 1);
  XXH3_128bits_update (state, model->eml->source.text, model->eml->source.length + 1);
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream (&text, &length);
  if (memory)
    {
      pa_print_source (query->automaton, memory);
      fclose (memory);
      XXH3_128bits_update (state, text, length);
      free (text);
    }
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    {
      const char *field = model->eml->lowering.pds.fields.at[query->fields[i]].name;
      XXH3_128bits_update (state, field, strlen (field) + 1);
    }
  XXH128_hash_t hash = XXH3_128bits_digest (state);
  XXH3_freeState (state);
  snprintf (id, size, "%016llx%016llx", (unsigned long long) hash.high64,
            (unsigned long long) hash.low64);
}

static json_t *
list_processes (const struct check_model *model, const struct query *query,
                const struct verdict *verdict)
{
  json_t *list = json_array ();
  for (uint32_t t = 0; t < query->automaton->threads.count; t++)
    json_array_append_new (
      list,
      json_text (model->eml->lowering.pds.processes.at[verdict->processes[t]].name));
  return list;
}

static json_t *
list_counts (const struct verdict_counts *counts)
{
  json_t *stats = json_object ();
  json_object_set_new (stats, "choices", json_integer (counts->choices));
  json_object_set_new (stats, "locks", json_integer (counts->locks));
  json_object_set_new (stats, "symbols", json_integer (counts->symbols));
  json_object_set_new (stats, "rules", json_integer (counts->rules));
  json_object_set_new (stats, "roles", json_integer (counts->roles));
  json_object_set_new (stats, "roles_reused", json_integer (counts->roles_reused));
  json_object_set_new (stats, "tuples", json_integer (counts->tuples));
  json_object_set_new (stats, "work", json_integer ((json_int_t) counts->work));
  json_object_set_new (stats, "peak_nodes", json_integer ((json_int_t) counts->peak_nodes));
  json_object_set_new (stats, "operations", json_integer ((json_int_t) counts->operations));
  json_object_set_new (stats, "visited", json_integer ((json_int_t) counts->visited));
  json_object_set_new (stats, "stored", json_integer ((json_int_t) counts->stored));
  return stats;
}

enum status
check_print_record (const struct check_model *model, uint32_t number)
{
  const struct query *query = &model->queries->list.at[number];
  const struct verdict *verdict = &model->verdicts[number];
  const struct pa_automaton *automaton = query->automaton;
  char id[40];
  write_id (model, query, id, sizeof id);
  json_t *record = json_object ();
  json_object_set_new (record, "schema", json_integer (1));
  json_object_set_new (record, "id", json_string (id));
  json_object_set_new (record, "model", json_text (model->name));
  json_object_set_new (record, "pattern",
                       automaton->numbered ? json_integer (automaton->number)
                                           : json_text (automaton->name));
  json_t *fields = json_array ();
  for (uint32_t i = 0; i < automaton->parameters.count; i++)
    json_array_append_new (
      fields, json_text (model->eml->lowering.pds.fields.at[query->fields[i]].name));
  json_object_set_new (record, "fields", fields);
  json_object_set_new (record, "automata", json_text (model->automata->name));
  json_object_set_new (record, "verdict", json_string (verdict_word (verdict->kind)));
  if (verdict->kind == VERDICT_UNKNOWN)
    json_object_set_new (record, "reason",
                         json_string (verdict_reason_word (verdict->reason)));
  if (verdict->kind == VERDICT_VIOLATION)
    json_object_set_new (record, "processes", list_processes (model, query, verdict));
  json_object_set_new (record, "engine", json_string (verdict->engine));
  if (model->stats)
    json_object_set_new (record, "stats", list_counts (&verdict->counts));
  /* Microseconds are enough, and keep the line short. */
  json_object_set_new (record, "ms",
                       json_real ((double) (verdict->nanoseconds / 1000) / 1000.0));
  return json_print_line (stdout, record);
}
