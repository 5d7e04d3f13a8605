/* sarif.c -- see sarif.h. */
#include <config.h>

#include "results/sarif.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "explain/because.h"
#include "explain/rank.h"
#include "explain/position.h"
#include "explain/program_source.h"
#include "explain/repair.h"
#include "explain/timeline.h"
#include "io/json.h"
#include "phaseauto/meetings.h"
#include "phaseauto/pa_text.h"
#include "phaseauto/print_automaton.h"
#include "results/fingerprint.h"
#include "results/query_record.h"

/* ---- Texts. ---- */

/* {"text": TEXT}.  In a message of SARIF {0} is a placeholder and [a](b) a link:
   braces are doubled, and a bracket that might end a link is escaped. */
static json_t *
message (const char *text)
{
  assert (text);
  char *escaped = json_allocate (2 * strlen (text) + 1);
  if (!escaped)
    return NULL;
  char *end = escaped;
  for (const char *c = text; *c; c++)
    {
      if (*c == '{' || *c == '}')
        *end++ = *c;
      else if (*c == ']' && c[1] == '(')
        *end++ = '\\';
      *end++ = *c;
    }
  assert ((size_t) (end - escaped) <= 2 * strlen (text));
  *end = 0;
  json_t *object = json_object ();
  json_object_set_new (object, "text", json_text (escaped));
  free (escaped);
  return object;
}

static bool
is_unreserved (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
         || (c && strchr ("-._~", c));
}

char *
sarif_uri (const char *path, size_t length)
{
  static const char absolute[] = "file://";
  char *uri = json_allocate (3 * length + sizeof absolute);
  if (!uri)
    return NULL;
  char *end = uri;
  if (length > 0 && path[0] == '/')
    end = stpcpy (uri, absolute);
  for (size_t i = 0; i < length; i++)
    if (is_unreserved (path[i]) || path[i] == '/')
      *end++ = path[i];
    else
      end += sprintf (end, "%%%02X", (unsigned) (unsigned char) path[i]);
  assert ((size_t) (end - uri) < 3 * length + sizeof absolute);
  *end = 0;
  return uri;
}

/* ---- The log, its tool and rules. ---- */

/* Races, deadlocks and what models with data are asked are of no set. */
static bool
is_meeting (const struct pa_automaton *automaton)
{
  return automaton == pa_race () || automaton == pa_deadlock ()
         || automaton == pa_assert () || automaton == pa_exclusive ()
         || automaton == pa_stuck ();
}

/* The rules are written before it is known whether a model has data: the last two have
   an id, and no descriptor. */
static bool
has_rule (const struct pa_automaton *automaton)
{
  return automaton != pa_assert () && automaton != pa_exclusive ();
}

/* "strict-12"; of a file, its name without folders and end. */
static json_t *
rule_id (const struct pa_set *set, const struct pa_automaton *automaton)
{
  assert (automaton->name);
  if (is_meeting (automaton))
    return json_string (automaton->name);
  const char *slash = strrchr (set->name, '/');
  const char *base = slash && slash[1] ? slash + 1 : set->name;
  size_t length = strlen (base);
  if (length > 3 && strcmp (base + length - 3, ".pa") == 0)
    length -= 3;
  char *first = sarif_uri (base, length);
  char *second = sarif_uri (automaton->name, strlen (automaton->name));
  json_t *id = first && second ? json_sprintf ("%s-%s", first, second) : NULL;
  free (first);
  free (second);
  return id;
}

/* "lost update" is LostUpdate. */
static json_t *
rule_name (const struct pa_automaton *automaton)
{
  const char *text = automaton->title ? automaton->title : automaton->name;
  char *name = json_allocate (strlen (text) + sizeof "Pattern");
  if (!name)
    return NULL;
  char *end = name;
  if (!automaton->title)
    end = stpcpy (name, "Pattern");
  bool start = true;
  for (const char *c = text; *c; c++)
    {
      bool letter = is_unreserved (*c) && !strchr ("-._~", *c);
      if (letter)
        *end++ = start && *c >= 'a' && *c <= 'z' ? (char) (*c - 'a' + 'A') : *c;
      start = !letter;
    }
  assert ((size_t) (end - name) < strlen (text) + sizeof "Pattern");
  *end = 0;
  json_t *string = json_string (name);
  free (name);
  return string;
}

/* Of a set that ships, threads are units of work; of others all that is known is that
   they are processes. */
static void
describe_threads (const struct sarif *sarif, const struct pa_automaton *automaton,
                  FILE *file)
{
  uint32_t count = automaton->threads.count;
  for (thread_id t = { 0 }; t.index < count; t.index++)
    {
      fputs (t.index == 0 ? "" : t.index + 1 == count ? " and " : ", ", file);
      pa_print_thread (automaton, t, file);
    }
  if (pa_shipped_find (sarif->automata->name))
    fputs (" are units of work of two processes.", file);
  else
    fputs (count == 1 ? " is a process." : " are different processes.", file);
}

/* The text of AUTOMATON in the given style; to be freed. */
static char *
help_text (struct sarif *sarif, const struct pa_automaton *automaton,
           const struct pa_text_style *style)
{
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream (&text, &length);
  if (memory)
    pa_text_print (&automaton->text, style, memory);
  if (!memory || fclose (memory) != 0)
    sarif->failed = true;
  return text;
}

/* What happens, why that is bad, and an example.  The standard wants braces doubled, and
   so they are in the plain text; but viewers show the Markdown of a rule as it is, and
   the other tools that write examples into it do not double them. */
static json_t *
rule_help (struct sarif *sarif, const struct pa_automaton *automaton)
{
  /* Viewers break lines themselves. */
  static const struct pa_text_style plain
    = { .prefix = "", .columns = UINT32_MAX, .indent = "  " };
  static const struct pa_text_style markdown
    = { .prefix = "", .columns = UINT32_MAX, .indent = "", .markdown = true };
  assert (automaton->text.says || automaton->text.example);
  char *text = help_text (sarif, automaton, &plain);
  char *page = help_text (sarif, automaton, &markdown);
  json_t *help = message (text ? text : "");
  json_object_set_new (help, "markdown", json_text (page ? page : ""));
  free (text);
  free (page);
  return help;
}

static json_t *
rule (struct sarif *sarif, const struct pa_automaton *automaton)
{
  json_t *object = json_object ();
  json_object_set_new (object, "id", rule_id (sarif->automata, automaton));
  json_object_set_new (object, "name", rule_name (automaton));
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream (&text, &length);
  if (!memory)
    {
      sarif->failed = true;
      return object;
    }
  if (automaton->text.says)
    {
      text_print_safe (memory, automaton->text.says, strlen (automaton->text.says));
      fputc (' ', memory);
    }
  if (is_meeting (automaton))
    text_print_safe (memory, automaton->text.harm, strlen (automaton->text.harm));
  else
    {
      fputs ("An execution in which these steps happen in this order: ", memory);
      pa_print_pattern (automaton, memory);
      fputs (". R is a read, W a write, A either; ", memory);
      describe_threads (sarif, automaton, memory);
    }
  if (fclose (memory) != 0)
    sarif->failed = true;
  json_object_set_new (object, "shortDescription",
                       message (automaton->title ? automaton->title : automaton->name));
  json_object_set_new (object, "fullDescription", message (text ? text : ""));
  free (text);
  if (automaton->text.says || automaton->text.example)
    json_object_set_new (object, "help", rule_help (sarif, automaton));
  json_object_set_new (object, "defaultConfiguration",
                       json_pack ("{s:s}", "level", "error"));
  json_object_set_new (
    object, "properties",
    json_pack ("{s:[s,s]}", "tags", "concurrency",
               is_meeting (automaton) ? automaton->name : "atomicity"));
  return object;
}

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

void
sarif_start (struct sarif *sarif, FILE *file, const struct pa_set *automata,
             const struct pattern_choice *chosen)
{
  assert (chosen->automata);
  *sarif = (struct sarif){ .file = file,
                           .automata = automata,
                           .chosen = chosen,
                           .artifacts = json_array (),
                           .places = json_object (),
                           .notifications = json_array () };
  json_t *rules = json_array ();
  for (uint32_t a = 0; a < automata->automata.count; a++)
    if (chosen->automata[a])
      json_array_append_new (rules, rule (sarif, &automata->automata.at[a]));
  if (chosen->race)
    json_array_append_new (rules, rule (sarif, pa_race ()));
  if (chosen->deadlock)
    json_array_append_new (rules, rule (sarif, pa_deadlock ()));
  if (chosen->stuck)
    json_array_append_new (rules, rule (sarif, pa_stuck ()));
  json_t *driver = json_object ();
  json_object_set_new (driver, "name", json_string ("phaselock"));
  json_object_set_new (driver, "version", json_string (PACKAGE_VERSION));
  json_object_set_new (driver, "rules", rules);
  fputs ("{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
         "schemas/sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":",
         file);
  print (sarif, json_pack ("{s:o}", "driver", driver));
  fputs (",\"columnKind\":\"unicodeCodePoints\",\"results\":[", file);
}

/* ---- Places. ---- */

/* {"uri": ..., "index": ...} of the file at PATH, which is listed. */
static json_t *
artifact (struct sarif *sarif, const char *path, size_t length, const char *language)
{
  assert (path);
  char *uri = length == 1 && *path == '-' ? strdup ("stdin") : sarif_uri (path, length);
  if (!uri)
    {
      sarif->failed = true;
      return NULL;
    }
  json_t *place = json_object_get (sarif->places, uri);
  if (!place)
    {
      place = json_integer ((json_int_t) json_array_size (sarif->artifacts));
      json_object_set_new (sarif->places, uri, place);
      json_t *object = json_pack ("{s:{s:s}}", "location", "uri", uri);
      if (language)
        json_object_set_new (object, "sourceLanguage", json_string (language));
      json_array_append_new (sarif->artifacts, object);
    }
  json_t *location = json_pack ("{s:s,s:O}", "uri", uri, "index", place);
  free (uri);
  return location;
}

static json_t *
region (uint32_t line, uint32_t column)
{
  json_t *object = json_pack ("{s:i}", "startLine", (int) line);
  if (column > 0)
    json_object_set_new (object, "startColumn", json_integer (column));
  return object;
}

static const char *
language_of (const char *path, size_t length)
{
  return length > 5 && memcmp (path + length - 5, ".java", 5) == 0 ? "java" : NULL;
}

/* A place in the program that a model was made from: POSITION of TEXT, in CLASS_NAME. */
static json_t *
program_place (struct sarif *sarif, const struct provenance *from, const char *class_name,
               const char *text, const struct position *position, struct arena *arena)
{
  assert (from && position->file > 0 && position->file <= strlen (text));
  const char *path = program_source_guess (from, class_name, text, position->file, arena);
  json_t *place = json_pack (
    "{s:o}", "artifactLocation",
    artifact (sarif, path, strlen (path), language_of (path, strlen (path))));
  if (position->line > 0)
    json_object_set_new (place, "region", region (position->line, position->column));
  return place;
}

/* The file of the class that a model was made from. */
static json_t *
class_place (struct sarif *sarif, const struct provenance *from, struct arena *arena)
{
  const char *dot = strrchr (from->subject, '.');
  assert (*from->subject);
  const char *name = dot ? dot + 1 : from->subject;
  const char *file = arena_format (arena, "%.*s.java", (int) strcspn (name, "$"), name);
  struct position whole = { strlen (file), 0, 0 };
  return program_place (sarif, from, from->subject, file, &whole, arena);
}

static json_t *
model_place (struct sarif *sarif, const struct ir_subject *subject, uint32_t offset,
             struct arena *arena)
{
  const char *path = subject->source.path;
  if (subject->provenance)
    return class_place (sarif, subject->provenance, arena);
  struct source_place place = source_place (&subject->source, offset);
  return json_pack ("{s:o,s:o}", "artifactLocation",
                    artifact (sarif, path, strlen (path), "eml"), "region",
                    region (place.line, place.column));
}

/* The position that the model gives, if that is a place in a file; else the place in
   the model. */
static json_t *
physical_place (struct sarif *sarif, const struct ir_subject *subject, uint32_t offset,
                name_id from, struct arena *arena)
{
  struct position position;
  const char *text
    = from.index != NAME_NONE.index ? names_text (&subject->names, from) : NULL;
  if (!text || !position_parse (text, &position))
    return model_place (sarif, subject, offset, arena);
  if (subject->provenance)
    {
      const struct provenance_statement *statement
        = provenance_find (subject->provenance, offset);
      return program_place (sarif, subject->provenance,
                            statement ? statement->class_name
                                      : subject->provenance->subject,
                            text, &position, arena);
    }
  return json_pack (
    "{s:o,s:o}", "artifactLocation",
    artifact (sarif, text, position.file, language_of (text, position.file)), "region",
    region (position.line, position.column));
}

/* ---- Violations. ---- */

/* Flows of more than these have only the steps that a timeline shows. */
#define MOST_STEPS 2000

struct result
{
  struct sarif *sarif;
  bool *shown;                   /* by step */
  const struct finding *finding; /* of an unknown verdict, only which query */
  struct finding_place *places;  /* by step */
  struct arena *arena;
};

/* "Consumer[0]: read count, step 1 of the pattern"; of a race "Consumer[0]: about to read
   count", of a deadlock "Kant: waits for f2". */
static json_t *
step_message (struct result *r, uint32_t i)
{
  const struct witness_step *step = &r->finding->witness->steps.at[i];
  bool meets = i >= finding_meeting (r->finding);
  assert (!meets || step->phase);
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, r->arena);
  text_show_name (memory, finding_process_name (r->finding, step->process));
  fputs (": ", memory);
  bool waits = step->action == WITNESS_AWAIT || step->action == WITNESS_STUCK;
  fputs (meets && !waits ? "about to " : "", memory);
  finding_print_step (r->finding, i, memory);
  if (step->phase && !meets && r->finding->query->kind == QUERY_PATTERN)
    fprintf (memory, ", step %u of the pattern", (unsigned) step->phase);
  return message (scribe_end (&scribe));
}

/* The full name of the procedure or method BODY: "org.example.Stack.pop()". */
static json_t *
full_name (const struct result *r, body_id body)
{
  const struct provenance *provenance = r->finding->subject->provenance;
  const char *name = finding_body_name (r->finding, body);
  size_t to_dot = strcspn (name, ".(");
  assert (to_dot <= strlen (name));
  if (!provenance || name[to_dot] != '(')
    return json_text (name);
  return json_text (arena_format (r->arena, "%s.%s", provenance->subject, name));
}

static json_t *
step_place (struct result *r, uint32_t i)
{
  assert (i < r->finding->witness->steps.count);
  const struct witness_step *step = &r->finding->witness->steps.at[i];
  const struct ir_body *body
    = &r->finding->subject->model.bodies.at[r->places[i].body.index];
  json_t *logical
    = json_pack ("[{s:o,s:s}]", "fullyQualifiedName", full_name (r, r->places[i].body),
                 "kind", body->is_process ? "module" : "function");
  return json_pack ("{s:o,s:o,s:o}", "physicalLocation",
                    physical_place (r->sarif, r->finding->subject, step->offset,
                                    step->position, r->arena),
                    "logicalLocations", logical, "message", step_message (r, i));
}

/* The value that STEP reads, writes or sets, by the name of what has it. */
static void
add_value (struct result *r, const struct witness_step *step, json_t *state)
{
  const char *name
    = step->has_value ? witness_object_name (&r->finding->subject->model, step) : NULL;
  struct scribe scribe;
  if (!name)
    return;
  witness_print_value (scribe_start (&scribe, r->arena), step);
  json_t *value = message (scribe_end (&scribe));
  FILE *memory = scribe_start (&scribe, r->arena);
  text_print_safe (memory, name, strlen (name));
  witness_print_cell (memory, step);
  json_object_set_new (state, scribe_end (&scribe), value);
}

/* The locks that each process holds, by the name of the process. */
static json_t *
step_state (struct result *r, uint32_t i)
{
  const struct idsets *idsets = &r->finding->subject->idsets;
  json_t *state = json_object ();
  for (uint32_t t = 0; t < finding_cast (r->finding); t++)
    {
      idset held = finding_held (r->finding, i, (thread_id){ t });
      struct scribe scribe;
      FILE *memory = scribe_start (&scribe, r->arena);
      const char *comma = "";
      for (uint32_t l = idset_next (idsets, held, 0); l != UINT32_MAX;
           l = idset_next (idsets, held, l + 1))
        {
          fputs (comma, memory);
          text_show_name (memory, finding_lock_name (r->finding, (lock_id){ l }));
          comma = ", ";
        }
      if (!*comma)
        fputs ("none", memory);
      json_t *locks = message (scribe_end (&scribe));
      fputs ("locks of ", scribe_start (&scribe, r->arena));
      text_show_name (scribe.stream,
                      finding_process_name (r->finding, r->finding->processes[t]));
      json_object_set_new (state, scribe_end (&scribe), locks);
    }
  add_value (r, &r->finding->witness->steps.at[i], state);
  return state;
}

static json_t *
step_location (struct result *r, uint32_t i)
{
  static const char *const kinds[][2] = { [WITNESS_ACQUIRE] = { "acquire", "lock" },
                                          [WITNESS_RELEASE] = { "release", "lock" },
                                          [WITNESS_READ] = { "read", "memory" },
                                          [WITNESS_WRITE] = { "write", "memory" },
                                          [WITNESS_UNIT_BEGIN] = { "enter", "unit" },
                                          [WITNESS_UNIT_END] = { "exit", "unit" },
                                          [WITNESS_CALL] = { "call", "function" },
                                          [WITNESS_RETURN] = { "return", "function" },
                                          [WITNESS_START] = { "call", "thread" },
                                          [WITNESS_JOIN] = { "acquire", "thread" },
                                          [WITNESS_END] = { "return", "thread" },
                                          [WITNESS_AWAIT] = { "acquire", "lock" },
                                          [WITNESS_SET] = { "value", "variable" },
                                          [WITNESS_CHOOSE] = { "value", "variable" },
                                          [WITNESS_BRANCH] = { "branch", "condition" },
                                          [WITNESS_ASSUME] = { "branch", "assumption" },
                                          [WITNESS_ASSERT] = { "danger", "assertion" },
                                          [WITNESS_WRONG] = { "danger", "value" },
                                          [WITNESS_NOTIFY] = { "release", "thread" },
                                          [WITNESS_STUCK] = { "danger", "thread" } };
  const struct witness_step *step = &r->finding->witness->steps.at[i];
  const char *const *kind = kinds[step->action];
  return json_pack ("{s:o,s:[s,s],s:i,s:i,s:s,s:o}", "location", step_place (r, i),
                    "kinds", kind[0], kind[1], "nestingLevel", (int) r->places[i].depth,
                    "executionOrder", (int) i + 1, "importance",
                    step->phase    ? "essential"
                    : step->nested ? "unimportant"
                                   : "important",
                    "state", step_state (r, i));
}

/* The steps of all processes in one flow: some viewers show only the first flow. */
static json_t *
merged_flow (struct result *r)
{
  json_t *locations = json_array ();
  for (uint32_t i = 0; i < r->finding->witness->steps.count; i++)
    if (r->shown[i])
      json_array_append_new (locations, step_location (r, i));
  return json_pack ("{s:o,s:[{s:s,s:o}]}", "message", message ("the interleaving"),
                    "threadFlows", "id", "all", "locations", locations);
}

static json_t *
flow_per_process (struct result *r)
{
  json_t *flows = json_array ();
  for (uint32_t t = 0; t < finding_cast (r->finding); t++)
    {
      process_id process = r->finding->processes[t];
      json_t *locations = json_array ();
      for (uint32_t i = 0; i < r->finding->witness->steps.count; i++)
        if (r->shown[i]
            && process_equal (r->finding->witness->steps.at[i].process, process))
          json_array_append_new (locations, step_location (r, i));
      json_array_append_new (
        flows, json_pack ("{s:o,s:o}", "id",
                          json_text (finding_process_name (r->finding, process)),
                          "locations", locations));
    }
  return json_pack ("{s:o,s:o}", "message", message ("process by process"), "threadFlows",
                    flows);
}

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
describe (struct result *r)
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
  return scribe_end (&scribe);
}

static json_t *
fingerprint (const struct finding *finding)
{
  char text[FINGERPRINT_SIZE];
  fingerprint_write (finding, text);
  return json_pack ("{s:s}", "phaselock/v2", text);
}

static void
add_flows (struct result *r, json_t *object)
{
  json_t *first = NULL, *related = json_array ();
  for (uint32_t i = 0; i < r->finding->witness->steps.count; i++)
    if (r->finding->witness->steps.at[i].phase)
      {
        json_t *place = step_place (r, i);
        if (!first)
          first = place;
        else
          {
            json_object_set_new (
              place, "id", json_integer ((json_int_t) json_array_size (related) + 1));
            json_array_append_new (related, place);
          }
      }
  json_object_set_new (object, "locations", json_pack ("[o]", first));
  json_object_set_new (object, "relatedLocations", related);
  json_object_set_new (object, "codeFlows",
                       json_pack ("[o,o]", merged_flow (r), flow_per_process (r)));
}

/* ---- Results. ---- */

static uint32_t
rule_index (const struct sarif *sarif, const struct pa_automaton *automaton)
{
  uint32_t index = 0;
  assert (automaton != pa_race () || sarif->chosen->race);
  for (uint32_t a = 0; a < sarif->automata->automata.count
                       && &sarif->automata->automata.at[a] != automaton;
       a++)
    index += sarif->chosen->automata[a];
  index
    += (automaton == pa_deadlock () || automaton == pa_stuck ()) && sarif->chosen->race;
  return index + (automaton == pa_stuck () && sarif->chosen->deadlock);
}

static void
choose_steps (struct result *r)
{
  uint32_t count = r->finding->witness->steps.count;
  r->shown = arena_calloc (r->arena, count, sizeof *r->shown);
  if (count <= MOST_STEPS)
    {
      memset (r->shown, true, count * sizeof *r->shown);
      return;
    }
  struct timeline timeline;
  timeline_build (&timeline, r->finding, false, r->arena);
  for (uint32_t i = 0; i < timeline.rows.count; i++)
    r->shown[timeline.rows.at[i].first] = timeline.rows.at[i].elided == 0;
}

static void
add_violation (struct result *r, json_t *object)
{
  choose_steps (r);
  r->places = finding_places (r->finding, r->arena);
  json_object_set_new (object, "message", message (describe (r)));
  add_flows (r, object);
}

static void
add_unknown (struct result *r, const struct model_queries *model,
             const struct verdict *verdict, json_t *object)
{
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, r->arena);
  print_title (r->finding, memory);
  fputs (": not decided (", memory);
  verdict_print_reason (verdict, memory);
  fputc (')', memory);
  json_object_set_new (object, "message", message (scribe_end (&scribe)));
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
               model_place (r->sarif, model->subject, offset, r->arena)));
}

void
sarif_add (struct sarif *sarif, const struct model_queries *model, uint32_t number,
           const struct verdict *verdict, const struct finding *finding, bool known)
{
  bool violation = verdict->kind == VERDICT_VIOLATION;
  assert (!finding || finding->because);
  assert (violation ? finding && !finding->suspected : !finding || finding->suspected);
  assert (!known || (violation && sarif->baseline));
  if (verdict->kind == VERDICT_SAFE)
    return;
  const struct query *query = &model->queries.list.at[number];
  struct finding unknown = { .subject = model->subject, .query = query };
  /* Of texts that are needed only while the result is composed. */
  struct arena arena;
  arena_init (&arena, model->subject->arena.quota);
  struct result r
    = { .sarif = sarif, .arena = &arena, .finding = finding ? finding : &unknown };
  json_t *object = json_object ();
  json_object_set_new (object, "ruleId", rule_id (sarif->automata, query->automaton));
  if (has_rule (query->automaton))
    json_object_set_new (object, "ruleIndex",
                         json_integer (rule_index (sarif, query->automaton)));
  json_object_set_new (object, "kind", json_string (violation ? "fail" : "open"));
  struct rank rank;
  if (violation)
    rank = rank_of (finding, model->discipline);
  json_object_set_new (object, "level",
                       json_string (violation ? rank_level (&rank) : "none"));
  if (sarif->baseline)
    json_object_set_new (object, "baselineState",
                         json_string (known ? "unchanged" : "new"));
  if (finding)
    add_violation (&r, object);
  else
    add_unknown (&r, model, verdict, object);
  if (violation)
    json_object_set_new (object, "rank", json_integer (rank_number (&rank)));
  if (violation || !finding)
    json_object_set_new (object, "partialFingerprints", fingerprint (r.finding));
  struct record_options plain = { .known = known };
  json_t *record = record_start (model, number);
  record_add_verdict (record, model, number, verdict, &plain);
  json_object_del (record, "ms");
  json_object_set_new (object, "properties", json_pack ("{s:o}", "query", record));
  arena_clear (&arena);
  fputs (sarif->results++ ? ",\n" : "\n", sarif->file);
  print (sarif, object);
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
    place = json_pack (
      "{s:o,s:o}", "artifactLocation",
      artifact (sarif, step->at, position.file, language_of (step->at, position.file)),
      "region", region (position.line, position.column));
  else
    place = json_pack ("{s:o}", "artifactLocation",
                       artifact (sarif, found->path, strlen (found->path), NULL));
  json_t *location = json_pack ("{s:o}", "physicalLocation", place);
  if (step)
    json_object_set_new (location, "message", message (step->text));
  return location;
}

static void
add_found_flow (struct sarif *sarif, const struct sarif_found *found, json_t *object)
{
  assert (found->count > 0);
  json_t *related = json_array (), *flow = json_array ();
  for (uint32_t i = 0; i < found->count; i++)
    {
      json_t *place = found_place (sarif, found, &found->steps[i]);
      json_array_append_new (
        flow, json_pack ("{s:O,s:i}", "location", place, "executionOrder", (int) i + 1));
      if (i > 0)
        {
          json_t *copy = json_deep_copy (place);
          json_object_set_new (copy, "id", json_integer (i));
          json_array_append_new (related, copy);
        }
      json_decref (place);
    }
  json_object_set_new (object, "relatedLocations", related);
  json_object_set_new (
    object, "codeFlows",
    json_pack ("[{s:[{s:s,s:o}]}]", "threadFlows", "id", "all", "locations", flow));
}

void
sarif_add_found (struct sarif *sarif, const struct sarif_found *found)
{
  assert (found->automaton && found->identity && found->text);
  bool violation = found->count > 0;
  char digits[FINGERPRINT_SIZE];
  fingerprint_text (found->identity, strlen (found->identity), digits);
  json_t *object = json_object ();
  json_object_set_new (object, "ruleId", rule_id (sarif->automata, found->automaton));
  json_object_set_new (object, "ruleIndex",
                       json_integer (rule_index (sarif, found->automaton)));
  json_object_set_new (object, "kind", json_string (violation ? "fail" : "open"));
  json_object_set_new (object, "level", json_string (violation ? "error" : "none"));
  json_object_set_new (object, "message", message (found->text));
  json_object_set_new (
    object, "locations",
    json_pack ("[o]", found_place (sarif, found, violation ? found->steps : NULL)));
  if (violation)
    add_found_flow (sarif, found, object);
  json_object_set_new (object, "partialFingerprints",
                       json_pack ("{s:s}", "phaselock/trace/v1", digits));
  json_object_set_new (object, "properties",
                       json_pack ("{s:o}", "finding", found->record));
  fputs (sarif->results++ ? ",\n" : "\n", sarif->file);
  print (sarif, object);
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
      json_t *place = located ? program_place (sarif, from, from->subject, note->position,
                                               &position, &subject->arena)
                              : class_place (sarif, from, &subject->arena);
      const char *text
        = arena_format (&subject->arena, "%s: %s: %s", from->subject, kind, note->text);
      json_array_append_new (sarif->notifications,
                             json_pack ("{s:s,s:{s:s},s:o,s:[{s:o}]}", "level", "note",
                                        "descriptor", "id", note->code, "message",
                                        message (text), "locations", "physicalLocation",
                                        place));
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
      json_t *place = diag->located
                        ? model_place (sarif, subject, diag->span.begin, &subject->arena)
                        : json_pack ("{s:o}", "artifactLocation",
                                     artifact (sarif, path, strlen (path), "eml"));
      json_array_append_new (sarif->notifications,
                             json_pack ("{s:s,s:o,s:[{s:o}]}", "level", "error",
                                        "message", message (diag->message), "locations",
                                        "physicalLocation", place));
      return;
    }
}

enum status
sarif_end (struct sarif *sarif, enum status status)
{
  assert (sarif->file);
  bool fine
    = status == STATUS_FINE || status == STATUS_FOUND || status == STATUS_UNDECIDED;
  fputs (sarif->results ? "\n],\"artifacts\":" : "],\"artifacts\":", sarif->file);
  print (sarif, sarif->artifacts);
  fputs (",\"invocations\":", sarif->file);
  json_t *invocation
    = json_pack ("{s:b,s:i}", "executionSuccessful", fine, "exitCode", (int) status);
  if (json_array_size (sarif->notifications) > 0)
    json_object_set (invocation, "toolExecutionNotifications", sarif->notifications);
  print (sarif, json_pack ("[o]", invocation));
  fputs ("}]}\n", sarif->file);
  json_decref (sarif->places);
  json_decref (sarif->notifications);
  if (!sarif->failed)
    return STATUS_FINE;
  fputs ("phaselock: not enough memory for the SARIF log\n", stderr);
  return STATUS_INTERNAL;
}
