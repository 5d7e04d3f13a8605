/* cmd_replay.c -- phaselock replay: run a saved witness against its model. */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "query/query_options.h"
#include "base/text.h"
#include "cli/command.h"
#include "io/inputs.h"
#include "query/patterns.h"
#include "cli/reading.h"
#include "results/query_record.h"
#include "witness/replay.h"
#include "results/witness_json.h"

struct replaying
{
  struct inputs inputs;
  enum status status;
  const char *automata; /* -a, or null: as the record says */
  const char *path;     /* of the record */
  bool quiet;
  json_t *record;
};

static const struct argp_option options[]
  = { { "automata", 'a', "strict|spin09|complete|FILE", 0,
        "which set of automata (default: what the record names)", 0 },
      { "quiet", 'q', NULL, 0, "say nothing when it is confirmed", 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct replaying *replaying = state->input;
  switch (key)
    {
    case 'a':
      replaying->automata = argument;
      return 0;
    case 'q':
      replaying->quiet = true;
      return 0;
    case ARGP_KEY_ARG:
      if (state->arg_num == 0)
        replaying->status = inputs_add (&replaying->inputs, argument);
      else if (state->arg_num == 1)
        replaying->path = argument;
      else
        argp_error (state, "only a model and a record are wanted");
      return 0;
    case ARGP_KEY_END:
      if (state->arg_num < 2)
        argp_error (state, "a model and a record are wanted");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp
  = { options, parse_option, "MODEL RECORD",
      "Run the witness in RECORD, one line as `check --format jsonl --witness' writes "
      "it ('-' for standard input), against MODEL, step by step, with code that shares "
      "nothing with the engines.\v"
      "Exit status: 0 confirmed; 2 refused, with the first step that fails, or bad usage "
      "or input.",
      NULL, NULL, NULL };

/* ---- The record. ---- */

static bool
complain (const struct replaying *replaying, const char *what)
{
  text_print_safe (stderr, replaying->path, strlen (replaying->path));
  fputs (": refused: ", stderr);
  text_print_safe (stderr, what, strlen (what));
  fputc ('\n', stderr);
  return false;
}

static bool
read_record (struct replaying *replaying)
{
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
  while (replaying->record && (next == ' ' || next == '\n' || next == '\t' || next == '\r'))
    next = fgetc (file);
  if (!standard)
    fclose (file);
  if (!replaying->record)
    {
      text_print_safe (stderr, replaying->path, strlen (replaying->path));
      fprintf (stderr, ":%d:%d: error: ", error.line, error.column);
      text_print_safe (stderr, error.text, strlen (error.text));
      fputc ('\n', stderr);
      return false;
    }
  if (next != EOF)
    return complain (replaying, "there is more than one record; give one line of the "
                                "file, for instance with sed -n 3p FILE | ... -");
  json_t *record = replaying->record;
  if (json_integer_value (json_object_get (record, "schema")) != 1)
    return complain (replaying, "it is no record with \"schema\":1");
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

/* COUNT names of the record's MEMBER, looked up. */
static uint32_t *
find_names (const struct replaying *replaying, struct eml *eml, const char *member,
            uint32_t count, uint32_t (*find) (const struct eml *eml, const char *name))
{
  const json_t *names = json_object_get (replaying->record, member);
  uint32_t *found = arena_alloc (&eml->arena, count * sizeof *found + 1);
  char message[256];
  if (json_array_size (names) != count)
    {
      snprintf (message, sizeof message, "its \"%s\" are not %u", member, (unsigned) count);
      complain (replaying, message);
      return NULL;
    }
  for (uint32_t i = 0; i < count; i++)
    {
      const char *name = json_string_value (json_array_get (names, i));
      found[i] = name ? find (eml, name) : UINT32_MAX;
      if (found[i] == UINT32_MAX)
        {
          snprintf (message, sizeof message, "the model has no '%.150s' of its \"%s\"",
                    name ? name : "", member);
          complain (replaying, message);
          return NULL;
        }
    }
  return found;
}

static void
complain_step (const struct replaying *replaying, uint32_t step, const char *message)
{
  const json_t *steps = json_object_get (replaying->record, "witness");
  const json_t *at = json_array_get (steps, step);
  text_print_safe (stderr, replaying->path, strlen (replaying->path));
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
      text_print_safe (stderr, text, strlen (text));
      opened = true;
    }
  fputs (opened ? "): " : ": ", stderr);
  text_print_safe (stderr, message, strlen (message));
  fputc ('\n', stderr);
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
  struct query query = { .automaton = task->automaton, .fields = task->fields };
  char wanted[RECORD_ID_SIZE];
  record_write_id (&model, &query, wanted);
  if (id && strcmp (id, wanted) == 0)
    return true;
  return complain (replaying, "its \"id\" is not that of this query: it is of another "
                              "model, or of another text of it");
}

static enum status
replay (struct replaying *replaying, struct eml *eml, const struct pa_set *set)
{
  const json_t *record = replaying->record;
  const struct pa_automaton *automaton = find_automaton (replaying, set);
  if (!automaton)
    return STATUS_BAD_INPUT;
  struct replay_task task = { .flow = &eml->flow, .automaton = automaton };
  task.fields = find_names (replaying, eml, "fields", automaton->parameters.count,
                            witness_find_field);
  if (!task.fields)
    return STATUS_BAD_INPUT;
  task.processes = find_names (replaying, eml, "processes", automaton->threads.count,
                               witness_find_process);
  if (!task.processes)
    return STATUS_BAD_INPUT;
  struct witness witness;
  struct witness_refusal refusal;
  if (!witness_from_json (&witness, json_object_get (record, "witness"), eml,
                          json_string_value (json_object_get (record, "model")), &refusal,
                          &eml->arena))
    {
      complain_step (replaying, refusal.step, refusal.message);
      return STATUS_BAD_INPUT;
    }
  struct replay_failure failure;
  if (!replay_witness (&task, &witness, &failure, &eml->arena))
    {
      complain_step (replaying, failure.step, failure.message);
      return STATUS_BAD_INPUT;
    }
  if (!has_its_id (replaying, eml, set, &task))
    return STATUS_BAD_INPUT;
  if (!replaying->quiet)
    {
      fputs ("confirmed: pattern ", stdout);
      text_show_name (stdout, automaton->name);
      printf (", %u step%s, %u switch%s\n", (unsigned) witness.steps.count,
              witness.steps.count == 1 ? "" : "s", (unsigned) witness.switches,
              witness.switches == 1 ? "" : "es");
    }
  return STATUS_FINE;
}

/* ---- The command. ---- */

static enum status
replay_model (struct eml *eml, const char *name, bool fine, void *context)
{
  struct replaying *replaying = context;
  (void) name;
  if (!fine)
    return STATUS_BAD_INPUT;
  const char *which
    = json_string_value (json_object_get (replaying->record, "automata"));
  if (replaying->automata)
    which = replaying->automata;
  if (!which)
    {
      complain (replaying, "it names no automata");
      return STATUS_BAD_INPUT;
    }
  struct pa pa;
  pa_init (&pa, eml->arena.quota);
  struct complaints complaints = command_complaints ("replay");
  enum status status = patterns_read (&pa, which, &complaints) ? STATUS_FINE : STATUS_BAD_INPUT;
  if (status == STATUS_FINE)
    status = replay (replaying, eml, &pa.set);
  pa_clear (&pa);
  return status;
}

static enum status
run (int argc, char **argv)
{
  struct replaying replaying = { .status = STATUS_FINE };
  command_parse (&argp, argc, argv, &replaying);
  enum status status = replaying.status;
  if (status == STATUS_FINE && replaying.inputs.count != 1)
    {
      fputs ("phaselock replay: one model is wanted, not a folder\n", stderr);
      status = STATUS_BAD_INPUT;
    }
  if (status == STATUS_FINE && !read_record (&replaying))
    status = STATUS_BAD_INPUT;
  if (status == STATUS_FINE)
    {
      struct reading reading = { READING_SYSTEM, false, replay_model, &replaying };
      status = reading_each (&replaying.inputs, &reading);
    }
  json_decref (replaying.record);
  inputs_clear (&replaying.inputs);
  return status;
}

const struct command command_replay
  = { "replay", "check a saved witness step by step", &argp, run };
