/* replay_data.c -- see replay_data.h. */
#include <config.h>

#include "witness/replay_data.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/refusal.h"
#include "ir/listing.h"

#define fail(d, ...) REFUSE ((d)->message, __VA_ARGS__)

/* Give each cell that can start with any value the one of WITNESS; these are in the order
   of the fields and cells, and there must be no others. */
static bool
set_initial (struct replay_data *d, const struct witness *witness)
{
  const struct ir_model *model = d->stage.model;
  uint32_t next = 0;
  for (field_id f = { 0 }; f.index < model->fields.count; f.index++)
    {
      const struct ir_field *field = &model->fields.at[f.index];
      for (uint32_t c = 0; field->any && c < field->cells; c++, next++)
        {
          if (next == witness->initial.count)
            return fail (d, "a field starts with a value that is not given");
          const struct witness_initial *initial = &witness->initial.at[next];
          if (!field_equal (initial->field, f) || initial->cell != c
              || !stage_set_initial (&d->stage, f, c, initial->value))
            return fail (d, "a field does not start with the value that is given");
        }
    }
  assert (next <= witness->initial.count);
  return next == witness->initial.count
         || fail (d, "a field does not start with the value that is given");
}

bool
replay_data_init (struct replay_data *data, const struct replay_task *task,
                  const struct replay_rules *rules, const struct witness *witness,
                  struct arena *arena)
{
  assert (task->data && (task->stuck || ir_has_data (task->flow)));
  size_t processes = task->flow->model->processes + (size_t) 1;
  *data = (struct replay_data){ .task = task, .rules = *rules };
  stage_init (&data->stage, task->flow, arena);
  data->committed = arena_calloc (arena, processes, sizeof *data->committed);
  data->midst = arena_calloc (arena, processes, sizeof *data->midst);
  bool fine = set_initial (data, witness);
  if (!task->stuck)
    return fine;
  data->stage.tells_notifies = true;
  data->interpreter = arena_alloc (arena, sizeof *data->interpreter);
  interpreter_init (data->interpreter, task->flow, arena);
  data->mirror = interpreter_start (data->interpreter);
  for (uint32_t c = 0; c < data->stage.first_cell[task->flow->model->fields.count]; c++)
    data->mirror.cells[c] = data->stage.cells[c];
  return fine;
}

/* ---- Where waits need a notify. ---- */

/* Let PROCESS do what LOOK says in the second execution, too.  False: it cannot. */
static bool
mirror (struct replay_data *d, process_id process, const struct stage_look *look,
        uint32_t edge, int64_t chosen)
{
  const struct interpreter *in = d->interpreter;
  uint32_t p = process.index, choice = edge;
  if (!in)
    return true;
  if (interpreter_node (&d->mirror, p) != look->number)
    return false;
  if (look->node->op == IR_ANY)
    {
      interpreter_choose (in, &d->mirror, p, chosen);
      return true;
    }
  if (interpreter_look (in, &d->mirror, p) != INTERPRETER_RUNS)
    return false;
  if (look->node->op == IR_NOTIFY)
    choice = interpreter_waking (in, &d->mirror, p, (uint32_t) chosen);
  else if (look->node->op != IR_SKIP)
    choice = 0;
  if (choice == UINT32_MAX)
    return false;
  interpreter_go (in, &d->mirror, p, choice);
  return true;
}

bool
replay_data_end (struct replay_data *data, struct arena *arena)
{
  const struct replay_task *task = data->task;
  assert (data->interpreter && task->states > 0);
  if (data->broken)
    return fail (data, "a process does what it cannot do while it waits");
  switch (listing_waits_for_ever (data->interpreter, &data->mirror, task->processes,
                                  task->automaton->threads.count, task->states, arena))
    {
    case LISTING_YES: return true;
    case LISTING_NO: return fail (data, "a process that waits can still be woken");
    case LISTING_TOO_MANY: return fail (data, "too much can come after it");
    case LISTING_UNKNOWN: break;
    }
  return fail (data, "it is not known what can come after it");
}

/* ---- Between the steps. ---- */

/* Pass nodes of which a witness says nothing; LOOK is what comes then.  The number of
   nodes is limited, since a process may run in a circle of such nodes. */
static void
pass (struct replay_data *d, process_id process, struct stage_look *look)
{
  assert (process.index < d->stage.model->processes);
  stage_look (&d->stage, process, look);
  for (uint32_t left = d->task->flow->nodes.count; left > 0; left--)
    {
      bool silent = stage_is_silent (&d->stage, process, look)
                    || (look->node && ir_plain_op (look->node) != IR_SKIP
                        && d->rules.passes (d->rules.context, process, look->node));
      if (!silent)
        return;
      if (!look->atomic)
        d->committed[process.index] = false;
      d->broken |= !mirror (d, process, look, 0, 0);
      stage_go (&d->stage, process, look, 0, 0);
      stage_look (&d->stage, process, look);
    }
}

void
replay_data_settle (struct replay_data *data, const struct witness_step *step)
{
  uint32_t p = step->process.index;
  struct stage_look look;
  assert (p < data->stage.model->processes && data->stage.processes[p].begun);
  pass (data, step->process, &look);
  if (!look.node || !look.atomic)
    data->committed[p] = false;
  bool stands = look.node && look.node->op == IR_ASSUME && !look.holds;
  stands
    |= look.node && data->rules.is_blocked (data->rules.context, step->process, &look);
  data->midst[p] = data->committed[p] && !stands;
}

/* No process but PROCESS may be in the midst of an atomic block. */
static bool
may_step (struct replay_data *d, process_id process)
{
  for (uint32_t i = 0; i < d->begun.count; i++)
    if (d->midst[d->begun.at[i].index] && !process_equal (d->begun.at[i], process))
      return fail (d, "another process is inside of an atomic block");
  return true;
}

/* ---- The step. ---- */

/* Is LOOK the statement of STEP? */
static bool
is_statement (struct replay_data *d, const struct stage_look *look,
              const struct witness_step *step)
{
  const struct stage_process *process = &d->stage.processes[step->process.index];
  const struct ir_step *node = look->node;
  assert (process->frames.count > 0);
  bool here
    = node->offset == step->offset && node->position.index == step->position.index;
  bool gives = step->action == WITNESS_RELEASE;
  switch (step->action)
    {
    case WITNESS_SET: return here && node->op == IR_SET;
    case WITNESS_CHOOSE: return here && node->op == IR_ANY;
    case WITNESS_BRANCH:
      return here
             && (node->op == IR_TEST || (node->op == IR_SKIP && node->edge_count > 1));
    case WITNESS_ASSUME: return here && node->op == IR_ASSUME;
    case WITNESS_ASSERT:
      return here && node->op == IR_ASSERT && look->mistake == STAGE_FINE;
    case WITNESS_WRONG: return here && look->mistake != STAGE_FINE;
    case WITNESS_STUCK: return here;
    case WITNESS_NOTIFY:
      return here && node->op == IR_NOTIFY && node->all == !step->has_value
             && lock_equal (look->lock, witness_lock (step));
    case WITNESS_ACQUIRE:
    case WITNESS_RELEASE:
    case WITNESS_AWAIT:
      return here && node->waits == step->waits
             && (node->op == (gives ? IR_RELEASE : IR_ACQUIRE)
                 || node->op == (gives ? IR_RELEASE_AT : IR_ACQUIRE_AT))
             && lock_equal (look->lock, witness_lock (step));
    case WITNESS_READ:
      if (node->op == IR_ASSUME)
        return here;
      break;
    case WITNESS_WRITE:
    case WITNESS_UNIT_BEGIN:
    case WITNESS_UNIT_END:
    case WITNESS_CALL:
    case WITNESS_RETURN:
    case WITNESS_START:
    case WITNESS_JOIN:
    case WITNESS_END: break;
    }
  body_id body = process->frames.at[process->frames.count - 1].body;
  return d->rules.matches (node, body, step);
}

/* Check a step that only models with data have. */
static bool
check_local (struct replay_data *d, const struct stage_look *look,
             const struct witness_step *step)
{
  if (step->action == WITNESS_CHOOSE)
    return (step->has_value
            && stage_can_choose (&d->stage, look, step->process, step->value))
           || fail (d, "this value cannot be chosen");
  if (step->action == WITNESS_BRANCH && look->node->op == IR_SKIP)
    return (step->has_value && step->value >= 0 && step->value < look->node->edge_count)
           || fail (d, "there is no such way");
  return true;
}

/* Check that the local, the condition or the mistake is that of the witness. */
static bool
check_text (struct replay_data *d, const struct stage_look *look,
            const struct witness_step *step)
{
  if (step->action < WITNESS_SET)
    return !step->text || fail (d, "it has no text");
  const char *text = (step->action == WITNESS_STUCK ? stage_wait_text : stage_text) (
    &d->stage, step->process, look, d->stage.arena);
  assert (*text);
  if (step->text && strcmp (step->text, text) == 0)
    return true;
  return fail (d,
               step->action == WITNESS_SET || step->action == WITNESS_CHOOSE
                 ? "the local is '%.150s'"
               : step->action == WITNESS_WRONG ? "what goes wrong is '%.150s'"
               : step->action == WITNESS_STUCK ? "what is waited for is '%.150s'"
                                               : "the condition is '%.150s'",
               text);
}

/* Check that the value is that of the witness. */
static bool
check_value (struct replay_data *d, const struct stage_look *look,
             const struct witness_step *step)
{
  assert (look->node);
  if (step->action == WITNESS_WRONG)
    return (!step->has_value && !step->has_cell) || fail (d, "it has no value");
  enum ir_op op = look->node->op;
  if (step->action == WITNESS_NOTIFY)
    return (!step->has_cell && !step->is_bool && step->value >= 0
            && step->value <= d->stage.model->processes)
           || fail (d, "there is no such process");
  if (step->action == WITNESS_STUCK)
    return (!step->has_value && !step->has_cell) || fail (d, "it has no value");
  bool told = op == IR_ANY || (step->action == WITNESS_BRANCH && op == IR_SKIP);
  if (step->has_cell != look->has_cell || (look->has_cell && step->cell != look->cell))
    return look->has_cell
             ? fail (d, "the place in the array is %u", (unsigned) look->cell)
             : fail (d, "the field is no array");
  /* A witness has no condition of an assume, only what it reads in a race. */
  bool has_value = look->has_value && op != IR_ASSERT
                   && (op != IR_ASSUME || step->action == WITNESS_READ);
  if (step->has_value && (told || has_value) && step->is_bool != look->type.is_bool)
    return fail (d, look->type.is_bool ? "the value is true or false"
                                       : "the value is a number");
  if (told
      || (step->has_value == has_value && (!has_value || step->value == look->value)))
    return true;
  if (!has_value)
    return fail (d, "it has no value");
  return fail (d, "the value is %" PRId64, look->value);
}

/* Check that two processes are about to access one cell. */
static bool
check_meeting (struct replay_data *d, const struct stage_look *look,
               const struct witness_step *step)
{
  assert (step->phase > 0);
  if (step->action == WITNESS_AWAIT || step->action == WITNESS_STUCK)
    return true;
  if (!may_step (d, step->process))
    return false;
  if (step->phase == 1)
    d->met = *look;
  else if (d->met.atomic && look->atomic)
    return fail (d, "both processes are inside of an atomic block");
  else if (d->met.has_cell != look->has_cell || d->met.cell != look->cell)
    return fail (d, "it is another place in the array");
  return true;
}

/* Check that in the end the claim is false. */
static bool
check_claim (struct replay_data *d, const struct stage_look *look,
             const struct witness_step *step)
{
  assert (step->action != WITNESS_ASSERT || look->node->op == IR_ASSERT);
  if (step->action == WITNESS_ASSERT)
    return look->holds
             ? fail (d, "the assert holds")
             : look->node->claim == d->task->claim || fail (d, "this is another assert");
  if (step->action == WITNESS_WRONG)
    return look->node->wrong == d->task->claim || fail (d, "this is another statement");
  if (look->mistake != STAGE_FINE)
    return fail (d, "the process goes wrong here");
  if (step->phase && d->task->exclusive
      && stage_may_access (&d->stage, step->process, d->task->fields[0]))
    return fail (d, "the access predicate of the field holds");
  return true;
}

/* Find the read that an assume makes in a race; its cell and value are checked later. */
static bool
find_read (struct replay_data *d, struct stage_look *look,
           const struct witness_step *step)
{
  field_id field = witness_field (step);
  assert (field.index < d->stage.model->fields.count);
  const struct ir_field *found = &d->stage.model->fields.at[field.index];
  if (step->has_cell != found->is_array || (step->has_cell && step->cell >= found->cells))
    return fail (d, "the field has no such place");
  if (!stage_assume_reads (&d->stage, step->process, field,
                           step->has_cell ? step->cell : 0))
    return fail (d, "the assume does not hold, or does not read this");
  look->has_cell = step->has_cell;
  look->cell = step->has_cell ? step->cell : 0;
  look->has_value = found->type.width > 0;
  look->type = found->type;
  look->value = d->stage.cells[d->stage.first_cell[field.index] + look->cell];
  return true;
}

static void
remember (struct replay_data *d, process_id process)
{
  if (!d->stage.processes[process.index].begun)
    *vec_push (d->stage.arena, &d->begun) = process;
}

bool
replay_data_advance (struct replay_data *data, const struct witness_step *step,
                     bool meets)
{
  struct stage_look look;
  process_id process = step->process;
  remember (data, process);
  pass (data, process, &look);
  if (!look.node)
    return fail (data, "the process has ended");
  if (step->action == WITNESS_STUCK
      && (data->broken || !data->interpreter || !meets || look.mistake != STAGE_FINE
          || interpreter_look (data->interpreter, &data->mirror, process.index)
               != INTERPRETER_WAITS))
    return fail (data, "the process does not wait here");
  if (!is_statement (data, &look, step))
    return fail (data, look.mistake != STAGE_FINE
                         ? "the process goes wrong before"
                         : "the process does not come to this statement next");
  if (step->action == WITNESS_READ && look.node->op == IR_ASSUME
      && !(meets && find_read (data, &look, step)))
    return meets ? false : fail (data, "the assume comes first");
  if (!check_claim (data, &look, step) || !check_local (data, &look, step)
      || !check_text (data, &look, step) || !check_value (data, &look, step))
    return false;
  if (step->action == WITNESS_ASSUME && !look.holds)
    return fail (data, "the condition does not hold");
  if (meets)
    return check_meeting (data, &look, step);
  if (step->action == WITNESS_ASSERT || step->action == WITNESS_WRONG)
    return true;
  bool is_step = stage_is_step (&data->stage, &look);
  if (is_step && !may_step (data, process))
    return false;
  if (is_step)
    data->committed[process.index] = look.atomic || look.node->op == IR_ASSUME;
  uint32_t edge = 0;
  if (step->action == WITNESS_BRANCH)
    edge = look.node->op == IR_TEST ? !look.holds : (uint32_t) step->value;
  if (data->broken || !mirror (data, process, &look, edge, step->value))
    return fail (data, look.node->op == IR_NOTIFY
                         ? "the notify cannot wake this process"
                         : "the process waits, and was not notified");
  stage_go (&data->stage, process, &look, edge, step->value);
  return true;
}
