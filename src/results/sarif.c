/* sarif.c -- see sarif.h. */
#include <config.h>

#include "results/sarif.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "explain/because.h"
#include "explain/position.h"
#include "explain/repair.h"
#include "explain/repair_edit.h"
#include "io/json.h"
#include "results/fingerprint.h"
#include "results/query_record.h"
#include "results/sarif_parts.h"

/* Places of other violations that a result has at most. */
#define MOST_PLACES 100

void
sarif_start (struct sarif *sarif, FILE *file, const struct pa_set *automata,
             const struct pattern_choice *chosen, const char *root)
{
  assert (chosen->automata);
  *sarif = (struct sarif){ .file = file,
                           .automata = automata,
                           .chosen = chosen,
                           .root = realpath (root ? root : ".", NULL),
                           .rules = json_array (),
                           .rule_places = json_object (),
                           .causes = json_object (),
                           .artifacts = json_array (),
                           .places = json_object (),
                           .paths = json_object (),
                           .notifications = json_array () };
  sarif_list_rules (sarif);
}

/* ---- What is kept until the end. ---- */

/* The number of a new result, or of none: memory ran out. */
static uint32_t
keep (struct sarif *sarif)
{
  if (sarif->count == sarif->capacity)
    {
      uint32_t capacity = 2 * sarif->capacity + 16;
      struct sarif_kept *more
        = reallocarray (sarif->results, capacity, sizeof *sarif->results);
      if (!more)
        {
          sarif->failed = true;
          return UINT32_MAX;
        }
      sarif->results = more;
      sarif->capacity = capacity;
    }
  assert (sarif->count < sarif->capacity);
  sarif->results[sarif->count]
    = (struct sarif_kept){ .rank = { .kind = RANK_OTHER }, .position = sarif->count };
  return sarif->count++;
}

/* Put OBJECT, which is dropped, into KEPT. */
static void
keep_text (struct sarif *sarif, struct sarif_kept *kept, json_t *object)
{
  assert (kept >= sarif->results && kept < sarif->results + sarif->count);
  free (kept->text);
  kept->text = object ? json_dumps (object, JSON_COMPACT) : NULL;
  json_decref (object);
  if (json_ran_out () || !kept->text)
    sarif->failed = true;
  else
    kept->text[strlen (kept->text) - 1] = 0;
}

/* The number of the result for violations of MODEL whose cause has KEY. */
static uint32_t
find_result (struct sarif *sarif, const struct model_queries *model, const char *key,
             struct sarif_state state, struct arena *arena)
{
  /* Words of a model that somebody wrote mean something in that model only. */
  const char *of = model->subject->provenance ? "" : model->name;
  int kind = state.suppressed ? 2 : state.known;
  const char *whole = arena_format (arena, "%d %s %s", kind, of, key);
  json_t *place = json_object_get (sarif->causes, whole);
  if (place)
    return (uint32_t) json_integer_value (place);
  uint32_t result = keep (sarif);
  if (result == UINT32_MAX)
    return result;
  json_object_set_new_nocheck (sarif->causes, whole, json_integer (result));
  assert (result < sarif->count);
  sarif->results[result].violation = true;
  sarif->results[result].state = state;
  sarif->results[result].others = json_object ();
  return result;
}

/* ---- Texts of results. ---- */

/* "lost update on field count", "assertion: assert (count == 2)". */
static void
print_title (const struct finding *finding, FILE *file)
{
  const struct pa_automaton *automaton = finding->query->automaton;
  const char *title = automaton->title ? automaton->title : automaton->name;
  text_print_safe (file, title, strlen (title));
  fputs (automaton->parameters.count > 0 ? " on " : "", file);
  finding_print_fields (finding, file);
  if (finding->query->kind != QUERY_ASSERT)
    return;
  fputs (": ", file);
  claim_print (finding->subject, finding->query->claim, file);
}

static const char *
describe (struct sarif_result *r)
{
  const struct finding *finding = r->finding;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, r->arena);
  fputs (finding->suspected ? "A suspicion: " : "", memory);
  print_title (finding, memory);
  for (uint32_t t = 0; t < finding_threads (finding); t++)
    {
      fputs (t ? ", " : ": ", memory);
      finding_print_role (finding, (thread_id){ t }, memory);
    }
  fputs (". Because ", memory);
  because_print (finding, memory);
  fputs (finding->suspected
           ? " It happens in the model without its data; whether it does "
             "with the values is not decided (data)."
           : "",
         memory);
  if (finding->repair)
    {
      fputs (" ", memory);
      repair_print (finding, memory);
    }
  if (finding->execution)
    {
      fprintf (memory, " On a JVM: %s: ", execution_word (finding->execution->grade));
      text_print_safe (memory, finding->execution->text,
                       strlen (finding->execution->text));
      fputc ('.', memory);
    }
  return scribe_end (&scribe);
}

static json_t *
fingerprint (const struct finding *finding)
{
  char text[FINGERPRINT_SIZE];
  fingerprint_write (finding, text);
  return json_pack ("{s:s}", "phaselock/v2", text);
}

/* The first step of the automaton in FINDING. */
static uint32_t
first_step (const struct finding *finding)
{
  uint32_t i = 0;
  while (!finding->witness->steps.at[i].phase)
    {
      i++;
      assert (i < finding->witness->steps.count);
    }
  return i;
}

/* The places of the steps of the automaton but the first one. */
static json_t *
list_steps (struct sarif_result *r)
{
  json_t *related = json_array ();
  for (uint32_t i = first_step (r->finding) + 1; i < r->finding->witness->steps.count;
       i++)
    if (r->finding->witness->steps.at[i].phase)
      json_array_append_new (related, sarif_step_place (r, i));
  return related;
}

/* A repair that is an edit of a file. */
static json_t *
make_fixes (struct sarif_result *r)
{
  struct repair_edits edits = repair_edits_of (r->finding, r->arena);
  if (edits.count == 0)
    return NULL;
  json_t *changes = json_array ();
  for (uint32_t i = 0; i < edits.count; i++)
    {
      const struct repair_edit *edit = &edits.at[i];
      json_t *region = sarif_region (edit->line, edit->column);
      json_object_set_new (region, "endColumn", json_integer (edit->column));
      json_array_append_new (
        changes, json_pack ("{s:o,s:o}", "deletedRegion", region, "insertedContent",
                            json_pack ("{s:o}", "text", json_text (edit->text))));
    }
  struct scribe scribe;
  repair_print (r->finding, scribe_start (&scribe, r->arena));
  json_t *description = sarif_message (scribe_end (&scribe));
  const char *path = edits.path;
  const char *language = sarif_language (path, strlen (path));
  return json_pack (
    "[{s:o,s:[{s:o,s:o}]}]", "description", description, "artifactChanges",
    "artifactLocation",
    sarif_artifact (r->sarif, path, strlen (path), language ? language : "eml"),
    "replacements", changes);
}

static void
add_unknown (struct sarif_result *r, const struct model_queries *model,
             const struct verdict *verdict, json_t *object)
{
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, r->arena);
  print_title (r->finding, memory);
  fputs (": not decided (", memory);
  verdict_print_reason (verdict, memory);
  fputc (')', memory);
  json_object_set_new (object, "message", sarif_message (scribe_end (&scribe)));
  const struct query *query = r->finding->query;
  /* A deadlock is about all locks, and who waits for ever may be anybody: the first one
     stands for them. */
  const struct ir_model *about = &model->subject->model;
  uint32_t offset = query->kind == QUERY_DEADLOCK ? about->locks.at[0].name.span.begin
                    : query->kind == QUERY_STUCK
                      ? about->bodies.at[ir_body_of_process (about, 0)].name.span.begin
                    : query->kind == QUERY_ASSERT
                      ? model->subject->flow.claims.at[query->claim].span.begin
                      : about->fields.at[query->fields[0].index].name.span.begin;
  json_object_set_new (
    object, "locations",
    json_pack ("[{s:o}]", "physicalLocation",
               sarif_model_place (r->sarif, model->subject, offset, r->arena)));
}

/* ---- Results. ---- */

/* The record of query NUMBER, as --format jsonl has it, but for what it took, and what
   the notes of the model are, which are notifications of the log. */
static json_t *
make_record (const struct model_queries *model, uint32_t number,
             const struct verdict *verdict, bool known, const struct execution *execution)
{
  assert (number < model->queries.list.count);
  struct record_options plain = { .known = known, .execution = execution };
  json_t *record = record_start (model, number);
  record_add_verdict (record, model, number, verdict, &plain);
  json_object_del (record, "ms");
  json_object_del (record, "notes");
  return json_pack ("{s:o}", "query", record);
}

/* Rule, kind and LEVEL of a result of query NUMBER. */
static json_t *
start_result (struct sarif *sarif, const struct model_queries *model, uint32_t number,
              const char *level, bool known)
{
  assert (number < model->queries.list.count);
  const struct query *query = &model->queries.list.at[number];
  bool wrong = query->kind == QUERY_ASSERT
               && !model->subject->flow.claims.at[query->claim].is_assert;
  uint32_t rule = sarif_rule (sarif, query->automaton, wrong);
  json_t *object = json_object ();
  json_object_set_new (object, "ruleId", sarif_rule_id (sarif, rule));
  json_object_set_new (object, "ruleIndex", json_integer (rule));
  json_object_set_new (object, "kind",
                       json_string (strcmp (level, "none") == 0 ? "open" : "fail"));
  json_object_set_new (object, "level", json_string (level));
  if (sarif->baseline)
    json_object_set_new (object, "baselineState",
                         json_string (known ? "unchanged" : "new"));
  return object;
}

/* Message, places and flows of a finding. */
static void
add_finding (struct sarif_result *r, json_t *object)
{
  sarif_choose_steps (r);
  json_object_set_new (object, "message", sarif_message (describe (r)));
  json_t *first = sarif_step_place (r, first_step (r->finding));
  json_object_set_new (object, "locations", json_pack ("[o]", first));
  json_object_set_new (object, "codeFlows", sarif_flows (r));
}

/* Where the violation that FINDING is stands in its cause. */
static void
add_other_place (struct sarif_kept *kept, struct sarif_result *r)
{
  const struct witness_step *step
    = &r->finding->witness->steps.at[first_step (r->finding)];
  json_t *place = sarif_physical_place (r->sarif, r->finding->subject, step->offset,
                                        step->position, r->arena);
  assert (kept->violation);
  char *at = place ? json_dumps (place, JSON_COMPACT) : NULL;
  json_t *known = at ? json_object_get (kept->others, at) : NULL;
  if (known)
    json_object_set_new (
      known, "count",
      json_integer (json_integer_value (json_object_get (known, "count")) + 1));
  else if (at && json_object_size (kept->others) < MOST_PLACES)
    {
      struct scribe scribe;
      FILE *memory = scribe_start (&scribe, r->arena);
      print_title (r->finding, memory);
      if (r->finding->subject->provenance && finding_threads (r->finding) == 2)
        {
          fputs (": ", memory);
          finding_print_methods (r->finding, memory);
        }
      json_object_set_new (kept->others, at,
                           json_pack ("{s:O,s:o,s:i}", "physicalLocation", place, "text",
                                      json_text (scribe_end (&scribe)), "count", 1));
    }
  free (at);
  json_decref (place);
}

uint32_t
sarif_add_violation (struct sarif *sarif, const struct model_queries *model,
                     const char *key, const struct finding *finding,
                     struct sarif_state state)
{
  assert (finding->because && finding->witness && !finding->suspected);
  assert (!state.known || sarif->baseline);
  struct arena arena;
  arena_init (&arena, model->subject->arena.quota);
  uint32_t result = find_result (sarif, model, key, state, &arena);
  if (result != UINT32_MAX)
    {
      struct sarif_result r = { .sarif = sarif, .arena = &arena, .finding = finding };
      sarif->results[result].count++;
      add_other_place (&sarif->results[result], &r);
    }
  arena_clear (&arena);
  return result;
}

bool
sarif_wants (const struct sarif *sarif, uint32_t number, const struct rank *rank)
{
  assert (number < sarif->count || sarif->failed);
  return number < sarif->count
         && (!sarif->results[number].text
             || rank_compare (rank, &sarif->results[number].rank) < 0);
}

void
sarif_show (struct sarif *sarif, uint32_t result, const struct model_queries *model,
            uint32_t number, const struct verdict *verdict, const struct finding *finding)
{
  assert (finding->explained && verdict->kind == VERDICT_VIOLATION);
  assert (result < sarif->count);
  struct sarif_kept *kept = &sarif->results[result];
  assert (kept->count > 0); /* see sarif_add_violation */
  struct arena arena;
  arena_init (&arena, model->subject->arena.quota);
  struct sarif_result r = { .sarif = sarif, .arena = &arena, .finding = finding };
  kept->rank = rank_of (finding, model->discipline);
  kept->rank.title = NULL;
  json_t *object
    = start_result (sarif, model, number, rank_level (&kept->rank), kept->state.known);
  if (kept->state.suppressed)
    json_object_set_new (
      object, "suppressions",
      json_pack ("[{s:s,s:o*}]", "kind", "inSource", "justification",
                 kept->state.reason ? json_text (kept->state.reason) : NULL));
  add_finding (&r, object);
  json_object_set_new (object, "rank", json_integer (rank_number (&kept->rank)));
  json_object_set_new (object, "partialFingerprints", fingerprint (finding));
  json_t *fixes = finding->repair ? make_fixes (&r) : NULL;
  if (fixes)
    json_object_set_new (object, "fixes", fixes);
  json_t *properties
    = make_record (model, number, verdict, kept->state.known, finding->execution);
  /* Of a model that gives positions in a program, editors also want to know where it says
     so. */
  uint32_t at = finding->witness->steps.at[first_step (finding)].offset;
  if (!model->subject->provenance)
    json_object_set_new (properties, "model",
                         sarif_model_place (sarif, model->subject, at, &arena));
  json_object_set_new (object, "properties", properties);
  json_decref (kept->steps);
  kept->steps = list_steps (&r);
  arena_clear (&arena);
  keep_text (sarif, kept, object);
}

void
sarif_add_unknown (struct sarif *sarif, const struct model_queries *model,
                   uint32_t number, const struct verdict *verdict,
                   const struct finding *finding)
{
  assert (verdict->kind == VERDICT_UNKNOWN && (!finding || finding->suspected));
  const struct query *query = &model->queries.list.at[number];
  struct finding unknown = { .subject = model->subject, .query = query };
  uint32_t result = keep (sarif);
  if (result == UINT32_MAX)
    return;
  struct arena arena;
  arena_init (&arena, model->subject->arena.quota);
  struct sarif_result r
    = { .sarif = sarif, .arena = &arena, .finding = finding ? finding : &unknown };
  json_t *object = start_result (sarif, model, number, "none", false);
  if (finding)
    {
      add_finding (&r, object);
      sarif->results[result].steps = list_steps (&r);
    }
  else
    {
      add_unknown (&r, model, verdict, object);
      json_object_set_new (object, "partialFingerprints", fingerprint (&unknown));
    }
  json_object_set_new (object, "properties",
                       make_record (model, number, verdict, false, NULL));
  arena_clear (&arena);
  keep_text (sarif, &sarif->results[result], object);
}

/* ---- Findings without a model. ---- */

/* Where STEP is: a place in the program, or the trace as a whole. */
static json_t *
found_place (struct sarif *sarif, const struct sarif_found *found,
             const struct sarif_step *step)
{
  struct position position;
  json_t *place;
  if (step && step->at && position_parse (step->at, &position))
    place = json_pack ("{s:o,s:o}", "artifactLocation",
                       sarif_artifact (sarif, step->at, position.file,
                                       sarif_language (step->at, position.file)),
                       "region", sarif_region (position.line, position.column));
  else
    place = json_pack ("{s:o}", "artifactLocation",
                       sarif_artifact (sarif, found->path, strlen (found->path), NULL));
  json_t *location = json_pack ("{s:o}", "physicalLocation", place);
  if (step)
    json_object_set_new (location, "message", sarif_message (step->text));
  return location;
}

void
sarif_add_found (struct sarif *sarif, const struct sarif_found *found)
{
  assert (found->automaton && found->identity && found->text);
  uint32_t result = keep (sarif);
  if (result == UINT32_MAX)
    return;
  struct sarif_kept *kept = &sarif->results[result];
  kept->violation = found->count > 0;
  char digits[FINGERPRINT_SIZE];
  fingerprint_text (found->identity, strlen (found->identity), digits);
  uint32_t rule = sarif_rule (sarif, found->automaton, false);
  json_t *flow = json_array ();
  kept->steps = json_array ();
  for (uint32_t i = 0; i < found->count; i++)
    {
      json_t *place = found_place (sarif, found, &found->steps[i]);
      json_array_append_new (
        flow, json_pack ("{s:O,s:i}", "location", place, "executionOrder", (int) i + 1));
      if (i > 0)
        json_array_append (kept->steps, place);
      json_decref (place);
    }
  json_t *object = json_object ();
  json_object_set_new (object, "ruleId", sarif_rule_id (sarif, rule));
  json_object_set_new (object, "ruleIndex", json_integer (rule));
  json_object_set_new (object, "kind", json_string (kept->violation ? "fail" : "open"));
  json_object_set_new (object, "level", json_string (kept->violation ? "error" : "none"));
  json_object_set_new (object, "message", sarif_message (found->text));
  json_object_set_new (
    object, "locations",
    json_pack ("[o]", found_place (sarif, found, found->count ? found->steps : NULL)));
  if (found->count > 0)
    json_object_set_new (
      object, "codeFlows",
      json_pack ("[{s:[{s:s,s:O}]}]", "threadFlows", "id", "all", "locations", flow));
  json_decref (flow);
  json_object_set_new (object, "partialFingerprints",
                       json_pack ("{s:s}", "phaselock/trace/v1", digits));
  json_object_set_new (object, "properties",
                       json_pack ("{s:o}", "finding", found->record));
  keep_text (sarif, kept, object);
}

void
sarif_add_notes (struct sarif *sarif, struct ir_subject *subject)
{
  const struct provenance *from = subject->provenance;
  for (uint32_t i = 0; from && i < from->notes.count; i++)
    {
      const struct provenance_note *note = &from->notes.at[i];
      const char *kind = provenance_note_kind (note);
      struct position position;
      bool located = note->position && position_parse (note->position, &position);
      json_t *place = located
                        ? sarif_program_place (sarif, from, from->subject, note->position,
                                               &position, &subject->arena)
                        : sarif_class_place (sarif, from, &subject->arena);
      const char *text
        = arena_format (&subject->arena, "%s: %s: %s", from->subject, kind, note->text);
      json_array_append_new (sarif->notifications,
                             json_pack ("{s:s,s:{s:s},s:o,s:[{s:o}]}", "level", "note",
                                        "descriptor", "id", note->code, "message",
                                        sarif_message (text), "locations",
                                        "physicalLocation", place));
    }
}

void
sarif_add_bad_model (struct sarif *sarif, struct ir_subject *subject)
{
  for (uint32_t i = 0; i < subject->diags.list.count; i++)
    {
      const struct diag *diag = &subject->diags.list.at[i];
      if (diag->severity != DIAG_ERROR)
        continue;
      const char *path = subject->source.path;
      json_t *place
        = diag->located
            ? sarif_model_place (sarif, subject, diag->span.begin, &subject->arena)
            : json_pack ("{s:o}", "artifactLocation",
                         sarif_artifact (sarif, path, strlen (path), "eml"));
      json_array_append_new (sarif->notifications,
                             json_pack ("{s:s,s:o,s:[{s:o}]}", "level", "error",
                                        "message", sarif_message (diag->message),
                                        "locations", "physicalLocation", place));
      return;
    }
}

/* ---- The log. ---- */

/* Print OBJECT and drop it. */
static void
print (struct sarif *sarif, json_t *object)
{
  assert (sarif->file);
  char *text = object ? json_dumps (object, JSON_COMPACT) : NULL;
  json_decref (object);
  if (json_ran_out () || !text)
    sarif->failed = true;
  else
    fputs (text, sarif->file);
  free (text);
}

/* Violations first, the most dangerous ones before the others. */
static int
compare_results (const void *a, const void *b)
{
  const struct sarif_kept *x = a, *y = b;
  int order = y->violation - x->violation;
  if (order == 0 && x->violation)
    order = rank_compare (&x->rank, &y->rank);
  return order ? order : (x->position > y->position) - (x->position < y->position);
}

/* Is there a location in LIST, of which PLACE is the physical one? */
static bool
has_place (json_t *list, json_t *place)
{
  size_t i;
  json_t *location;
  json_array_foreach (list, i, location)
  {
    if (json_equal (json_object_get (location, "physicalLocation"), place))
      return true;
  }
  return false;
}

/* Is AT, as text, the place where KEPT is shown? */
static bool
is_shown_at (const struct sarif_kept *kept, const char *at)
{
  static const char before[] = "\"locations\":[{\"physicalLocation\":";
  const char *place = strstr (kept->text, before);
  assert (place);
  return strncmp (place + strlen (before), at, strlen (at)) == 0;
}

/* The steps of what is shown, then the places of other violations. */
static json_t *
list_related (const struct sarif_kept *kept)
{
  json_t *related = json_array (), *location, *other;
  size_t i;
  const char *at;
  json_array_foreach (kept->steps, i, location)
  {
    json_t *copy = json_copy (location);
    json_object_set_new (copy, "id", json_integer ((json_int_t) i + 1));
    json_array_append_new (related, copy);
  }
  json_object_foreach (kept->others, at, other)
  {
    json_t *place = json_object_get (other, "physicalLocation");
    json_int_t count = json_integer_value (json_object_get (other, "count"));
    const char *text = json_string_value (json_object_get (other, "text"));
    if (is_shown_at (kept, at) || has_place (related, place) || !text)
      continue;
    char more[40] = "";
    if (count > 1)
      snprintf (more, sizeof more, " (and %" JSON_INTEGER_FORMAT " more)", count - 1);
    char *whole = json_allocate (strlen (text) + sizeof more + sizeof "also here: ");
    if (!whole)
      continue;
    strcat (strcat (strcpy (whole, "also here: "), text), more);
    json_array_append_new (related, json_pack ("{s:I,s:O,s:o}", "id",
                                               (json_int_t) json_array_size (related) + 1,
                                               "physicalLocation", place, "message",
                                               sarif_message (whole)));
    free (whole);
  }
  return related;
}

static void
print_results (struct sarif *sarif)
{
  assert (sarif->count <= sarif->capacity);
  const char *mark = "\n";
  if (sarif->count > 0)
    qsort (sarif->results, sarif->count, sizeof *sarif->results, compare_results);
  for (uint32_t i = 0; i < sarif->count; i++)
    {
      struct sarif_kept *kept = &sarif->results[i];
      assert (kept->text || sarif->failed);
      if (kept->text)
        {
          fprintf (sarif->file, "%s%s", mark, kept->text);
          mark = ",\n";
          if (kept->count > 1)
            fprintf (sarif->file, ",\"occurrenceCount\":%u", (unsigned) kept->count);
          json_t *related = list_related (kept);
          fputs (",\"relatedLocations\":", sarif->file);
          print (sarif, related);
          fputc ('}', sarif->file);
        }
      free (kept->text);
      json_decref (kept->steps);
      json_decref (kept->others);
    }
  fputs (sarif->count > 0 ? "\n]" : "]", sarif->file);
  free (sarif->results);
}

enum status
sarif_end (struct sarif *sarif, enum status status)
{
  assert (sarif->file);
  bool fine
    = status == STATUS_FINE || status == STATUS_FOUND || status == STATUS_UNDECIDED;
  fputs ("{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
         "schemas/sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":",
         sarif->file);
  print (sarif, json_pack ("{s:{s:s,s:s,s:o}}", "driver", "name", "phaselock", "version",
                           PACKAGE_VERSION, "rules", sarif->rules));
  fputs (",\"columnKind\":\"unicodeCodePoints\",\"originalUriBaseIds\":", sarif->file);
  print (sarif, json_pack ("{s:{s:o}}", SARIF_ROOT, "description",
                           sarif_message ("the root of the sources (--root)")));
  fputs (",\"results\":[", sarif->file);
  print_results (sarif);
  fputs (",\"artifacts\":", sarif->file);
  print (sarif, sarif->artifacts);
  fputs (",\"invocations\":", sarif->file);
  json_t *invocation
    = json_pack ("{s:b,s:i}", "executionSuccessful", fine, "exitCode", (int) status);
  if (json_array_size (sarif->notifications) > 0)
    json_object_set (invocation, "toolExecutionNotifications", sarif->notifications);
  print (sarif, json_pack ("[o]", invocation));
  fputs ("}]}\n", sarif->file);
  json_decref (sarif->causes);
  json_decref (sarif->rule_places);
  json_decref (sarif->places);
  json_decref (sarif->paths);
  json_decref (sarif->notifications);
  free (sarif->root);
  if (!sarif->failed)
    return STATUS_FINE;
  fputs ("phaselock: not enough memory for the SARIF log\n", stderr);
  return STATUS_INTERNAL;
}
