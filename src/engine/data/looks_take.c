/* looks_take.c -- see looks.h: a step is taken.  looks.c has the look at it. */
#include <config.h>

#include "engine/data/looks.h"

#include <assert.h>

#include "engine/steps/lives.h"

static struct ir_type
type_of_slot (const struct data_model *model, uint32_t node, uint32_t slot)
{
  return model->flow->slots.at[model->first_slot[node] + slot].type;
}

static void
set_slot (const struct data_model *model, struct actor *actor, uint32_t slot,
          int64_t value)
{
  uint32_t node = model->node[actor->symbol];
  assert (slot == IR_NO_SLOT || slot < model->most_slots);
  if (slot != IR_NO_SLOT)
    actor->slots[slot] = ir_cut (type_of_slot (model, node, slot), value);
}

/* The place in its array of LOCK, a number. */
static int64_t
place_of (const struct data_model *model, const struct ir_step *step, uint32_t lock)
{
  assert (lock != LOOK_NO_LOCK);
  return (int64_t) model->locks.lock[lock].index - step->first_lock.index;
}

/* What a step that is no call or return does with values. */
static void
take_values (struct looks *looks, struct world *world, struct actor *actor,
             const struct look *look, uint32_t choice, struct look_step *taken)
{
  const struct data_model *model = looks->model;
  const struct ir_step *step = look->node;
  uint32_t node = model->node[look->symbol];
  switch ((unsigned) step->op)
    {
    case IR_SET: set_slot (model, actor, step->slot, look->value); break;
    case IR_ANY:
      taken->value
        = model->liveness.is_dead[node]
            ? 0
            : data_model_value (model, type_of_slot (model, node, step->slot), choice);
      set_slot (model, actor, step->slot, taken->value);
      break;
    case IR_READ:
      assert (look->touched.count == 1 && !look->writes);
      set_slot (model, actor, step->slot, world->cells[look->touched.at[0]]);
      break;
    case IR_WRITE:
      {
        uint32_t field = ir_step_field (step).index;
        assert (look->touched.count == 1 && look->writes);
        if (step->expr != IR_NO_EXPR && model->liveness.matters[field])
          world->cells[look->touched.at[0]]
            = ir_cut (model->flow->model->fields.at[field].type, look->value);
        break;
      }
    case IR_ACQUIRE_AT:
      set_slot (model, actor, step->slot,
                look->lock == LOOK_NO_LOCK ? -1 : place_of (model, step, look->lock));
      break;
    default: break;
    }
}

static void
take_call (struct looks *looks, const struct world *world, uint32_t process,
           struct actor *actor, const struct look *look, uint32_t callee)
{
  const struct data_model *model = looks->model;
  uint32_t count = look->node->argument_count;
  assert (!look->cut && count <= model->most_slots);
  looks->arguments.count = 0;
  struct evaluation at
    = { .slots = actor->slots, .cells = world->cells, .self = (int64_t) process + 1 };
  for (uint32_t i = 0; i < count; i++)
    {
      int64_t value = 0;
      bool fine = evaluate (&looks->model->evaluator,
                            model->flow->arguments.at[look->node->first_argument + i],
                            &at, &value);
      assert (fine);
      (void) fine;
      *vec_push (looks->arena, &looks->arguments) = value;
    }
  frames_call (looks->frames, actor, callee);
  for (uint32_t i = 0; i < count; i++)
    set_slot (model, actor, i, looks->arguments.at[i]);
}

/* The result goes to the slot that the call names. */
static void
take_return (struct looks *looks, struct actor *actor)
{
  const struct data_model *model = looks->model;
  uint32_t result = model->result[model->node[actor->symbol]];
  int64_t value = result == IR_NO_SLOT ? 0 : actor->slots[result];
  frames_return (looks->frames, actor);
  if (actor->symbol == FRAMES_NOWHERE)
    return;
  const struct ir_step *call = data_model_node (model, actor->symbol);
  assert (call->op == IR_CALL);
  set_slot (model, actor, call->slot, value);
  uint32_t rule = pds_rules_of (model->pds, (pds_symbol){ actor->symbol }).begin;
  actor->symbol = model->pds->rules.at[rule].under.index;
}

/* What happens to processes by ACTION of PROCESS. */
static void
live (const struct looks *looks, struct world *world, uint32_t process,
      const struct pds_action_info *action)
{
  const struct pds *pds = looks->model->pds;
  assert (world->lives && process < pds->processes.count);
  lives_change (pds, world->lives, (process_id){ process }, action, true);
  if (action->op != PDS_JOIN)
    return;
  idset joined = pds_action_processes (action);
  for (uint32_t q = idset_next (pds->idsets, joined, 0); q != UINT32_MAX;
       q = idset_next (pds->idsets, joined, q + 1))
    world->lives[q] |= WORLD_JOINED;
}

/* Which rule is choice number CHOICE, and does it move the automaton? */
static struct look_step
choose (const struct looks *looks, const struct look *look, uint32_t choice)
{
  struct pds_range rules = pds_rules_of (looks->model->pds, (pds_symbol){ look->symbol });
  struct look_step step = { rules.begin, false, 0 };
  if (look->watched)
    step.moves = choice == (uint32_t) look->loop;
  else if (look->node->op == IR_TEST)
    step.rule += look->edge;
  else if (look->node->op == IR_SKIP)
    step.rule += choice;
  assert (step.rule < rules.end);
  return step;
}

struct look_step
looks_take (struct looks *looks, struct world *world, uint32_t process,
            struct actor *actor, const struct look *look, uint32_t choice)
{
  const struct pds *pds = looks->model->pds;
  assert (choice < look->choices && actor->symbol == look->symbol);
  struct look_step step = choose (looks, look, choice);
  if (look->failed != IR_NO_CLAIM)
    {
      actor->symbol = FRAMES_NOWHERE;
      actor->below = FRAMES_WRONG;
      return step;
    }
  const struct pds_rule *rule = &pds->rules.at[step.rule];
  assert (!look->blocked && !look->cut);
  world->done += step.moves;
  if (look->lock != LOOK_NO_LOCK)
    world->owners[look->lock] = look->kind == LOOK_ACQUIRE ? process + 1 : WORLD_NOBODY;
  if (look->kind >= LOOK_AWAIT)
    live (looks, world, process, &pds->actions.at[rule->action.index]);
  if (pds_rule_is_call (rule))
    take_call (looks, world, process, actor, look, rule->to.index);
  else if (pds_rule_is_return (rule))
    take_return (looks, actor);
  else
    {
      take_values (looks, world, actor, look, choice, &step);
      actor->symbol = rule->to.index;
    }
  return step;
}
