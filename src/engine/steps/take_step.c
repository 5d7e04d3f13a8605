/* take_step.c -- see next_step.h: makes the step that next_step.c has computed. */
#include <config.h>

#include <assert.h>

#include "engine/steps/lives.h"
#include "engine/steps/next_step.h"

/* ---- Others. ---- */

/* Mark the processes that ACTION, a join, has waited for as joined. */
static void
mark_joined (const struct pds *pds, struct state *state,
             const struct pds_action_info *action)
{
  idset joined = pds_action_processes (action);
  IDSET_EACH (q, pds->idsets, joined)
    state->lives[q] |= LIFE_JOINED;
}

void
step_change_others (const struct program *program, struct state *state, uint32_t process,
                    enum step_kind kind, uint32_t lock, const struct pds_rule *rule,
                    bool happens)
{
  if (lock != NEXT_NO_LOCK)
    {
      bool held = (kind == STEP_ACQUIRE) == happens;
      assert (lock < program->locks.count);
      state->owners[lock] = held ? process + 1 : STATE_NOBODY;
    }
  if (kind < STEP_AWAIT)
    return;
  const struct pds_action_info *action = &program->pds->actions.at[rule->action.index];
  lives_change (program->pds, state->lives, program->processes[process], action, happens);
  if (program->data && action->op == PDS_JOIN)
    mark_joined (program->pds, state, action);
}

/* ---- Values. ---- */

static struct ir_type
type_of_slot (const struct data_model *data, uint32_t node, uint32_t slot)
{
  return data->flow->slots.at[data->first_slot[node] + slot].type;
}

static void
set_slot (const struct data_model *data, struct actor *actor, uint32_t slot,
          int64_t value)
{
  uint32_t node = data->node[actor->symbol];
  assert (slot == IR_NO_SLOT || slot < data->most_slots);
  if (slot != IR_NO_SLOT)
    actor->slots[slot] = ir_cut (type_of_slot (data, node, slot), value);
}

/* The index of LOCK, a number, in its array. */
static int64_t
place_of (const struct data_model *data, const struct ir_step *step, uint32_t lock)
{
  assert (lock != NEXT_NO_LOCK);
  return (int64_t) data->locks.lock[lock].index - step->first_lock.index;
}

/* Do what a step, no call or return, does with values. */
static void
take_values (const struct data_model *data, struct state *state, struct actor *actor,
             const struct next_step *next, uint32_t choice)
{
  const struct ir_step *step = next->node;
  switch ((unsigned) step->op)
    {
    case IR_SET: set_slot (data, actor, step->slot, next->value); break;
    case IR_ANY:
      set_slot (data, actor, step->slot, next_step_value (data, next, choice));
      break;
    case IR_READ:
      assert (next->touched.count == 1 && !next->writes);
      set_slot (data, actor, step->slot, state->cells[next->touched.at[0]]);
      break;
    case IR_WRITE:
      {
        uint32_t field = ir_step_field (step).index;
        assert (next->touched.count == 1 && next->writes);
        if (step->expr != IR_NO_EXPR && data->liveness.matters[field])
          state->cells[next->touched.at[0]]
            = ir_cut (data->flow->model->fields.at[field].type, next->value);
        break;
      }
    case IR_ACQUIRE_AT:
      set_slot (data, actor, step->slot,
                next->lock == NEXT_NO_LOCK ? -1 : place_of (data, step, next->lock));
      break;
    default: break;
    }
}

int64_t
next_step_value (const struct data_model *data, const struct next_step *next,
                 uint32_t choice)
{
  uint32_t node = data->node[next->symbol];
  if (next->node->op != IR_ANY || data->liveness.is_dead[node])
    return 0;
  return data_model_value (data, type_of_slot (data, node, next->node->slot), choice);
}

/* ---- Wait sets. ---- */

uint32_t
next_step_woken (const struct frames *frames, const struct state *state,
                 const struct next_step *next, uint32_t choice)
{
  const struct program *program = frames->program;
  assert (program->waits && next->node->op == IR_NOTIFY);
  lock_id lock = ir_step_lock (next->node);
  for (uint32_t p = 0; p < program->count && !next->node->all; p++)
    if ((state->lives[p] & LIFE_WAITS)
        && lock_equal (ir_step_lock (data_model_node (
                         program->data, frames_symbol (frames, state->stacks[p]))),
                       lock)
        && choice-- == 0)
      return p + 1;
  return 0;
}

/* Wake all who wait for the lock of NEXT, a notify. */
static void
wake_all (const struct frames *frames, struct state *state, const struct next_step *next)
{
  struct ir_step each = *next->node;
  struct next_step one = *next;
  each.all = false;
  one.node = &each;
  for (uint32_t p; (p = next_step_woken (frames, state, &one, 0)) != 0;)
    state->lives[p - 1] ^= LIFE_WAITS;
}

/* Update the wait sets after choice number CHOICE of NEXT of PROCESS. */
static void
change_waits (const struct frames *frames, struct state *state, uint32_t process,
              const struct next_step *next, uint32_t choice)
{
  if (next->node->op == IR_RELEASE && next->node->waits)
    state->lives[process] |= LIFE_WAITS;
  if (next->kind != STEP_NOTIFY)
    return;
  uint32_t woken = next_step_woken (frames, state, next, choice);
  if (next->node->all)
    wake_all (frames, state, next);
  else if (woken != 0)
    state->lives[woken - 1] ^= LIFE_WAITS;
}

/* ---- Going along a rule. ---- */

/* Evaluate the arguments of STEP, a call, while the caller's frame is there. */
static void
find_arguments (struct data_model *data, const struct state *state, uint32_t process,
                const struct actor *actor, const struct ir_step *step)
{
  assert (step->argument_count <= data->most_slots);
  data->arguments.count = 0;
  struct evaluator_scope at
    = { .slots = actor->slots, .cells = state->cells, .self = (int64_t) process + 1 };
  for (uint32_t i = 0; i < step->argument_count; i++)
    {
      int64_t value = 0;
      bool fine
        = evaluate (&data->evaluator, data->flow->arguments.at[step->first_argument + i],
                    &at, &value);
      assert (fine);
      (void) fine;
      *vec_push (data->arena, &data->arguments) = value;
    }
}

/* Return ACTOR, and store the result in the slot that the call names. */
static void
return_result (struct frames *frames, struct actor *actor)
{
  const struct data_model *data = frames->program->data;
  uint32_t result = data->result[data->node[actor->symbol]];
  int64_t value = result == IR_NO_SLOT ? 0 : actor->slots[result];
  uint32_t call = frames_return (frames, actor);
  if (call != FRAMES_NOWHERE)
    set_slot (data, actor, data_model_node (data, call)->slot, value);
}

void
step_follow (struct frames *frames, struct actor *actor, const struct pds_rule *rule)
{
  if (pds_rule_is_call (rule))
    frames_call (frames, actor, rule);
  else if (pds_rule_is_return (rule))
    frames_return (frames, actor);
  else
    actor->symbol = rule->to.index;
}

/* Move ACTOR along RULE in a model with values. */
static void
follow_with_values (struct frames *frames, struct state *state, uint32_t process,
                    struct actor *actor, const struct next_step *next, uint32_t choice,
                    const struct pds_rule *rule)
{
  struct data_model *data = frames->program->data;
  if (pds_rule_is_call (rule))
    {
      find_arguments (data, state, process, actor, next->node);
      frames_call (frames, actor, rule);
      for (uint32_t i = 0; i < data->arguments.count; i++)
        set_slot (data, actor, i, data->arguments.at[i]);
    }
  else if (pds_rule_is_return (rule))
    return_result (frames, actor);
  else
    {
      take_values (data, state, actor, next, choice);
      actor->symbol = rule->to.index;
    }
}

void
next_step_take (struct frames *frames, struct state *state, uint32_t process,
                struct actor *actor, const struct next_step *next, uint32_t choice)
{
  const struct program *program = frames->program;
  assert (choice < next->choices && actor->symbol == next->symbol);
  if (next->failed != IR_NO_CLAIM)
    {
      actor->symbol = FRAMES_NOWHERE;
      actor->below = FRAMES_WRONG;
      return;
    }
  const struct pds_rule *rule = &program->pds->rules.at[next_step_rule (next, choice)];
  assert (!next->blocked && !next->cut);
  state->done += next_step_moves (next, choice);
  if (program->waits)
    change_waits (frames, state, process, next, choice);
  if (next->kind >= STEP_ACQUIRE)
    step_change_others (program, state, process, next->kind, next->lock, rule, true);
  if (program->data)
    follow_with_values (frames, state, process, actor, next, choice, rule);
  else
    step_follow (frames, actor, rule);
}
