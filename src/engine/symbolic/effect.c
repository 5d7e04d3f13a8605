/* effect.c -- see effect.h: what is known without values.  effect_make.c has the rest. */
#include <config.h>

#include "engine/symbolic/effect.h"

const struct pds_action_info *
effect_action (const struct unrolled *u, uint32_t rule)
{
  const struct pds *pds = &u->all->question->lowering->pds;
  return &pds->actions.at[pds->rules.at[rule].action.index];
}

/* Does the automaton notice ACTION of the process, in any of its states? */
bool
effect_is_watched (const struct unrolled *u, const struct pds_action_info *action)
{
  assert (u->number < u->all->question->lowering->pds.processes.count);
  const struct question *question = u->all->question;
  if (question->goal != QUERY_PATTERN || u->thread.index == THREAD_NONE.index)
    return false;
  for (uint32_t x = 0; x < question->instance->automaton->steps.count; x++)
    {
      struct pa_moves moves
        = pa_instance_moves (question->instance, x, u->thread, action);
      if (moves.step || !moves.loop)
        return true;
    }
  return false;
}

/* Is an access to FIELD visible to others, or part of the question? */
static bool
is_shared_field (const struct unrolled *u, field_id field)
{
  assert (field.index < u->all->question->lowering->pds.fields.count);
  const struct question *question = u->all->question;
  return u->all->layout.first_cell[field.index] != LAYOUT_NONE
         || (question->goal == QUERY_RACE && field_equal (field, question->field))
         || question->goal == QUERY_EXCLUSIVE;
}

/* Is STEP a notify that may end a wait? */
static bool
is_heard (const struct unrolled *u, const struct ir_step *step)
{
  return step->op == IR_NOTIFY && u->all->layout.first_waiting != LAYOUT_NONE;
}

static void
classify (const struct unrolled *u, struct effect *e)
{
  assert (e->node && !e->visible && !e->blocks);
  const struct ir_projection *lowering = u->all->question->lowering;
  const struct pds *pds = &lowering->pds;
  struct pds_range rules = pds_rules_of (pds, e->symbol);
  const struct pds_rule *rule = &pds->rules.at[rules.begin];
  if (pds_rule_is_call (rule) || pds_rule_is_return (rule))
    return;
  const struct pds_action_info *action = effect_action (u, rules.begin);
  bool assumes = e->node->op == IR_ASSUME
                 && ir_expr_has (lowering->flow, e->node->expr, IR_FIELD, IR_ANYWHERE);
  bool orders = action->op == PDS_WAKE || pds_action_is_ordering (action);
  e->blocks
    = action->op == PDS_ACQUIRE || orders || assumes || e->node->op == IR_ACQUIRE_AT;
  /* Inside of an atomic block even a step without effect, such as the acquire of a lock
     that is already held, is visible: one step begins the block, and only the first
     access in it can race. */
  e->visible
    = e->blocks || ir_is_element (e->node) || action->op == PDS_RELEASE
      || action->op == PDS_FINISH || is_heard (u, e->node)
      || effect_is_watched (u, action) || (e->atomic && ir_is_action (e->node))
      || (ir_is_access (e->node) && is_shared_field (u, ir_step_field (e->node)));
}

bool
effect_begins (const struct effect *e)
{
  return e->visible && (e->atomic || (e->node->op == IR_ASSUME));
}

bool
effect_waits (const struct effect *e)
{
  assert (e->visible || !e->blocks);
  return e->blocks || (e->node->op == IR_ASSUME);
}

struct effect
effect_of_symbol (const struct unrolled *u, pds_symbol symbol)
{
  const struct ir_projection *lowering = u->all->question->lowering;
  struct effect e = { .symbol = symbol, .node = unrolling_step (u->all, symbol) };
  e.atomic = u->all->has_atomic && ir_is_atomic (lowering, symbol);
  classify (u, &e);
  return e;
}

void
effects_find (struct unrolled *u, struct effects *effects)
{
  *effects = (struct effects){ .made = AIG_FALSE, .failed = AIG_FALSE };
  for (uint32_t i = 0; i < u->places.count; i++)
    {
      struct effect *e = vec_push (u->all->arena, &effects->list);
      *e = effect_of_symbol (u, stacks_top (&u->stacks, u->places.at[i].stack));
      e->place = u->places.at[i];
    }
}

bool
effect_is_exposed (const struct unrolling *all, const struct effect *e)
{
  assert (e->node);
  const struct question *question = all->question;
  const struct pds *pds = &question->lowering->pds;
  if (question->goal == QUERY_STUCK)
    return e->visible || effect_waits (e);
  if (!e->visible)
    return false;
  if (question->goal == QUERY_RACE)
    return ir_is_access (e->node)
             ? field_equal (ir_step_field (e->node), question->field)
             : e->node->op == IR_ASSUME
                 && ir_expr_has (question->lowering->flow, e->node->expr, IR_FIELD,
                                 question->field.index);
  if (question->goal != QUERY_DEADLOCK)
    return false;
  uint32_t rule = pds_rules_of (pds, e->symbol).begin;
  return (e->node->op == IR_ACQUIRE_AT)
         || pds->actions.at[pds->rules.at[rule].action.index].op == PDS_ACQUIRE;
}
