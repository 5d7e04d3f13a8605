/* story_data.c -- see story_data.h. */
#include <config.h>

#include "witness/story_data.h"

#include <assert.h>

#include "witness/stage.h"
#include "witness/story.h"

/* Who holds a lock, and how often. */
struct hold
{
  process_id owner;
  uint32_t count;
};

struct teller
{
  const struct story_plot *plot;
  const struct ir_projection *lowering;
  struct arena *arena;
  struct witness *witness;
  struct stage stage;
  struct story_stack *stacks; /* by process */
  struct hold *holds;         /* by lock */
  uint32_t *depths;           /* by process: how often it held what a wait released */
  uint32_t phase;
  uint32_t step; /* of the run */
  const char *message;
};

static bool
fail (struct teller *t, const char *message)
{
  assert (!t->message && message);
  t->message = message;
  return false;
}

/* ---- The initial values. ---- */

static void
tell_initial (struct teller *t)
{
  const struct ir_model *model = t->stage.model;
  assert (t->witness->initial.count == 0);
  for (field_id f = { 0 }; f.index < model->fields.count; f.index++)
    for (uint32_t c = 0;
         model->fields.at[f.index].any && c < model->fields.at[f.index].cells; c++)
      {
        const struct run *run = t->plot->run;
        int64_t value = run->initial
                          ? run->initial[t->stage.first_cell[f.index] + c]
                          : ir_cut (model->fields.at[f.index].type, t->plot->guess);
        bool fine = stage_set_initial (&t->stage, f, c, value);
        assert (fine);
        (void) fine;
        *vec_push (t->arena, &t->witness->initial)
          = (struct witness_initial){ f, c, value };
      }
}

/* ---- Steps. ---- */

/* Describe in STEP what LOOK does with data; false: a witness does not show it. */
static bool
describe_data (struct teller *t, const struct stage_look *look, uint32_t edge,
               int64_t chosen, struct witness_step *step)
{
  if (look->node->op == IR_SKIP)
    {
      step->action = WITNESS_BRANCH;
      step->text = stage_text (&t->stage, step->process, look, t->arena);
      step->has_value = true;
      step->value = edge;
      return true;
    }
  assert (step->process.index < t->stage.model->processes);
  step->has_value = look->has_value;
  step->is_bool = look->type.is_bool;
  step->value = look->value;
  switch ((unsigned) look->node->op)
    {
    case IR_SET:
      step->action = WITNESS_SET;
      step->text = stage_text (&t->stage, step->process, look, t->arena);
      return true;
    case IR_ANY:
      step->action = WITNESS_CHOOSE;
      step->text = stage_text (&t->stage, step->process, look, t->arena);
      step->has_value = true;
      step->value = chosen;
      return true;
    case IR_TEST:
    case IR_ASSUME:
    case IR_ASSERT:
      step->action = look->node->op == IR_TEST     ? WITNESS_BRANCH
                     : look->node->op == IR_ASSUME ? WITNESS_ASSUME
                                                   : WITNESS_ASSERT;
      step->has_value = look->node->op == IR_TEST;
      step->text = stage_text (&t->stage, step->process, look, t->arena);
      return true;
    case IR_ACQUIRE_AT:
    case IR_RELEASE_AT:
      step->action = look->node->op == IR_ACQUIRE_AT ? WITNESS_ACQUIRE : WITNESS_RELEASE;
      step->has_value = false;
      step->object.lock = look->lock;
      return true;
    default: break;
    }
  assert (false && "an access or a call is told without its data, too");
  return false;
}

/* Count an acquire or release of STEP; mark it as nested unless it is the outermost. */
static void
count_lock (struct teller *t, struct witness_step *step)
{
  assert (witness_lock (step).index < t->stage.model->locks.count);
  struct hold *hold = &t->holds[witness_lock (step).index];
  uint32_t *depth = &t->depths[step->process.index];
  if (step->action == WITNESS_ACQUIRE)
    {
      step->nested = hold->count > 0 && process_equal (hold->owner, step->process);
      hold->owner = step->process;
      hold->count += step->waits ? *depth : 1;
      return;
    }
  *depth = hold->count;
  hold->count -= step->waits || hold->count == 0 ? hold->count : 1;
  step->nested = hold->count > 0;
}

/* Describe in STEP the read of a race by an assume: of the cell that the other writes. */
static void
describe_race (struct teller *t, struct witness_step *step)
{
  const struct witness_step *other = &t->witness->steps.at[t->witness->steps.count - 1];
  const struct stage *stage = &t->stage;
  assert (t->witness->steps.count > 0 && other->phase == 1);
  step->action = WITNESS_READ;
  step->object.field = t->plot->field;
  step->has_cell = other->has_cell;
  step->cell = other->cell;
  step->has_value = stage->model->fields.at[t->plot->field.index].type.width > 0;
  step->is_bool = stage->model->fields.at[t->plot->field.index].type.is_bool;
  step->value = stage->cells[stage->first_cell[t->plot->field.index] + step->cell];
}

/* Describe in STEP what only witnesses of `stuck' have: notifies, and waits that never
   end.  False: LOOK is neither. */
static bool
describe_stuck (struct teller *t, const struct stage_look *look, int64_t chosen,
                bool moves, struct witness_step *step)
{
  if (!t->plot->stuck || !(moves || look->node->op == IR_NOTIFY))
    return false;
  step->action = moves ? WITNESS_STUCK : WITNESS_NOTIFY;
  step->nested = step->waits = step->has_cell = false;
  step->cell = 0;
  if (moves)
    {
      step->text = stage_wait_text (&t->stage, step->process, look, t->arena);
      return true;
    }
  step->object.lock = look->lock;
  step->has_value = !look->node->all;
  step->value = look->node->all ? 0 : chosen;
  return true;
}

/* Append a step for LOOK, by RULE, to the witness. */
static void
tell (struct teller *t, const struct stage_look *look, const struct pds_rule *rule,
      uint32_t edge, int64_t chosen, process_id process, bool moves)
{
  const struct story_stack *stack = &t->stacks[process.index];
  struct witness_step step;
  assert (look->node && stack->frames.count > 0);
  bool told = story_step (&step, t->lowering, &stack->frames.at[stack->frames.count - 1],
                          rule, process, moves && t->plot->meeting > 0);
  step.has_cell = look->has_cell && look->mistake == STAGE_FINE;
  step.cell = step.has_cell ? look->cell : 0;
  if (look->mistake != STAGE_FINE)
    {
      step.action = WITNESS_WRONG;
      step.text = stage_text (&t->stage, process, look, t->arena);
    }
  else if (describe_stuck (t, look, chosen, moves, &step))
    {
    }
  else if (moves && look->node->op == IR_ASSUME)
    describe_race (t, &step);
  else if (told)
    {
      step.has_value = look->has_value;
      step.is_bool = look->has_value && look->type.is_bool;
      step.value = look->value;
    }
  else if (ir_plain_op (look->node) != IR_SKIP
           || !describe_data (t, look, edge, chosen, &step))
    return;
  bool waits = moves && t->plot->meeting > 0;
  if (waits && step.action == WITNESS_ACQUIRE)
    step.action = WITNESS_AWAIT;
  if (step.action == WITNESS_AWAIT)
    step.nested = false;
  if (witness_is_operation (&step))
    count_lock (t, &step);
  if (moves)
    step.phase = ++t->phase;
  *vec_push (t->arena, &t->witness->steps) = step;
}

/* Can the process follow the run at LOOK?  CHOSEN: the value of an IR_ANY. */
static bool
can_follow (struct teller *t, const struct stage_look *look, process_id process,
            uint32_t edge, int64_t chosen)
{
  if (look->mistake != STAGE_FINE)
    return fail (t, "a process goes wrong before the end");
  switch ((unsigned) look->node->op)
    {
    case IR_TEST:
      return look->holds == (edge == 0) || fail (t, "a condition goes the other way");
    case IR_ASSUME: return look->holds || fail (t, "an assume does not hold");
    case IR_ASSERT: return look->holds || fail (t, "a process fails before the end");
    case IR_ANY:
      return stage_can_choose (&t->stage, look, process, chosen)
             || fail (t, "a value is chosen that cannot be");
    default: return true;
    }
}

/* Tell one rule of the run. */
static bool
tell_step (struct teller *t, const struct run_step *step)
{
  const struct story_plot *plot = t->plot;
  const struct pds *pds = &t->lowering->pds;
  process_id process = plot->processes ? plot->processes[step->participant.index]
                                       : (process_id){ step->participant.index };
  struct story_stack *stack = &t->stacks[process.index];
  if (stack->frames.count == 0)
    story_enter (stack, t->lowering, pds->processes.at[process.index].entry, t->arena);
  const struct story_frame *frame = &stack->frames.at[stack->frames.count - 1];
  struct pds_range rules = pds_rules_of (pds, frame->at);
  struct stage_look look;
  stage_look (&t->stage, process, &look);
  if (!look.node || look.node != ir_step_in (t->lowering, frame->instance, frame->at)
      || step->rule < rules.begin || step->rule >= rules.end)
    return fail (t, "the run does not go along the model");
  uint32_t edge = step->rule - rules.begin;
  int64_t chosen = 0;
  if (look.node->op == IR_ANY)
    chosen
      = plot->run->values ? plot->run->values[t->step] : ir_cut (look.type, plot->guess);
  else if (look.node->op == IR_NOTIFY && plot->stuck)
    chosen = plot->run->values[t->step];
  bool meets = step->moves && plot->meeting > 0;
  bool fails = step->moves && ir_plain_op (look.node) == IR_SKIP;
  fails |= step->moves && look.mistake != STAGE_FINE;
  if (!meets && !fails && !can_follow (t, &look, process, edge, chosen))
    return false;
  const struct pds_rule *rule = &pds->rules.at[step->rule];
  if (step->moves || !stage_is_silent (&t->stage, process, &look))
    tell (t, &look, rule, edge, chosen, process, step->moves);
  if (meets || fails)
    return true;
  stage_go (&t->stage, process, &look, edge, chosen);
  story_follow (stack, t->lowering, rule, t->arena);
  return true;
}

bool
story_tell_data (struct witness *witness, const struct story_plot *plot,
                 const char **message, struct arena *arena)
{
  const struct ir_model *model = plot->lowering->flow->model;
  assert (plot->run->steps.count > 0);
  assert (plot->stuck || ir_has_data (plot->lowering->flow));
  *witness = (struct witness){ VEC_EMPTY, VEC_EMPTY };
  struct teller t
    = { .plot = plot, .lowering = plot->lowering, .arena = arena, .witness = witness };
  stage_init (&t.stage, plot->lowering->flow, arena);
  t.stage.tells_notifies = plot->stuck;
  size_t processes = model->processes + (size_t) 1;
  t.stacks = arena_calloc (arena, processes, sizeof *t.stacks);
  t.depths = arena_calloc (arena, processes, sizeof *t.depths);
  t.holds = arena_calloc (arena, model->locks.count + (size_t) 1, sizeof *t.holds);
  tell_initial (&t);
  for (; t.step < plot->run->steps.count && !t.message; t.step++)
    tell_step (&t, &plot->run->steps.at[t.step]);
  *message = t.message;
  return !t.message;
}
