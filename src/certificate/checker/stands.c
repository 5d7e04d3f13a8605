/* stands.c -- see stands.h. */
#include <config.h>

#include "certificate/checker/stands.h"

struct stand
stand_at (const struct system *system, struct gates *gates,
          const struct system_state *state, uint32_t process, uint32_t index)
{
  const struct ir_projection *lowering = system->lowering;
  const struct pds *pds = &lowering->pds;
  struct stand stand = { .index = index,
                         .place = place_at (&system->places, process, index),
                         .here = state->at[process][index] };
  assert (stand.place >= PLACE_FIRST);
  stand.symbol = place_symbol (&system->places, stand.place);
  stand.rules = pds_rules_of (pds, stand.symbol);
  assert (stand.rules.begin < stand.rules.end);
  stand.node = ir_step_of (lowering, stand.symbol);
  stand.action = &pds->actions.at[pds->rules.at[stand.rules.begin].action.index];
  stand.atomic = ir_is_atomic (lowering, stand.symbol);
  stand.terms
    = (struct gate_terms){ system, gates, state, process,
                           system_frame (system, process,
                                         place_below (&system->places, stand.place)) };
  assert (stand.terms.frame);
  return stand;
}

bool
stand_is_step (const struct stand *s)
{
  const struct ir *flow = s->terms.system->lowering->flow;
  switch (s->node->op)
    {
    case IR_ACQUIRE:
    case IR_RELEASE:
    case IR_ACQUIRE_AT:
    case IR_RELEASE_AT:
    case IR_READ:
    case IR_WRITE:
    case IR_WAKE:
    case IR_FINISH:
    case IR_START:
    case IR_JOIN:
    case IR_NOTIFY: return true;
    case IR_ASSUME: return terms_has_field (flow, s->node->expr);
    case IR_SKIP:
    case IR_SET:
    case IR_ANY:
    case IR_TEST:
    case IR_ASSERT:
    case IR_BEGIN:
    case IR_END:
    case IR_CALL:
    case IR_RETURN:
    case IR_CUT:
    case IR_RESUME: break;
    }
  return false;
}

gate
stand_owns (const struct stand *s, uint32_t lock)
{
  const struct system *system = s->terms.system;
  assert (lock < system->lowering->pds.locks.count);
  return system_is (system, s->terms.gates, s->terms.state, system->first_owner + lock,
                    system_as_owner (s->terms.process));
}

gate
stand_is_free (const struct stand *s, uint32_t lock)
{
  const struct system *system = s->terms.system;
  return system_is (system, s->terms.gates, s->terms.state, system->first_owner + lock,
                    0);
}

/* ---- Going wrong. ---- */

/* The number of cells or locks that the index chooses from. */
static uint32_t
choices_of_index (const struct stand *s)
{
  const struct ir_model *model = s->terms.system->lowering->flow->model;
  assert (s->node->index != IR_NO_EXPR);
  return ir_is_element (s->node) ? s->node->lock_count
                                 : model->fields.at[ir_step_field (s->node).index].cells;
}

const struct word *
stand_index (const struct stand *s, struct word *index)
{
  gate ignored = GATE_FALSE;
  if (s->node->index == IR_NO_EXPR || s->node->op == IR_RELEASE_AT)
    return NULL;
  *index = terms_value (&s->terms, s->node->index, &ignored);
  return index;
}

/* The gate: it goes wrong here, whatever others do.  An assume is left out. */
static gate
goes_wrong (const struct stand *s)
{
  gate wrong = GATE_FALSE;
  const struct ir_step *step = s->node;
  if (step->op == IR_RELEASE_AT || step->op == IR_ASSUME)
    return wrong;
  if (step->index != IR_NO_EXPR)
    terms_index (&s->terms, step->index, choices_of_index (s), &wrong);
  for (uint32_t i = 0; i < step->argument_count; i++)
    terms_value (&s->terms,
                 s->terms.system->lowering->flow->arguments.at[step->first_argument + i],
                 &wrong);
  if (step->expr != IR_NO_EXPR)
    terms_value (&s->terms, step->expr, &wrong);
  return wrong;
}

/* ---- Waiting. ---- */

/* The gate: the value from FIRST on of all PROCESSES is 1 if HAS, else 0. */
static gate
all_have (const struct stand *s, idset processes, uint32_t first, bool has)
{
  struct gates *g = s->terms.gates;
  const struct idsets *sets = s->terms.system->lowering->pds.idsets;
  gate all = GATE_TRUE;
  assert (!idset_is_empty (processes));
  IDSET_EACH (p, sets, processes)
    {
      gate bit = s->terms.state->values[first + p].at[0];
      all = gate_and (g, all, has ? bit : gate_not (bit));
    }
  return all;
}

/* The gate: the lock that the index chooses is free, or owned by this process. */
static gate
element_is_enabled (const struct stand *s)
{
  struct gates *g = s->terms.gates;
  gate ready = GATE_FALSE;
  struct word index;
  const struct word *at = stand_index (s, &index);
  assert (s->node->op == IR_ACQUIRE_AT && s->node->lock_count > 0);
  for (uint32_t l = 0; l < s->node->lock_count; l++)
    {
      uint32_t lock = s->node->first_lock.index + l;
      gate may = gate_or (g, stand_owns (s, lock), stand_is_free (s, lock));
      gate meant = at ? word_is (g, *at, l) : gate_constant (l == 0);
      ready = gate_or (g, ready, gate_and (g, meant, may));
    }
  return ready;
}

/* The gate: the lock is free and, to end a wait, the process is in no wait set. */
static gate
acquire_is_enabled (const struct stand *s)
{
  const struct system *system = s->terms.system;
  struct gates *g = s->terms.gates;
  gate is_free = stand_is_free (s, pds_action_lock (s->action).index);
  if (!s->node->waits || system->first_waiting == UINT32_MAX)
    return is_free;
  return gate_and (
    g, is_free,
    system_is (system, g, s->terms.state, system->first_waiting + s->terms.process, 0));
}

gate
stand_is_enabled (const struct stand *s, gate *wrong)
{
  const struct system *system = s->terms.system;
  *wrong = goes_wrong (s);
  if (s->node->op == IR_ASSUME)
    return terms_condition (&s->terms, s->node->expr, wrong);
  if (ir_is_element (s->node))
    return s->node->op == IR_ACQUIRE_AT ? element_is_enabled (s) : GATE_TRUE;
  switch (s->action->op)
    {
    case PDS_ACQUIRE: return acquire_is_enabled (s);
    case PDS_WAKE:
      return system->lowering->pds.processes.at[s->terms.process].started
               ? s->terms.state->values[system->first_started + s->terms.process].at[0]
               : GATE_TRUE;
    case PDS_START:
      return all_have (s, pds_action_processes (s->action), system->first_started, false);
    case PDS_JOIN:
      return all_have (s, pds_action_processes (s->action), system->first_finished, true);
    case PDS_SKIP:
    case PDS_RELEASE:
    case PDS_READ:
    case PDS_WRITE:
    case PDS_BEGIN:
    case PDS_END:
    case PDS_FINISH: break;
    }
  return GATE_TRUE;
}

bool
stand_can_wait (const struct stand *s)
{
  if (s->node->op == IR_ASSUME || ir_is_element (s->node))
    return s->node->op != IR_RELEASE_AT;
  return s->action->op == PDS_ACQUIRE || s->action->op == PDS_WAKE
         || pds_action_is_ordering (s->action);
}

gate
stand_is_blocked (const struct stand *s)
{
  if (!stand_can_wait (s))
    return GATE_FALSE;
  gate wrong, enabled = stand_is_enabled (s, &wrong);
  return gate_and (s->terms.gates, gate_not (enabled), gate_not (wrong));
}
