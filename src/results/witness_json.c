/* witness_json.c -- see witness_json.h. */
#include <config.h>

#include "results/witness_json.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/refusal.h"
#include "base/text.h"
#include "io/json.h"

/* ---- Writing. ---- */

typedef void print_list (FILE *file, const struct ir_model *model, idset list);

/* The names of the sets or processes in LIST. */
static json_t *
list_to_json (const struct ir_model *model, idset list, print_list *print)
{
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream (&text, &length);
  if (!memory)
    return json_lost ();
  print (memory, model, list);
  bool fine = !ferror (memory);
  fine = fclose (memory) == 0 && fine;
  json_t *object = fine ? json_stringn (text, length) : json_lost ();
  free (text);
  return object;
}

static json_t *
object_to_json (const struct ir_model *model, const struct witness_step *step)
{
  assert (step->action < WITNESS_ACTIONS);
  const char *name = witness_object_name (model, step);
  if (name)
    return json_text (name);
  if (step->action == WITNESS_START || step->action == WITNESS_JOIN)
    return list_to_json (model, witness_processes (step), witness_print_processes);
  return list_to_json (model, step->sets, witness_print_sets);
}

json_t *
place_to_json (const struct ir_subject *subject, const char *name, uint32_t offset)
{
  struct source_place place = source_place (&subject->source, offset);
  size_t size = strlen (name) + 32;
  char *text = json_allocate (size);
  if (!text)
    return NULL;
  snprintf (text, size, "%s:%u:%u", name, (unsigned) place.line, (unsigned) place.column);
  json_t *at = json_text (text);
  free (text);
  return at;
}

/* The position of a step: as the model gives it; of one that was made from a program,
   with the folders of the package, since files of different packages may have one name.
 */
static json_t *
position_to_json (const struct witness_step *step, const struct ir_subject *subject)
{
  assert (step->position.index != NAME_NONE.index);
  const char *text = names_text (&subject->names, step->position);
  if (!subject->provenance)
    return json_text (text);
  const struct provenance_statement *from
    = provenance_find (subject->provenance, step->offset);
  const char *class_name = from ? from->class_name : subject->provenance->subject;
  const char *dot = strrchr (class_name, '.');
  /* A program in C is called by its file, which has a dot and no package. */
  if (!from && strcmp (subject->provenance->language, "C") == 0)
    return json_text (text);
  if (!dot || strchr (text, '/'))
    return json_text (text);
  size_t length = (size_t) (dot - class_name);
  assert (length < strlen (class_name));
  json_t *found = NULL;
  char *path = json_allocate (length + strlen (text) + 2);
  if (!path)
    return NULL;
  for (size_t i = 0; i < length; i++)
    path[i] = class_name[i] == '.' ? '/' : class_name[i];
  path[length] = '/';
  strcpy (path + length + 1, text);
  found = json_text (path);
  free (path);
  return found;
}

static json_t *
value_to_json (bool is_bool, int64_t value)
{
  return is_bool ? json_boolean (value != 0) : json_integer ((json_int_t) value);
}

json_t *
witness_initial_to_json (const struct witness *witness, const struct ir_subject *subject)
{
  json_t *list = json_array ();
  assert (witness->initial.count > 0);
  for (uint32_t i = 0; i < witness->initial.count; i++)
    {
      const struct witness_initial *initial = &witness->initial.at[i];
      const struct ir_field *field = &subject->model.fields.at[initial->field.index];
      json_t *object = json_object ();
      json_object_set_new (object, "object",
                           json_text (ir_text (&subject->model, field->name)));
      if (field->is_array)
        json_object_set_new (object, "cell", json_integer (initial->cell));
      json_object_set_new (object, "value",
                           value_to_json (field->type.is_bool, initial->value));
      json_array_append_new (list, object);
    }
  return list;
}

static json_t *
step_to_json (const struct witness_step *step, const struct ir_subject *subject,
              const char *name)
{
  json_t *object = json_object ();
  assert (step->process.index < subject->projection.pds.processes.count);
  const struct pds_process *process
    = &subject->projection.pds.processes.at[step->process.index];
  json_object_set_new (object, "process", json_text (process->name));
  json_object_set_new (object, "action",
                       json_string (witness_action_word (step->action)));
  json_object_set_new (object, "object", object_to_json (&subject->model, step));
  json_object_set_new (object, "at", place_to_json (subject, name, step->offset));
  if (step->position.index != NAME_NONE.index)
    json_object_set_new (object, "source", position_to_json (step, subject));
  if (step->has_cell)
    json_object_set_new (object, "cell", json_integer (step->cell));
  if (step->has_value)
    json_object_set_new (object, "value", value_to_json (step->is_bool, step->value));
  if (step->phase)
    json_object_set_new (object, "phase", json_integer (step->phase));
  if (step->nested)
    json_object_set_new (object, "nested", json_true ());
  if (step->waits)
    json_object_set_new (object, "wait", json_true ());
  return object;
}

json_t *
witness_to_json (const struct witness *witness, const struct ir_subject *subject,
                 const char *name)
{
  json_t *steps = json_array ();
  for (uint32_t i = 0; i < witness->steps.count; i++)
    json_array_append_new (steps, step_to_json (&witness->steps.at[i], subject, name));
  return steps;
}

/* ---- Reading. ---- */

struct reader
{
  struct ir_subject *subject;
  const char *name;
  struct arena *arena;
  const json_t *step; /* the current one */
  struct witness_refusal *refusal;
};

#define refuse(r, ...) REFUSE ((r)->refusal->message, __VA_ARGS__)

static bool
get_text (struct reader *r, const char *member, const char **text)
{
  assert (json_is_object (r->step));
  *text = json_string_value (json_object_get (r->step, member));
  return *text || refuse (r, "it has no text '%s'", member);
}

/* The model's names of a kind, by number. */
enum kind
{
  KIND_LOCK,
  KIND_FIELD,
  KIND_BODY,
  KIND_SET,
};

static uint32_t
count_of (const struct ir_model *model, enum kind kind)
{
  return kind == KIND_LOCK    ? model->locks.count
         : kind == KIND_FIELD ? model->fields.count
         : kind == KIND_BODY  ? model->bodies.count
                              : model->sets.count;
}

static const char *
name_of (const struct ir_model *model, enum kind kind, uint32_t i)
{
  assert (i < count_of (model, kind));
  return ir_text (model, kind == KIND_LOCK    ? model->locks.at[i].name
                         : kind == KIND_FIELD ? model->fields.at[i].name
                         : kind == KIND_BODY  ? model->bodies.at[i].name
                                              : model->sets.at[i].name);
}

static uint32_t
find_name (const struct ir_subject *subject, enum kind kind, const char *name)
{
  assert (name);
  for (uint32_t i = 0; i < count_of (&subject->model, kind); i++)
    if (strcmp (name_of (&subject->model, kind, i), name) == 0)
      return i;
  return UINT32_MAX;
}

field_id
witness_find_field (const struct ir_subject *subject, const char *name)
{
  return (field_id){ find_name (subject, KIND_FIELD, name) };
}

process_id
witness_find_process (const struct ir_subject *subject, const char *name)
{
  assert (name);
  const struct pds *pds = &subject->projection.pds;
  for (uint32_t p = 0; p < pds->processes.count; p++)
    if (strcmp (pds->processes.at[p].name, name) == 0)
      return (process_id){ p };
  return PROCESS_NONE;
}

static bool
read_action (struct reader *r, struct witness_step *step)
{
  const char *word;
  if (!get_text (r, "action", &word))
    return false;
  for (uint32_t a = 0; a < WITNESS_ACTIONS; a++)
    if (strcmp (witness_action_word ((enum witness_action) a), word) == 0)
      {
        step->action = (enum witness_action) a;
        return true;
      }
  return refuse (r, "there is no action '%s'", word);
}

static bool
is_written (struct reader *r, const char *text, idset list, print_list *print)
{
  assert (text);
  json_t *written = list_to_json (&r->subject->model, list, print);
  bool same = written && strcmp (json_string_value (written), text) == 0;
  json_decref (written);
  return same;
}

/* The sets of a unit are known by how they are written: compare with each that the model
   has. */
static bool
read_sets (struct reader *r, const char *text, idset *sets)
{
  const struct ir *flow = &r->subject->flow;
  *sets = IDSET_EMPTY;
  for (uint32_t n = 0; n < flow->nodes.count; n++)
    {
      const struct ir_step *node = &flow->nodes.at[n];
      /* Many consecutive nodes have the same sets. */
      if (node->op != IR_BEGIN || idset_equal (node->sets, *sets))
        continue;
      *sets = node->sets;
      if (is_written (r, text, node->sets, witness_print_sets))
        return true;
    }
  return refuse (r, "the model has no unit of '%s'", text);
}

/* The units that a wait cuts are all that are open, so no statement names them; but the
   multi-PDS has an action for them. */
static bool
read_cut_sets (struct reader *r, const char *text, idset *sets)
{
  const struct ir_projection *lowering = &r->subject->projection;
  for (uint32_t a = 0; a < lowering->pds.actions.count; a++)
    {
      const struct pds_action_info *action = &lowering->pds.actions.at[a];
      if (action->op != PDS_END)
        continue;
      *sets = action->sets;
      if (is_written (r, text, *sets, witness_print_sets))
        return true;
    }
  return refuse (r, "no wait cuts units of '%s'", text);
}

/* Which processes are started or joined is known in the same way. */
static bool
read_processes (struct reader *r, const char *text, enum ir_op op, idset *processes)
{
  const struct ir *flow = &r->subject->flow;
  assert (op == IR_START || op == IR_JOIN);
  for (uint32_t n = 0; n < flow->nodes.count; n++)
    {
      const struct ir_step *node = &flow->nodes.at[n];
      if (node->op != op)
        continue;
      *processes = ir_step_processes (node);
      if (is_written (r, text, *processes, witness_print_processes))
        return true;
    }
  return refuse (r, "the model nowhere %s '%s'", op == IR_START ? "starts" : "joins",
                 text);
}

static bool
read_object (struct reader *r, struct witness_step *step)
{
  const char *text;
  if (!get_text (r, "object", &text))
    return false;
  uint32_t found = UINT32_MAX;
  switch (step->action)
    {
    case WITNESS_UNIT_BEGIN:
    case WITNESS_UNIT_END:
      return (step->waits ? read_cut_sets : read_sets) (r, text, &step->sets);
    case WITNESS_START:
    case WITNESS_JOIN:
      return read_processes (r, text, step->action == WITNESS_START ? IR_START : IR_JOIN,
                             &step->object.processes);
    case WITNESS_ACQUIRE:
    case WITNESS_RELEASE:
    case WITNESS_AWAIT:
    case WITNESS_NOTIFY:
      found = find_name (r->subject, KIND_LOCK, text);
      step->object.lock = (lock_id){ found };
      break;
    case WITNESS_READ:
    case WITNESS_WRITE:
      found = find_name (r->subject, KIND_FIELD, text);
      step->object.field = (field_id){ found };
      break;
    case WITNESS_CALL:
    case WITNESS_RETURN:
    case WITNESS_END:
      found = find_name (r->subject, KIND_BODY, text);
      step->object.body = (body_id){ found };
      break;
    case WITNESS_SET:
    case WITNESS_CHOOSE:
    case WITNESS_BRANCH:
    case WITNESS_ASSUME:
    case WITNESS_ASSERT:
    case WITNESS_WRONG:
    case WITNESS_STUCK:
      step->text = arena_copy (r->arena, text, strlen (text));
      return true;
    }
  return found != UINT32_MAX || refuse (r, "the model has no '%s'", text);
}

/* "stack.eml:18:9" */
static bool
read_place (struct reader *r, struct witness_step *step)
{
  const char *text;
  if (!get_text (r, "at", &text))
    return false;
  size_t length = strlen (r->name);
  unsigned line = 0, column = 0;
  int used = 0;
  bool fine = strncmp (text, r->name, length) == 0
              && sscanf (text + length, ":%u:%u%n", &line, &column, &used) == 2
              && text[length + (size_t) used] == '\0';
  bool is_made = r->subject->provenance; /* then there is no text */
  assert (!fine || used > 0);
  if (!fine || line == 0 || (!is_made && line > r->subject->source.lines.count))
    return refuse (r, "'%s' is not a place in the model", text);
  step->offset = line;
  if (is_made)
    return true;
  struct span span = source_line (&r->subject->source, line);
  uint32_t offset = span.begin;
  for (unsigned c = 1; c < column && offset < span.end; c++)
    offset += text_utf8_length (r->subject->source.text + offset, span.end - offset);
  assert (span.begin <= offset && offset <= span.end);
  step->offset = offset;
  return true;
}

/* The place in an array and the value of OBJECT, if it has them. */
static bool
read_value (struct reader *r, const json_t *object, struct witness_step *step)
{
  const json_t *cell = json_object_get (object, "cell");
  const json_t *value = json_object_get (object, "value");
  if (cell
      && (!json_is_integer (cell) || json_integer_value (cell) < 0
          || json_integer_value (cell) > INT32_MAX))
    return refuse (r, "its cell is not a number from 0 on");
  if (value && !json_is_integer (value) && !json_is_boolean (value))
    return refuse (r, "its value is neither a number nor true or false");
  step->has_cell = cell != NULL;
  step->cell = cell ? (uint32_t) json_integer_value (cell) : 0;
  step->has_value = value != NULL;
  step->is_bool = json_is_boolean (value);
  step->value = step->is_bool ? json_is_true (value) : json_integer_value (value);
  return true;
}

bool
witness_initial_from_json (struct witness *witness, const json_t *list,
                           struct ir_subject *subject, struct witness_refusal *refusal,
                           struct arena *arena)
{
  struct reader r = { .subject = subject, .refusal = refusal, .arena = arena };
  refusal->step = 0;
  if (list && (!json_is_array (list) || json_array_size (list) == 0))
    return refuse (&r, "its \"initial\" is not a list of values");
  for (size_t i = 0; i < json_array_size (list); i++)
    {
      const json_t *object = json_array_get (list, i);
      const char *name = json_string_value (json_object_get (object, "object"));
      struct witness_step step = { .process = { 0 } };
      if (!name || !read_value (&r, object, &step) || !step.has_value)
        return refuse (&r, "an initial value is not one");
      field_id field = witness_find_field (subject, name);
      if (field_equal (field, FIELD_NONE))
        return refuse (&r, "the model has no '%.100s'", name);
      *vec_push (arena, &witness->initial)
        = (struct witness_initial){ field, step.cell, step.value };
    }
  json_t *told = list ? witness_initial_to_json (witness, subject) : NULL;
  bool same = !list || json_equal (told, list);
  json_decref (told);
  return same || refuse (&r, "an initial value is not written as in a record");
}

static bool
read_rest (struct reader *r, struct witness_step *step)
{
  static const char *const members[]
    = { "process", "action", "object", "at",     "source",
        "cell",    "value",  "phase",  "nested", "wait" };
  const char *key;
  json_t *value;
  /* Jansson's iteration wants an object that could be changed. */
  json_t *object = (json_t *) (uintptr_t) r->step;
  json_object_foreach (object, key, value)
  {
    bool known = false;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
      known |= strcmp (members[i], key) == 0;
    if (!known)
      return refuse (r, "no step has a member '%s'", key);
  }
  const json_t *phase = json_object_get (r->step, "phase");
  if (phase
      && (!json_is_integer (phase) || json_integer_value (phase) < 1
          || json_integer_value (phase) > INT32_MAX))
    return refuse (r, "its phase is not a number from 1 on");
  step->phase = phase ? (uint32_t) json_integer_value (phase) : 0;
  const json_t *nested = json_object_get (r->step, "nested");
  if (nested && !json_is_boolean (nested))
    return refuse (r, "'nested' is neither true nor false");
  step->nested = json_is_true (nested);
  if (!read_value (r, r->step, step))
    return false;
  const json_t *source = json_object_get (r->step, "source");
  if (source && !json_is_string (source))
    return refuse (r, "'source' is not a string");
  const char *place = json_string_value (source);
  /* The folders of the package were added (position_to_json). */
  if (place && r->subject->provenance && strrchr (place, '/'))
    place = strrchr (place, '/') + 1;
  step->position
    = place ? names_intern (&r->subject->names, place, strlen (place)) : NAME_NONE;
  return true;
}

static bool
read_step (struct reader *r, struct witness_step *step)
{
  assert (r->step);
  const char *process;
  if (!json_is_object (r->step))
    return refuse (r, "it is not an object");
  if (!get_text (r, "process", &process))
    return false;
  step->process = witness_find_process (r->subject, process);
  if (process_equal (step->process, PROCESS_NONE))
    return refuse (r, "the model has no process '%s'", process);
  const json_t *wait = json_object_get (r->step, "wait");
  if (wait && !json_is_boolean (wait))
    return refuse (r, "'wait' is neither true nor false");
  step->waits = json_is_true (wait);
  return read_action (r, step) && read_object (r, step) && read_place (r, step)
         && read_rest (r, step);
}

/* What was read is all that the record says of the step: told again, it is the same.  So
   no text stands for something else than it says: a column past the end of its line, the
   folders of a position, "nested" that is false. */
static bool
check_told_again (struct reader *r, const struct witness_step *step)
{
  assert (json_is_object (r->step));
  json_t *told = step_to_json (step, r->subject, r->name);
  /* Jansson's functions want objects that could be changed. */
  json_t *read = (json_t *) (uintptr_t) r->step;
  bool same = json_equal (told, read);
  const char *key, *wrong = NULL;
  json_t *value;
  json_object_foreach (
    read, key, value) if (!wrong && !json_equal (json_object_get (told, key), value))
    wrong
    = key;
  json_decref (told);
  assert (same == !wrong); /* every other member was read from the record */
  return same || refuse (r, "its '%s' is not as the model has it", wrong);
}

bool
witness_from_json (struct witness *witness, const json_t *steps,
                   struct ir_subject *subject, const char *name,
                   struct witness_refusal *refusal, struct arena *arena)
{
  assert (name && refusal);
  *witness = (struct witness){ VEC_EMPTY, VEC_EMPTY };
  struct reader r
    = { .subject = subject, .name = name, .refusal = refusal, .arena = arena };
  for (size_t i = 0; i < json_array_size (steps); i++)
    {
      struct witness_step step = { .process = { 0 } };
      refusal->step = (uint32_t) i;
      r.step = json_array_get (steps, i);
      if (!read_step (&r, &step) || !check_told_again (&r, &step))
        return false;
      *vec_push (arena, &witness->steps) = step;
    }
  return true;
}
