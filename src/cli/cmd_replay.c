/* cmd_replay.c -- phaselock replay: check a saved witness against its model. */
#include <config.h>

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/reading.h"
#include "query/query_options.h"
#include "results/query_record.h"
#include "results/witness_json.h"
#include "witness/replay.h"

struct replaying
{
  struct files files;   /* a model and a record */
  const char *path;     /* of the record */
  const char *automata; /* -a, or null: as the record says */
  bool quiet;
  json_t *record;
};

static const struct argp_option options[]
  = { { "automata", 'a', "strict|spin09|complete|FILE", 0,
        "which set of automata (default: what the record names)", 0 },
      { "quiet", 'q', NULL, 0, COMMAND_QUIET, 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[]
  = { SETTING ('a', struct replaying, automata), SETTING ('q', struct replaying, quiet),
      SETTING (ARGP_KEY_ARG, struct replaying, files), { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  return command_store (&argp, settings, key, argument, state);
}

static const struct argp argp
  = { options, parse_option, "MODEL RECORD",
      "Replay the witness in RECORD, one line as `check --format jsonl --witness' writes "
      "it ('-' for standard input), against MODEL, step by step, with code that shares "
      "nothing with the engines.\v"
      "Exit status: 0 confirmed; 2 refused, with the first step that fails, or bad usage "
      "or input.",
      NULL, NULL, NULL };

/* ---- The record. ---- */

static bool
complain (const struct replaying *replaying, const char *what)
{
  command_print_safe (stderr, replaying->path);
  fputs (": refused: ", stderr);
  command_print_safe (stderr, what);
  fputc ('\n', stderr);
  return false;
}

static bool
read_record (struct replaying *replaying)
{
  assert (!replaying->record);
  bool standard = strcmp (replaying->path, "-") == 0;
  FILE *file = standard ? stdin : fopen (replaying->path, "r");
  if (!file)
    {
      perror (replaying->path);
      return false;
    }
  json_error_t error;
  replaying->record = json_loadf (file, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK,
                                  &error);
  int next = ' ';
  while (replaying->record && isspace (next))
    next = fgetc (file);
  if (!standard)
    fclose (file);
  if (!replaying->record)
    {
      command_print_safe (stderr, replaying->path);
      fprintf (stderr, ":%d:%d: error: ", error.line, error.column);
      command_print_safe (stderr, error.text);
      fputc ('\n', stderr);
      return false;
    }
  if (next != EOF)
    return complain (replaying, "there is more than one record; give one line of the "
                                "file, for instance with sed -n 3p FILE | ... -");
  json_t *record = replaying->record;
  if (json_integer_value (json_object_get (record, "schema")) != 1)
    return complain (replaying, "it is not a record with \"schema\":1");
  const char *verdict = json_string_value (json_object_get (record, "verdict"));
  if (!verdict || strcmp (verdict, "violation") != 0)
    return complain (replaying, "its verdict is not a violation");
  if (!json_is_array (json_object_get (record, "witness")))
    return complain (replaying, "it has no witness; `check --format jsonl --witness' "
                                "writes them");
  if (!json_is_string (json_object_get (record, "model")))
    return complain (replaying, "it names no model");
  return true;
}

/* ---- What the record is about. ---- */

static const struct pa_automaton *
find_automaton (const struct replaying *replaying, const struct pa_set *set)
{
  assert (set->automata.count > 0);
  const json_t *pattern = json_object_get (replaying->record, "pattern");
  for (uint32_t a = 0; a < set->automata.count; a++)
    {
      const struct pa_automaton *automaton = &set->automata.at[a];
      const char *name = json_string_value (pattern);
      if (automaton->numbered ? json_is_integer (pattern)
                                  && json_integer_value (pattern) == automaton->number
                              : name && strcmp (name, automaton->name) == 0)
        return automaton;
    }
  complain (replaying, "its automata have no such pattern");
  return NULL;
}

/* Is the record's MEMBER an array of COUNT names? */
static bool
has_names (const struct replaying *replaying, const char *member, uint32_t count)
{
  const json_t *names = json_object_get (replaying->record, member);
  assert (count > 0);
  bool fine = json_array_size (names) == count;
  for (uint32_t i = 0; i < count && fine; i++)
    fine = json_is_string (json_array_get (names, i));
  char message[256];
  snprintf (message, sizeof message, "its \"%s\" are not %u names", member,
            (unsigned) count);
  return fine || complain (replaying, message);
}

static const char *
name_at (const struct replaying *replaying, const char *member, uint32_t i)
{
  const json_t *names = json_object_get (replaying->record, member);
  assert (i < json_array_size (names));
  return json_string_value (json_array_get (names, i));
}

static bool
complain_of_name (const struct replaying *replaying, const char *member, uint32_t i)
{
  char message[256];
  snprintf (message, sizeof message, "the model has no '%.150s' of its \"%s\"",
            name_at (replaying, member, i), member);
  return complain (replaying, message);
}

/* Find the fields and the processes that the record names. */
static bool
find_names (const struct replaying *replaying, const struct eml *eml,
            struct replay_task *task, struct arena *arena)
{
  const uint32_t parameters = task->automaton->parameters.count;
  const uint32_t threads = task->automaton->threads.count;
  assert (parameters > 0 && threads > 0);
  if (!has_names (replaying, "fields", parameters)
      || !has_names (replaying, "processes", threads))
    return false;
  field_id *fields = arena_alloc (arena, parameters * sizeof *fields);
  process_id *processes = arena_alloc (arena, threads * sizeof *processes);
  for (uint32_t i = 0; i < parameters; i++)
    {
      fields[i] = witness_find_field (eml, name_at (replaying, "fields", i));
      if (field_equal (fields[i], FIELD_NONE))
        return complain_of_name (replaying, "fields", i);
    }
  for (uint32_t i = 0; i < threads; i++)
    {
      processes[i] = witness_find_process (eml, name_at (replaying, "processes", i));
      if (process_equal (processes[i], PROCESS_NONE))
        return complain_of_name (replaying, "processes", i);
    }
  task->fields = fields;
  task->processes = processes;
  return true;
}

static bool
complain_of_step (const struct replaying *replaying, uint32_t step, const char *message)
{
  const json_t *steps = json_object_get (replaying->record, "witness");
  const json_t *at = json_array_get (steps, step);
  assert (*message && step <= json_array_size (steps));
  command_print_safe (stderr, replaying->path);
  fprintf (stderr, ": refused: step %u of %u", (unsigned) step + 1,
           (unsigned) json_array_size (steps));
  static const char *const members[] = { "process", "action", "object", "at" };
  bool opened = false;
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    {
      const char *text = json_string_value (json_object_get (at, members[i]));
      if (!text)
        continue;
      fputs (!opened ? " (" : strcmp (members[i], "at") == 0 ? " at " : " ", stderr);
      command_print_safe (stderr, text);
      opened = true;
    }
  fputs (opened ? "): " : ": ", stderr);
  command_print_safe (stderr, message);
  fputc ('\n', stderr);
  return false;
}

/* The id binds a record to the text of the model, the automaton and the fields. */
static bool
has_its_id (const struct replaying *replaying, struct eml *eml,
            const struct pa_set *set, const struct replay_task *task)
{
  const char *id = json_string_value (json_object_get (replaying->record, "id"));
  struct model_queries model = { .eml = eml, .automata = set };
  model.name = json_string_value (json_object_get (replaying->record, "model"));
  model_queries_hash_text (&model);
  assert (model.name && task->fields);
  struct query query = { .automaton = task->automaton, .fields = task->fields };
  char wanted[RECORD_ID_SIZE];
  record_write_id (&model, &query, wanted);
  if (id && strcmp (id, wanted) == 0)
    return true;
  return complain (replaying, "its \"id\" is not that of this query: it belongs to "
                              "another model, or to another version of this one");
}

/* True: the witness is confirmed; otherwise a complaint says why not. */
static bool
replay (const struct replaying *replaying, struct eml *eml, const struct pa_set *set)
{
  const json_t *record = replaying->record;
  struct replay_task task
    = { .flow = &eml->flow, .automaton = find_automaton (replaying, set) };
  if (!task.automaton || !find_names (replaying, eml, &task, &eml->arena))
    return false;
  struct witness witness;
  struct witness_refusal refusal;
  if (!witness_from_json (&witness, json_object_get (record, "witness"), eml,
                          json_string_value (json_object_get (record, "model")), &refusal,
                          &eml->arena))
    return complain_of_step (replaying, refusal.step, refusal.message);
  struct replay_failure failure;
  if (!replay_witness (&task, &witness, &failure, &eml->arena))
    return complain_of_step (replaying, failure.step, failure.message);
  assert (witness.switches < witness.steps.count);
  if (!has_its_id (replaying, eml, set, &task))
    return false;
  if (!replaying->quiet)
    {
      fputs ("confirmed: pattern ", stdout);
      text_show_name (stdout, task.automaton->name);
      printf (", %u step%s, %u switch%s\n", (unsigned) witness.steps.count,
              witness.steps.count == 1 ? "" : "s", (unsigned) witness.switches,
              witness.switches == 1 ? "" : "es");
    }
  return true;
}

/* ---- The command. ---- */

static enum status
replay_model (struct eml *eml, const char *name, bool fine, void *context)
{
  const struct replaying *replaying = context;
  (void) name;
  assert (replaying->record);
  if (!fine)
    return STATUS_BAD_INPUT;
  const char *automata
    = replaying->automata
        ? replaying->automata
        : json_string_value (json_object_get (replaying->record, "automata"));
  struct pa pa;
  pa_init (&pa, eml->arena.quota);
  struct complaints complaints = command_complaints ("replay");
  bool confirmed = automata ? patterns_read (&pa, automata, &complaints)
                                && replay (replaying, eml, &pa.set)
                            : complain (replaying, "it names no automata");
  pa_clear (&pa);
  return confirmed ? STATUS_FINE : STATUS_BAD_INPUT;
}

static enum status
run (int argc, char **argv)
{
  struct replaying replaying = { .quiet = false };
  command_parse (&argp, argc, argv, &replaying);
  assert (replaying.files.count == 2);
  replaying.path = replaying.files.paths[1];
  struct reading reading = { READING_SYSTEM, false, replay_model, &replaying };
  enum status status = read_record (&replaying)
                         ? reading_one ("replay", replaying.files.paths[0], &reading)
                         : STATUS_BAD_INPUT;
  json_decref (replaying.record);
  return status;
}

const struct command command_replay
  = { "replay", "check a saved witness step by step", &argp, run };
