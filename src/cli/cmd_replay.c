/* cmd_replay.c -- phaselock replay: check a saved witness against its model. */
#include <config.h>

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/input_arguments.h"
#include "cli/reading.h"
#include "io/interrupt.h"
#include "phaseauto/meetings.h"
#include "results/query_options.h"
#include "results/query_record.h"
#include "results/witness_json.h"
#include "witness/replay.h"

struct replaying
{
  struct files files; /* a model, or a folder of them, and a file of records */
  struct input_options inputs;
  struct models models; /* those that were found */
  const char *path;     /* of the records */
  const char *automata; /* -a, or null: as the record says */
  const char *id;       /* --id, or null: all records */
  bool quiet;
  json_t *records;                 /* an array of those that were read, */
  size_t *owners;                  /* of each, which input it is about, or NOBODY */
  size_t current;                  /* the input whose records are replayed */
  size_t confirmed, refused, read; /* witnesses so far, and models with some */
  json_t *record;                  /* the current one, borrowed, */
  size_t number;                   /* and its number from 1; 0: there is only one */
  const json_t *run;   /* what has the witness: the record, or one of its races, */
  size_t race;         /* whose number this is, from 1; 0: the record */
  struct pa pa;        /* the automata of the last record, */
  const char *pa_name; /* and what they were read from; null: none were */
};

enum
{
  KEY_ID = 256,
};

#define NOBODY SIZE_MAX

static const struct argp_option options[]
  = { { "automata", 'a', "complete|strict|spin09|FILE", 0,
        "which set of automata (default: what the record names)", 0 },
      { "id", KEY_ID, "ID", 0, "only the record with this id (default: all)", 0 },
      { "quiet", 'q', NULL, 0, COMMAND_QUIET, 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

static const struct argp argp; /* below */
static const struct setting settings[]
  = { SETTING ('a', struct replaying, automata),
      SETTING (KEY_ID, struct replaying, id),
      SETTING ('q', struct replaying, quiet),
      SETTING (ARGP_KEY_ARG, struct replaying, files),
      { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  struct replaying *replaying = state->input;
  if (key == ARGP_KEY_INIT)
    {
      state->child_inputs[0] = &replaying->inputs;
      return 0;
    }
  if (key == ARGP_KEY_END)
    input_refuse_notes (&replaying->inputs, state);
  return command_store (&argp, settings, key, argument, state);
}

static const struct argp argp = {
  options,
  parse_option,
  "MODEL RECORDS",
  "Replay the witnesses in RECORDS, which 'check --format jsonl --witness' writes "
  "('-' for standard input), against MODEL, step by step, with code that shares "
  "nothing with the engines.  MODEL may be a folder, a jar or classes: each record is "
  "about the model whose name it has.  Records that are not violations, or are about "
  "models with other names, are skipped and counted.\v"
  "Exit status: 0 all are confirmed; 2 one is refused, with the first step that "
  "fails, or there is none, or bad usage or input.",
  input_children,
  NULL,
  NULL
};

/* ---- The records. ---- */

/* Which record is meant, for a complaint about it. */
static void
print_origin (const struct replaying *replaying)
{
  command_print_safe (stderr, replaying->path);
  if (replaying->number > 0)
    fprintf (stderr, ": record %zu", replaying->number);
  if (replaying->race > 0)
    fprintf (stderr, ": race %zu", replaying->race);
}

static bool
complain (const struct replaying *replaying, const char *what)
{
  print_origin (replaying);
  fputs (": refused: ", stderr);
  command_print_safe (stderr, what);
  fputc ('\n', stderr);
  return false;
}

/* Is there more in FILE than blanks?  LINES of them are passed. */
static bool
find_next (FILE *file, unsigned *lines)
{
  int next;
  while (isspace (next = fgetc (file)))
    *lines += next == '\n';
  return next != EOF && ungetc (next, file) != EOF;
}

/* Does it have the id of --id? */
static bool
is_chosen (const struct replaying *replaying, const json_t *record)
{
  const char *id = json_string_value (json_object_get (record, "id"));
  assert (record);
  return !replaying->id || (id && strcmp (id, replaying->id) == 0);
}

/* One JSON object after the other, usually one in each line. */
static bool
load_records (struct replaying *replaying, FILE *file)
{
  unsigned line = 0;
  assert (json_is_array (replaying->records));
  for (bool first = true; find_next (file, &line) || first; first = false)
    {
      json_error_t error;
      json_t *record
        = json_loadf (file, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &error);
      if (!record)
        {
          command_print_safe (stderr, replaying->path);
          fprintf (stderr, ":%u:%d: error: ", line + (unsigned) error.line, error.column);
          command_print_safe (stderr, error.text);
          fputc ('\n', stderr);
          return false;
        }
      if (is_chosen (replaying, record))
        json_array_append (replaying->records, record);
      json_decref (record);
    }
  return true;
}

static bool
read_records (struct replaying *replaying)
{
  assert (!replaying->records);
  bool standard = strcmp (replaying->path, "-") == 0;
  FILE *file = standard ? stdin : fopen (replaying->path, "r");
  if (!file)
    {
      perror (replaying->path);
      return false;
    }
  replaying->records = json_array ();
  bool fine = load_records (replaying, file);
  if (!standard)
    fclose (file);
  if (!fine || json_array_size (replaying->records) > 0)
    return fine;
  assert (replaying->id);
  command_print_safe (stderr, replaying->path);
  fputs (": error: no record has the id '", stderr);
  command_print_safe (stderr, replaying->id);
  fputs ("'\n", stderr);
  return false;
}

static bool
is_violation (const json_t *record)
{
  const char *verdict = json_string_value (json_object_get (record, "verdict"));
  return verdict && strcmp (verdict, "violation") == 0;
}

/* The current record has what a replay needs. */
static bool
check_record (const struct replaying *replaying)
{
  const json_t *record = replaying->record;
  assert (record);
  if (json_integer_value (json_object_get (record, "schema")) != 1)
    return complain (replaying, "it is not a record with \"schema\":1");
  if (!is_violation (record))
    return complain (replaying, "its verdict is not a violation");
  if (!json_is_array (json_object_get (record, "witness")))
    return complain (replaying, "it has no witness; 'check --format jsonl --witness' "
                                "writes them");
  if (!json_is_string (json_object_get (record, "model")))
    return complain (replaying, "it names no model");
  if (!replaying->automata && !json_is_string (json_object_get (record, "automata")))
    return complain (replaying, "it names no automata");
  return true;
}

/* ---- What the record is about. ---- */

/* The circle of a deadlock. */
static const struct pa_automaton *
find_circle (const struct replaying *replaying, const struct ir_subject *subject,
             struct arena *arena)
{
  const json_t *names = json_object_get (replaying->record, "locks");
  size_t count = json_array_size (names);
  const struct pds *pds = &subject->projection.pds;
  lock_id *locks = arena_alloc (arena, count * sizeof *locks + 1);
  bool fine = count >= 2 && count <= PA_SIZE_LIMIT;
  for (size_t i = 0; fine && i < count; i++)
    {
      const char *name = json_string_value (json_array_get (names, i));
      uint32_t l = 0;
      while (name && l < pds->locks.count && strcmp (pds->locks.at[l], name) != 0)
        l++;
      fine = name && l < pds->locks.count;
      locks[i] = (lock_id){ l };
    }
  if (fine)
    return pa_circle (locks, (uint32_t) count, arena);
  complain (replaying, "its \"locks\" are not two or more locks of the model");
  return NULL;
}

/* Those who wait for ever are those of the last steps. */
static const struct pa_automaton *
find_stuck (const struct replaying *replaying, struct arena *arena)
{
  const json_t *steps = json_object_get (replaying->record, "witness");
  size_t all = json_array_size (steps), count = 0;
  for (; count < all && count < PA_SIZE_LIMIT; count++)
    {
      const json_t *step = json_array_get (steps, all - 1 - count);
      const char *action = json_string_value (json_object_get (step, "action"));
      if (!action || strcmp (action, witness_action_word (WITNESS_STUCK)) != 0)
        break;
    }
  if (count > 0)
    return pa_stuck_threads ((uint32_t) count, arena);
  complain (replaying, "its last step is nobody who waits for ever");
  return NULL;
}

/* What the record asks; QUERY_KINDS: nothing that there is. */
static enum query_kind
question_of (const struct replaying *replaying)
{
  const json_t *question = json_object_get (replaying->record, "question");
  const char *word = json_string_value (question);
  if (!question)
    return QUERY_PATTERN; /* as in records of earlier versions */
  uint32_t kind = 0;
  while (kind < QUERY_KINDS
         && !(word && strcmp (word, query_kind_word ((enum query_kind) kind)) == 0))
    kind++;
  return (enum query_kind) kind;
}

/* Which assert the record is about: the one at its place. */
static bool
find_claim (const struct replaying *replaying, const struct ir_subject *subject,
            struct replay_task *task)
{
  const json_t *record = replaying->record;
  const char *name = json_string_value (json_object_get (record, "model"));
  const char *at = json_string_value (json_object_get (record, "at"));
  bool found = false, wrong = json_is_true (json_object_get (record, "wrong"));
  assert (name);
  for (uint32_t c = 0; at && c < subject->flow.claims.count && !found; c++)
    {
      json_t *place
        = place_to_json (subject, name, subject->flow.claims.at[c].span.begin);
      found = place && strcmp (json_string_value (place), at) == 0
              && subject->flow.claims.at[c].is_assert == !wrong;
      task->claim = c;
      json_decref (place);
    }
  return found
         || complain (replaying, "there is no assert at the place that is its "
                                 "\"at\"");
}

static const struct pa_automaton *
find_automaton (const struct replaying *replaying, const struct pa_set *set,
                const struct ir_subject *subject, struct arena *arena)
{
  assert (set->automata.count > 0);
  if (question_of (replaying) == QUERY_RACE)
    return pa_race ();
  if (question_of (replaying) == QUERY_DEADLOCK)
    return find_circle (replaying, subject, arena);
  if (question_of (replaying) == QUERY_ASSERT)
    return pa_assert ();
  if (question_of (replaying) == QUERY_EXCLUSIVE)
    return pa_exclusive ();
  if (question_of (replaying) == QUERY_STUCK)
    return find_stuck (replaying, arena);
  const json_t *pattern = json_object_get (replaying->record, "pattern");
  if (question_of (replaying) != QUERY_PATTERN)
    {
      complain (replaying, "its \"question\" is none");
      return NULL;
    }
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

/* Is the MEMBER of OBJECT an array of COUNT names? */
static bool
has_names (const struct replaying *replaying, const json_t *object, const char *member,
           uint32_t count)
{
  const json_t *names = json_object_get (object, member);
  assert (json_is_object (object));
  bool fine = json_is_array (names) && json_array_size (names) == count;
  for (uint32_t i = 0; i < count && fine; i++)
    fine = json_is_string (json_array_get (names, i));
  char message[256];
  snprintf (message, sizeof message, "its \"%s\" are not %u names", member,
            (unsigned) count);
  return fine || complain (replaying, message);
}

static const char *
name_at (const json_t *object, const char *member, uint32_t i)
{
  const json_t *names = json_object_get (object, member);
  assert (i < json_array_size (names));
  return json_string_value (json_array_get (names, i));
}

static bool
complain_of_name (const struct replaying *replaying, const char *member, const char *name)
{
  char message[256];
  snprintf (message, sizeof message, "the model has no '%.150s' of its \"%s\"", name,
            member);
  return complain (replaying, message);
}

/* Find the fields that the record names. */
static bool
find_fields (const struct replaying *replaying, const struct ir_subject *subject,
             struct replay_task *task, struct arena *arena)
{
  const json_t *record = replaying->record;
  const uint32_t parameters = task->automaton->parameters.count;
  if (!has_names (replaying, record, "fields", parameters))
    return false;
  field_id *fields = arena_alloc (arena, parameters * sizeof *fields + 1);
  for (uint32_t i = 0; i < parameters; i++)
    {
      fields[i] = witness_find_field (subject, name_at (record, "fields", i));
      if (field_equal (fields[i], FIELD_NONE))
        return complain_of_name (replaying, "fields", name_at (record, "fields", i));
      if (question_of (replaying) == QUERY_RACE
          && subject->projection.pds.fields.at[fields[i].index].is_volatile)
        return complain (replaying, "its field is volatile: accesses to it are no race");
    }
  task->fields = fields;
  return true;
}

/* Find the processes of the current run. */
static bool
find_processes (const struct replaying *replaying, const struct ir_subject *subject,
                struct replay_task *task, struct arena *arena)
{
  const json_t *run = replaying->run;
  const uint32_t threads = task->automaton->threads.count;
  assert (threads > 0);
  if (!has_names (replaying, run, "processes", threads))
    return false;
  process_id *processes = arena_alloc (arena, threads * sizeof *processes);
  for (uint32_t i = 0; i < threads; i++)
    {
      processes[i] = witness_find_process (subject, name_at (run, "processes", i));
      if (process_equal (processes[i], PROCESS_NONE))
        return complain_of_name (replaying, "processes", name_at (run, "processes", i));
    }
  task->processes = processes;
  return true;
}

static bool
complain_of_step (const struct replaying *replaying, uint32_t step, const char *message)
{
  const json_t *steps = json_object_get (replaying->run, "witness");
  const json_t *at = json_array_get (steps, step);
  assert (*message && step <= json_array_size (steps));
  print_origin (replaying);
  if (step < json_array_size (steps))
    fprintf (stderr, ": refused: step %u of %u", (unsigned) step + 1,
             (unsigned) json_array_size (steps));
  else
    fprintf (stderr, ": refused: after its last step, number %u", (unsigned) step);
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

/* The query that TASK replays a violation of. */
static struct query
query_of (const struct replaying *replaying, const struct replay_task *task)
{
  assert (task->automaton && task->fields);
  return (struct query){ .kind = question_of (replaying),
                         .automaton = task->automaton,
                         .fields = task->fields,
                         .claim = task->claim };
}

static struct model_queries
model_of (const struct replaying *replaying, struct ir_subject *subject)
{
  struct model_queries model = { .subject = subject, .automata = &replaying->pa.set };
  model.name = json_string_value (json_object_get (replaying->record, "model"));
  assert (model.name);
  return model;
}

/* The id binds a record to the text of the model, the automaton and the fields. */
static bool
has_its_id (const struct replaying *replaying, struct ir_subject *subject,
            const struct replay_task *task)
{
  const char *id = json_string_value (json_object_get (replaying->record, "id"));
  struct model_queries model = model_of (replaying, subject);
  struct query query = query_of (replaying, task);
  model_queries_hash_text (&model);
  char wanted[RECORD_ID_SIZE];
  record_write_id (&model, &query, wanted);
  if (id && strcmp (id, wanted) == 0)
    return true;
  return complain (replaying, "its \"id\" is not that of this query: it belongs to "
                              "another model, or to another version of this one");
}

/* What the record says of its query besides what was looked up: as the model has it. */
static bool
check_claim (const struct replaying *replaying, struct ir_subject *subject,
             const struct replay_task *task)
{
  static const char *const members[] = { "at", "wrong", "claim", "text", "source" };
  struct model_queries model = model_of (replaying, subject);
  struct query query = query_of (replaying, task);
  const json_t *record = replaying->record, *data = json_object_get (record, "data");
  if (data && !(json_is_false (data) && ir_has_data (&subject->flow)))
    return complain (replaying, "its \"data\" is not false, or the model has none");
  assert (query.kind < QUERY_KINDS);
  json_t *wanted = json_object ();
  if (query.kind == QUERY_ASSERT)
    record_add_claim (wanted, &model, &query);
  const char *wrong = NULL;
  for (size_t i = 0; i < sizeof members / sizeof *members && !wrong; i++)
    {
      const json_t *given = json_object_get (record, members[i]);
      const json_t *due = json_object_get (wanted, members[i]);
      if (given || due)
        wrong = given && due && json_equal (given, due) ? NULL : members[i];
    }
  json_decref (wanted);
  char message[256];
  if (wrong)
    snprintf (message, sizeof message, "its \"%s\" is not as the model has it", wrong);
  return !wrong || complain (replaying, message);
}

/* Replay the witness of the current run. */
static bool
replay_run (const struct replaying *replaying, struct ir_subject *subject,
            struct replay_task *task, struct witness *witness, struct arena *arena)
{
  const json_t *run = replaying->run;
  assert (run && task->automaton && task->fields);
  struct witness_refusal refusal;
  struct replay_failure failure;
  if (!find_processes (replaying, subject, task, arena))
    return false;
  if (!witness_from_json (
        witness, json_object_get (run, "witness"), subject,
        json_string_value (json_object_get (replaying->record, "model")), &refusal,
        arena))
    return complain_of_step (replaying, refusal.step, refusal.message);
  if (!witness_initial_from_json (witness, json_object_get (run, "initial"), subject,
                                  &refusal, arena))
    return complain (replaying, refusal.message);
  return replay_witness (task, witness, &failure, arena)
         || complain_of_step (replaying, failure.step, failure.message);
}

/* Do A and B have the same MEMBER, or both none? */
static bool
share (const json_t *a, const json_t *b, const char *member)
{
  const json_t *first = json_object_get (a, member),
               *second = json_object_get (b, member);
  return first == second || json_equal (first, second);
}

/* The accesses of a race are the last steps of its witness, and no other race's. */
static bool
check_accesses (const struct replaying *replaying, const json_t *races)
{
  const json_t *accesses = json_object_get (replaying->run, "accesses");
  const json_t *steps = json_object_get (replaying->run, "witness");
  size_t count = json_array_size (steps);
  assert (count >= 2);
  bool same = json_array_size (accesses) == 2;
  for (size_t i = 0; i < 2 && same; i++)
    same
      = json_equal (json_array_get (accesses, i), json_array_get (steps, count - 2 + i));
  if (!same)
    return complain (replaying, "its \"accesses\" are not its last two steps");
  if (json_object_size (replaying->run)
      != (json_object_get (replaying->run, "initial") ? 4 : 3))
    return complain (replaying, "it has a member that races do not have");
  for (size_t i = 0; i + 1 < replaying->race; i++)
    if (share (json_array_get (races, i), replaying->run, "accesses"))
      return complain (replaying, "it is there twice");
  return true;
}

/* --all-races: the first race is that of the record, the others are replayed, too. */
static bool
replay_races (struct replaying *replaying, struct ir_subject *subject,
              struct replay_task *task, struct arena *arena)
{
  const json_t *record = replaying->record, *races = json_object_get (record, "races");
  assert (replaying->run == record && replaying->race == 0);
  if (races && (json_array_size (races) == 0 || question_of (replaying) != QUERY_RACE))
    return complain (replaying, "its \"races\" are not a list, or it is about no race");
  bool fine = true;
  for (size_t i = 0; i < json_array_size (races) && fine; i++)
    {
      struct witness witness;
      const json_t *race = json_array_get (races, i);
      replaying->run = race;
      replaying->race = i + 1;
      if (i > 0)
        fine = replay_run (replaying, subject, task, &witness, arena);
      else
        fine = (share (race, record, "processes") && share (race, record, "witness")
                && share (race, record, "initial"))
               || complain (replaying, "it is not that of the record");
      fine = fine && check_accesses (replaying, races);
    }
  replaying->race = 0;
  return fine;
}

/* True: the witness is confirmed; otherwise a complaint says why not. */
static bool
replay (struct replaying *replaying, struct ir_subject *subject, struct arena *arena)
{
  const json_t *record = replaying->record;
  const struct pa_set *set = &replaying->pa.set;
  struct replay_task task
    = { .flow = &subject->flow,
        .automaton = find_automaton (replaying, set, subject, arena) };
  enum query_kind question = question_of (replaying);
  task.data
    = ir_has_data (&subject->flow) && !json_is_false (json_object_get (record, "data"));
  task.exclusive = question == QUERY_EXCLUSIVE;
  task.stuck = question == QUERY_STUCK;
  task.states = REPLAY_STATES;
  task.data |= task.stuck;
  if (!task.automaton || !find_fields (replaying, subject, &task, arena)
      || (question == QUERY_ASSERT && !find_claim (replaying, subject, &task)))
    return false;
  if (task.exclusive
      && (!subject->flow.exclusive
          || subject->flow.exclusive[task.fields[0].index] == IR_NO_EXPR))
    return complain (replaying, "its field has no access predicate");
  if ((task.exclusive || question == QUERY_ASSERT) && !task.data)
    return complain (replaying, "only models with data are asked this");
  struct witness witness;
  replaying->run = record;
  if (!replay_run (replaying, subject, &task, &witness, arena)
      || !check_claim (replaying, subject, &task)
      || !replay_races (replaying, subject, &task, arena)
      || !has_its_id (replaying, subject, &task))
    return false;
  uint32_t count = witness.steps.count, together = task.automaton->together;
  assert (together <= count);
  uint32_t alone = together > 1 ? count - together : count;
  uint32_t switches = witness_switches (&witness, alone);
  if (!replaying->quiet && replaying->number == 0)
    {
      fputs (question_of (replaying) == QUERY_PATTERN ? "confirmed: pattern "
                                                      : "confirmed: ",
             stdout);
      text_show_name (stdout, task.automaton->name);
      printf (", %u step%s, %u switch%s\n", (unsigned) count, count == 1 ? "" : "s",
              (unsigned) switches, switches == 1 ? "" : "es");
    }
  return true;
}

/* ---- All records. ---- */

/* Have the automata of the current record ready. */
static bool
prepare_automata (struct replaying *replaying, struct quota *quota)
{
  const char *name
    = replaying->automata
        ? replaying->automata
        : json_string_value (json_object_get (replaying->record, "automata"));
  assert (name);
  if (replaying->pa_name && strcmp (replaying->pa_name, name) == 0)
    return true;
  if (replaying->pa_name)
    pa_clear (&replaying->pa);
  struct complaints complaints = command_complaints ("replay");
  pa_init (&replaying->pa, quota);
  bool fine = patterns_read (&replaying->pa, name, &complaints);
  replaying->pa_name = fine ? name : NULL;
  if (!fine)
    pa_clear (&replaying->pa);
  return fine;
}

static bool
replay_record (struct replaying *replaying, struct ir_subject *subject)
{
  struct arena arena;
  arena_init (&arena, subject->arena.quota);
  bool confirmed = check_record (replaying)
                   && prepare_automata (replaying, subject->arena.quota)
                   && replay (replaying, subject, &arena);
  arena_clear (&arena);
  return confirmed;
}

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* Is RECORD about a file called like the model at PATH? */
static bool
is_about (const json_t *record, const char *path)
{
  const char *model = json_string_value (json_object_get (record, "model"));
  assert (path);
  return model && strcmp (base_name (model), base_name (path)) == 0;
}

/* Is one of the paths A and B the other one, or its end after a slash? */
static bool
is_end (const char *a, const char *b)
{
  size_t first = strlen (a), second = strlen (b);
  const char *longer = first < second ? b : a, *shorter = first < second ? a : b;
  size_t rest = strlen (longer) - strlen (shorter);
  return strcmp (longer + rest, shorter) == 0 && (rest == 0 || longer[rest - 1] == '/');
}

/* Which of several INPUTS is RECORD about?  The one with its name; or else, since
   'check' may have been given another folder, the only one whose name ends alike. */
static size_t
find_owner (const struct inputs *inputs, const json_t *record)
{
  const char *model = json_string_value (json_object_get (record, "model"));
  size_t owner = NOBODY, alike = 0;
  assert (inputs->count > 1);
  for (size_t i = 0; model && i < inputs->count; i++)
    {
      if (strcmp (inputs->list[i].name, model) == 0)
        return i;
      if (is_end (inputs->list[i].name, model))
        {
          owner = i;
          alike++;
        }
    }
  return alike == 1 ? owner : NOBODY;
}

/* Results of a folder are about many models.  If there is one model, and no record is
   about one that is called like it, it was renamed, and all are meant. */
static bool
was_renamed (const struct replaying *replaying)
{
  assert (replaying->models.inputs.count == 1);
  for (size_t i = 0; i < json_array_size (replaying->records); i++)
    if (is_about (json_array_get (replaying->records, i),
                  replaying->models.inputs.list[0].name))
      return false;
  return true;
}

/* Among several records, those without a violation are skipped. */
static bool
is_replayed (const struct replaying *replaying, size_t i)
{
  const json_t *record = json_array_get (replaying->records, i);
  assert (record);
  return json_array_size (replaying->records) == 1 || is_violation (record)
         || json_integer_value (json_object_get (record, "schema")) != 1;
}

static void
find_owners (struct replaying *replaying)
{
  const struct inputs *inputs = &replaying->models.inputs;
  size_t count = json_array_size (replaying->records);
  assert (count > 0 && replaying->owners);
  bool renamed = inputs->count == 1 && was_renamed (replaying);
  for (size_t i = 0; i < count; i++)
    {
      const json_t *record = json_array_get (replaying->records, i);
      if (inputs->count == 1)
        replaying->owners[i]
          = renamed || is_about (record, inputs->list[0].name) ? 0 : NOBODY;
      else
        replaying->owners[i]
          = is_replayed (replaying, i) ? find_owner (inputs, record) : NOBODY;
    }
}

static bool
is_wanted (const struct input *input, void *context)
{
  struct replaying *replaying = context;
  bool wanted = false;
  replaying->current = (size_t) (input - replaying->models.inputs.list);
  assert (replaying->current < replaying->models.inputs.count);
  for (size_t i = 0; i < json_array_size (replaying->records) && !wanted; i++)
    wanted = replaying->owners[i] == replaying->current && is_replayed (replaying, i);
  return wanted;
}

/* Replay the records of the current model. */
static enum status
replay_model (struct ir_subject *subject, const char *name, bool fine, void *context)
{
  struct replaying *replaying = context;
  size_t count = json_array_size (replaying->records), refused = replaying->refused;
  assert (name && count > 0);
  replaying->read++;
  for (size_t i = 0; i < count; i++)
    {
      replaying->record = json_array_get (replaying->records, i);
      replaying->number = count > 1 ? i + 1 : 0;
      if (replaying->owners[i] != replaying->current || !is_replayed (replaying, i))
        continue;
      if (fine && replay_record (replaying, subject))
        replaying->confirmed++;
      else
        replaying->refused++;
    }
  if (replaying->pa_name)
    pa_clear (&replaying->pa);
  replaying->pa_name = NULL;
  return replaying->refused == refused ? STATUS_FINE : STATUS_BAD_INPUT;
}

/* ---- The command. ---- */

static void
print_summary (const struct replaying *replaying)
{
  size_t count = json_array_size (replaying->records), others = 0, idle = 0;
  bool several = replaying->models.inputs.count > 1;
  for (size_t i = 0; i < count; i++)
    if (several && !is_replayed (replaying, i))
      idle++;
    else if (replaying->owners[i] == NOBODY)
      others++;
    else
      idle += !is_replayed (replaying, i);
  assert (replaying->confirmed + replaying->refused + others + idle == count);
  printf ("%zu witness%s", replaying->confirmed, replaying->confirmed == 1 ? "" : "es");
  if (several)
    printf (" of %zu model%s", replaying->read, replaying->read == 1 ? "" : "s");
  printf (" confirmed, %zu refused; skipped: %zu record%s without a violation, %zu of "
          "other models\n",
          replaying->refused, idle, idle == 1 ? "" : "s", others);
}

static enum status
replay_models (struct replaying *replaying)
{
  struct reading reading = { INPUT_SYSTEM, false, replay_model, replaying };
  struct models *models = &replaying->models;
  size_t count = json_array_size (replaying->records);
  if (models->status == STATUS_FINE && models->inputs.count == 0)
    command_error (replaying->files.paths[0], "there is no model in this folder");
  if (models->inputs.count == 0)
    return STATUS_BAD_INPUT;
  replaying->owners = calloc (count, sizeof *replaying->owners);
  if (!replaying->owners)
    {
      command_error (replaying->path, "not enough memory for these records");
      return STATUS_BAD_INPUT;
    }
  find_owners (replaying);
  enum status status = reading_some (models, &reading, is_wanted);
  if (replaying->confirmed + replaying->refused == 0)
    {
      command_print_safe (stderr, replaying->path);
      fprintf (stderr, ": refused: no record is a violation of %s\n",
               models->inputs.count > 1 ? "one of these models" : "this model");
      return STATUS_BAD_INPUT;
    }
  if (!replaying->quiet && count > 1)
    print_summary (replaying);
  return status;
}

static enum status
run (int argc, char **argv)
{
  struct replaying replaying = { .quiet = false };
  command_parse (&argp, argc, argv, &replaying);
  assert (replaying.files.count == 2);
  replaying.path = replaying.files.paths[1];
  enum status status = STATUS_BAD_INPUT;
  if (read_records (&replaying))
    {
      const char *path = replaying.files.paths[0];
      replaying.models = (struct models){ .given = &path,
                                          .given_count = 1,
                                          .options = replaying.inputs };
      replaying.models.options.interrupted = interrupt_flag ();
      reading_find (&replaying.models);
      status = replay_models (&replaying);
      inputs_clear (&replaying.models.inputs);
    }
  free (replaying.owners);
  json_decref (replaying.records);
  input_options_clear (&replaying.inputs);
  return status;
}

const struct command command_replay
  = { "replay", "check saved witnesses step by step", &argp, run };
