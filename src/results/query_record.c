/* query_record.c -- see query_record.h. */
#include <config.h>

#include "results/query_record.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "base/scribe.h"
#include "explain/cause.h"
#include "explain/explain.h"
#include "io/json.h"
#include "phaseauto/print_automaton.h"
#include "results/finding_json.h"
#include "results/fingerprint.h"
#include "results/gaps.h"
#include "results/provenance_json.h"
#include "results/witness_json.h"

/* A stream whose bytes are hashed, and not kept. */
static ssize_t
hash_bytes (void *state, const char *bytes, size_t count)
{
  return XXH3_128bits_update (state, bytes, count) == XXH_OK ? (ssize_t) count : 0;
}

/* A query is known by the model's name and text, the automaton's text or the word for the
   question, and the fields' names: the same on every machine, and another one when any
   changes. */
void
record_write_id (const struct model_queries *model, const struct query *query,
                 char id[RECORD_ID_SIZE])
{
  XXH3_state_t *state = XXH3_createState ();
  FILE *stream
    = state && XXH3_128bits_reset (state) == XXH_OK
        ? fopencookie (state, "w", (cookie_io_functions_t){ .write = hash_bytes })
        : NULL;
  bool fine = stream != NULL;
  if (stream)
    {
      fprintf (stream, "%s%c%016llx%016llx", model->name, 0,
               (unsigned long long) model->text_hash[0],
               (unsigned long long) model->text_hash[1]);
      if (query->kind == QUERY_PATTERN)
        pa_print_source (query->automaton, stream);
      else
        fprintf (stream, "%s%c", query_kind_word (query->kind), 0);
      if (query->kind == QUERY_ASSERT)
        query_print_word (stream, model, query);
      for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
        {
          field_id field = query->fields[i];
          assert (field.index < model->subject->projection.pds.fields.count);
          fprintf (stream, "%s%c",
                   model->subject->projection.pds.fields.at[field.index].name, 0);
        }
      fine = !ferror (stream);
      fine &= fclose (stream) == 0;
    }
  XXH128_hash_t hash = { 0, 0 };
  if (fine)
    hash = XXH3_128bits_digest (state);
  XXH3_freeState (state);
  if (!fine)
    quota_exhaust (model->subject->arena.quota, QUOTA_MEMORY);
  snprintf (id, RECORD_ID_SIZE, "%016llx%016llx", (unsigned long long) hash.high64,
            (unsigned long long) hash.low64);
}

void
record_add_pattern (json_t *record, const struct pds *pds, const struct query *query)
{
  const struct pa_automaton *automaton = query->automaton;
  assert ((query->kind == QUERY_DEADLOCK || query->kind == QUERY_ASSERT
           || query->kind == QUERY_STUCK)
          == (automaton->parameters.count == 0));
  json_object_set_new (record, "question", json_string (query_kind_word (query->kind)));
  if (query->kind == QUERY_PATTERN)
    json_object_set_new (record, "pattern",
                         automaton->numbered ? json_integer (automaton->number)
                                             : json_text (automaton->name));
  json_t *fields = json_array ();
  for (uint32_t i = 0; i < automaton->parameters.count; i++)
    json_array_append_new (fields,
                           json_text (pds->fields.at[query->fields[i].index].name));
  json_object_set_new (record, "fields", fields);
}

void
record_add_claim (json_t *record, const struct model_queries *model,
                  const struct query *query)
{
  const struct ir_subject *subject = model->subject;
  assert (query->claim < subject->flow.claims.count);
  const struct ir_claim *claim = &subject->flow.claims.at[query->claim];
  json_object_set_new (record, "at",
                       place_to_json (subject, model->name, claim->span.begin));
  if (!claim->is_assert)
    json_object_set_new (record, "wrong", json_true ());
  struct scribe scribe;
  claim_print (subject, query->claim, scribe_start (&scribe, &model->subject->arena));
  json_object_set_new (record, "claim", json_text (scribe_end (&scribe)));
  if (claim->text.index != NAME_NONE.index)
    json_object_set_new (record, "text",
                         json_text (names_text (&subject->names, claim->text)));
  if (claim->position.index != NAME_NONE.index)
    json_object_set_new (record, "source",
                         json_text (names_text (&subject->names, claim->position)));
}

json_t *
record_start (const struct model_queries *model, uint32_t number)
{
  assert (number < model->queries.list.count);
  const struct query *query = &model->queries.list.at[number];
  char id[RECORD_ID_SIZE];
  record_write_id (model, query, id);
  json_t *record = json_object ();
  json_object_set_new (record, "schema", json_integer (1));
  json_object_set_new (record, "id", json_string (id));
  json_object_set_new (record, "model", json_text (model->name));
  json_object_set_new (
    record, "query",
    json_pack ("[i, i]", (int) number + 1, (int) model->queries.list.count));
  record_add_pattern (record, &model->subject->projection.pds, query);
  if (query->kind == QUERY_ASSERT)
    record_add_claim (record, model, query);
  if (model->subject->provenance)
    json_object_set_new (record, "notes",
                         provenance_notes_to_json (model->subject->provenance));
  if (model->decide.ignores_data && ir_has_data (&model->subject->flow))
    json_object_set_new (record, "data", json_false ());
  json_object_set_new (record, "automata", json_text (model->automata->name));
  return record;
}

static json_t *
list_processes (const struct model_queries *model, const struct verdict *verdict)
{
  json_t *list = json_array ();
  assert (verdict->processes);
  for (uint32_t t = 0; t < verdict->automaton->threads.count; t++)
    {
      process_id process = verdict->processes[t];
      const struct pds *pds = &model->subject->projection.pds;
      json_array_append_new (list, json_text (pds->processes.at[process.index].name));
    }
  return list;
}

/* The methods of the program that play the threads.  FINDING may be null. */
static json_t *
list_methods (const struct finding *finding, const struct model_queries *model,
              const struct query *query, const struct verdict *verdict)
{
  json_t *list = json_array ();
  struct finding made;
  if (!finding)
    {
      made = finding_of (model->subject, query, verdict);
      finding = &made;
    }
  assert (finding->witness && model->subject->provenance);
  for (thread_id t = { 0 }; t.index < finding_threads (finding); t.index++)
    json_array_append_new (
      list, json_text (finding_body_name (finding, finding_method (finding, t))));
  return list;
}

/* The locks of a deadlock, each awaited by the process of the same place. */
static json_t *
list_locks (const struct model_queries *model, const struct verdict *verdict)
{
  json_t *list = json_array ();
  const struct pa_automaton *circle = verdict->automaton;
  assert (circle->steps.count == circle->threads.count);
  for (uint32_t i = 0; i < circle->steps.count; i++)
    {
      assert (circle->steps.at[i].kind == PA_AWAITS);
      lock_id lock = circle->steps.at[i].lock;
      json_array_append_new (
        list, json_text (model->subject->projection.pds.locks.at[lock.index]));
    }
  return list;
}

/* What each process that waits for ever waits for, in the order of the processes. */
static json_t *
list_waiting (const struct verdict *verdict)
{
  json_t *list = json_array ();
  const struct witness *witness = verdict->witness;
  uint32_t count = verdict->automaton->threads.count;
  assert (count <= witness->steps.count);
  for (uint32_t i = witness->steps.count - count; i < witness->steps.count; i++)
    json_array_append_new (list, json_text (witness->steps.at[i].text));
  return list;
}

static json_t *
list_counts (const struct verdict *verdict)
{
  const struct statistics *counts = &verdict->counts;
  const struct statistic *statistic;
  uint32_t number = 0;
  uint64_t value;
  json_t *stats = json_object ();
  json_object_set_new (stats, "why", json_string (verdict->why));
  json_object_set_new (stats, "choices", json_integer ((json_int_t) counts->choices));
  while ((statistic = statistics_next (&number, counts, &value)))
    json_object_set_new (stats, statistic->name, json_integer ((json_int_t) value));
  return stats;
}

static void
add_fingerprint (json_t *record, const struct finding *finding)
{
  char text[FINGERPRINT_SIZE];
  assert (finding->query);
  fingerprint_write (finding, text);
  json_object_set_new (record, "fingerprint", json_string (text));
}

/* The interleaving, why no lock prevented it, and which lock would have. */
static void
add_finding (json_t *record, const struct model_queries *model,
             const struct finding *finding)
{
  assert (finding->subject == model->subject);
  json_object_set_new (record, "witness",
                       witness_to_json (finding->witness, model->subject, model->name));
  if (finding->witness->initial.count > 0)
    json_object_set_new (record, "initial",
                         witness_initial_to_json (finding->witness, model->subject));
  json_object_set_new (record, "because", because_to_json (finding));
  if (finding->repair)
    json_object_set_new (record, "repair", repair_to_json (finding));
}

/* What it has in common with other violations, and how dangerous it is. */
static void
add_cause (json_t *record, const struct model_queries *model,
           const struct finding *finding)
{
  struct arena arena;
  arena_init (&arena, model->subject->arena.quota);
  struct finding made = *finding;
  finding_explain_locks (&made, &arena);
  struct cause cause = cause_of (&made, model->discipline, &arena);
  json_object_set_new (record, "cause", json_text (cause.key));
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, &arena);
  const char *condition = cause_condition (&cause, &made, &arena);
  cause_print (&cause, model->subject, memory);
  if (condition)
    fprintf (memory, ".  %s", condition);
  json_object_set_new (record, "problem", json_text (scribe_end (&scribe)));
  json_object_set_new (record, "rank",
                       rank_to_json (&cause.rank, model->subject, &arena));
  if (finding->execution)
    json_object_set_new (record, "confirmed", execution_to_json (finding->execution));
  arena_clear (&arena);
}

void
record_add_execution (json_t *record, const struct model_queries *model,
                      const struct finding *finding)
{
  assert (finding->execution);
  add_cause (record, model, finding);
}

/* One race of several: who, where the two accesses are, and how they come there. */
static json_t *
race_to_json (const struct model_queries *model, const struct verdict *verdict,
              bool whole)
{
  const struct witness *witness = verdict->witness;
  json_t *race = json_object ();
  json_t *steps = witness_to_json (witness, model->subject, model->name);
  json_t *places = json_array ();
  size_t count = json_array_size (steps);
  assert (verdict->automaton->threads.count == 2);
  assert (count >= 2 || !steps);
  for (size_t i = count - 2; i < count; i++)
    json_array_append (places, json_array_get (steps, i));
  json_object_set_new (race, "processes", list_processes (model, verdict));
  json_object_set_new (race, "accesses", places);
  if (whole)
    json_object_set (race, "witness", steps);
  if (whole && witness->initial.count > 0)
    json_object_set_new (race, "initial",
                         witness_initial_to_json (witness, model->subject));
  json_decref (steps);
  return race;
}

/* --all-races: all of them, the one of the record first. */
static json_t *
list_races (const struct model_queries *model, const struct verdict *verdict, bool whole)
{
  json_t *races = json_array ();
  assert (verdict->kind == VERDICT_VIOLATION);
  json_array_append_new (races, race_to_json (model, verdict, whole));
  for (uint32_t i = 0; i < verdict->more_count; i++)
    {
      struct verdict other = verdict_of_more (verdict, i);
      json_array_append_new (races, race_to_json (model, &other, whole));
    }
  return races;
}

void
record_add_verdict (json_t *record, const struct model_queries *model, uint32_t number,
                    const struct verdict *verdict, const struct record_options *options)
{
  const struct query *query = &model->queries.list.at[number];
  json_object_set_new (record, "verdict", json_string (verdict_word (verdict->kind)));
  json_t *gaps = verdict->kind == VERDICT_SAFE ? gaps_to_json (model, query) : NULL;
  if (gaps)
    json_object_set_new (record, "gaps", gaps);
  if (verdict->grade != GRADE_NONE)
    json_object_set_new (record, "grade", json_string (grade_word (verdict->grade)));
  if (verdict->kind == VERDICT_UNKNOWN)
    json_object_set_new (record, "reason",
                         json_string (verdict_reason_word (verdict->reason)));
  uint64_t far;
  const struct statistic *reached
    = verdict->kind == VERDICT_UNKNOWN ? verdict_reached (verdict, &far) : NULL;
  if (reached)
    json_object_set_new (record, reached->name, json_integer ((json_int_t) far));
  if (verdict->kind == VERDICT_VIOLATION || verdict->suspicion)
    json_object_set_new (record, "processes", list_processes (model, verdict));
  if (verdict->kind == VERDICT_VIOLATION && model->subject->provenance)
    json_object_set_new (record, "methods",
                         list_methods (options->finding, model, query, verdict));
  if ((verdict->kind == VERDICT_VIOLATION || verdict->suspicion)
      && query->kind == QUERY_DEADLOCK)
    json_object_set_new (record, "locks", list_locks (model, verdict));
  if (verdict->kind == VERDICT_VIOLATION && query->kind == QUERY_STUCK)
    json_object_set_new (record, "waiting", list_waiting (verdict));
  json_object_set_new (record, "engine", json_string (verdict->engine));
  if (options->stats)
    json_object_set_new (record, "stats", list_counts (verdict));
  if (verdict->kind == VERDICT_VIOLATION)
    {
      struct finding finding = options->finding
                                 ? *options->finding
                                 : finding_of (model->subject, query, verdict);
      if (options->execution)
        finding.execution = options->execution;
      add_cause (record, model, &finding);
    }
  assert (!options->known || verdict->kind == VERDICT_VIOLATION);
  assert (!options->finding
          || ((verdict->kind == VERDICT_VIOLATION || verdict->suspicion)
              && options->finding->query == query));
  bool found = options->finding && verdict->kind == VERDICT_VIOLATION;
  if (found)
    add_finding (record, model, options->finding);
  else if (options->finding)
    json_object_set_new (
      record, "suspicion",
      witness_to_json (options->finding->witness, model->subject, model->name));
  if (verdict->kind == VERDICT_VIOLATION && query->kind == QUERY_RACE && verdict->lists)
    {
      json_object_set_new (record, "races", list_races (model, verdict, found));
      json_object_set_new (record, "all_races", json_boolean (verdict->more_are_all));
    }
  assert (!options->why_safe || verdict->kind == VERDICT_SAFE);
  if (options->why_safe)
    {
      char *text = arena_copy (&model->subject->arena, options->why_safe,
                               strlen (options->why_safe));
      for (char *c = strchr (text, '\n'); c; c = strchr (c, '\n'))
        *c = ' ';
      json_object_set_new (record, "because", json_text (text));
    }
  if (found)
    add_fingerprint (record, options->finding);
  else if (verdict->kind == VERDICT_VIOLATION)
    {
      /* Of any other interleaving than the best one, the procedures are chance: then only
         what is asked counts. */
      struct finding asked = { .subject = model->subject, .query = query };
      struct finding finding = model->decide.best_witness
                                 ? finding_of (model->subject, query, verdict)
                                 : asked;
      add_fingerprint (record, &finding);
    }
  if (options->known)
    json_object_set_new (record, "known", json_true ());
  if (options->suppressed)
    json_object_set_new (
      record, "suppressed",
      json_pack ("{s:s, s:s*}", "at", options->suppressed, "reason", options->reason));
  /* Microseconds are enough, and keep the line short. */
  json_object_set_new (record, "ms",
                       json_real ((double) (verdict->nanoseconds / 1000) / 1000.0));
}
