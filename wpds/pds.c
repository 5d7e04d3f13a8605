/* pds.c -- see pds.h. */
#include <config.h>

#include "wpds/pds.h"

#include <assert.h>
#include <string.h>

/* The action of INFO, whose lock or field has NUMBER. */
static pds_action
intern_action (struct pds *pds, struct pds_action_info info, uint32_t number)
{
  uint32_t object = pairmap_number (&pds->action_objects, (uint32_t) info.op, number);
  uint32_t *id = pairmap_at (&pds->action_ids, object, info.sets.index);
  if (*id == PAIRMAP_FREE)
    {
      *id = pds->actions.count;
      *vec_push (pds->arena, &pds->actions) = info;
    }
  return (pds_action){ *id };
}

void
pds_init (struct pds *pds, struct arena *arena, struct idsets *idsets)
{
  memset (pds, 0, sizeof *pds);
  pds->arena = arena;
  pds->idsets = idsets;
  pairmap_init (&pds->action_objects, arena);
  pairmap_init (&pds->action_ids, arena);
  pds_action skip = intern_action (pds, (struct pds_action_info){ .op = PDS_SKIP }, 0);
  assert (skip.index == 0);
  (void) skip;
}

pds_action
pds_intern_nested (struct pds *pds)
{
  struct pds_action_info info = { .op = PDS_SKIP, .object.nested = true };
  return intern_action (pds, info, 1);
}

pds_action
pds_intern_operation (struct pds *pds, enum pds_op op, lock_id lock)
{
  struct pds_action_info info = { .op = op, .object.lock = lock };
  assert (pds_action_is_operation (&info));
  assert (lock.index < pds->locks.count);
  return intern_action (pds, info, lock.index);
}

pds_action
pds_intern_access (struct pds *pds, enum pds_op op, field_id field, idset sets)
{
  struct pds_action_info info = { .op = op, .object.field = field, .sets = sets };
  assert (pds_action_is_access (&info));
  assert (field.index < pds->fields.count);
  return intern_action (pds, info, field.index);
}

pds_action
pds_intern_boundary (struct pds *pds, enum pds_op op, idset sets)
{
  assert (op == PDS_BEGIN || op == PDS_END);
  return intern_action (pds, (struct pds_action_info){ .op = op, .sets = sets }, 0);
}

pds_action
pds_intern_own_end (struct pds *pds, enum pds_op op)
{
  assert (op == PDS_WAKE || op == PDS_FINISH);
  pds->life_cycles = true;
  return intern_action (pds, (struct pds_action_info){ .op = op }, 0);
}

pds_action
pds_intern_ordering (struct pds *pds, enum pds_op op, idset processes)
{
  struct pds_action_info info = { .op = op, .object.processes = processes };
  assert (pds_action_is_ordering (&info) && !idset_is_empty (processes));
  pds->life_cycles = true;
  return intern_action (pds, info, processes.index);
}

pds_symbol
pds_add_symbol (struct pds *pds)
{
  pds_symbol symbol = { pds->first_rule.count };
  *vec_push (pds->arena, &pds->first_rule) = pds->rules.count;
  return symbol;
}

static void
add_rule (struct pds *pds, struct pds_rule rule)
{
  assert (pds->first_rule.count > 0);
  *vec_push (pds->arena, &pds->rules) = rule;
}

void
pds_add_step (struct pds *pds, pds_action action, pds_symbol to)
{
  assert (action.index < pds->actions.count);
  assert (to.index != PDS_NO_SYMBOL.index);
  add_rule (pds, (struct pds_rule){ to, PDS_NO_SYMBOL, action });
}

void
pds_add_call (struct pds *pds, pds_symbol callee, pds_symbol under)
{
  assert (callee.index != PDS_NO_SYMBOL.index);
  assert (under.index != PDS_NO_SYMBOL.index);
  add_rule (pds, (struct pds_rule){ callee, under, { 0 } });
}

void
pds_add_return (struct pds *pds)
{
  add_rule (pds, (struct pds_rule){ PDS_NO_SYMBOL, PDS_NO_SYMBOL, { 0 } });
}

void
pds_finish (struct pds *pds)
{
  *vec_push (pds->arena, &pds->first_rule) = pds->rules.count;
#ifdef EXPENSIVE_CHECKS
  pds_check (pds);
#endif
}

void
pds_check (const struct pds *pds)
{
  uint32_t symbols = pds_symbol_count (pds);
  for (uint32_t s = 0; s < symbols; s++)
    assert (pds->first_rule.at[s] <= pds->first_rule.at[s + 1]);
  assert (pds->first_rule.at[symbols] == pds->rules.count);
  for (uint32_t r = 0; r < pds->rules.count; r++)
    {
      const struct pds_rule *rule = &pds->rules.at[r];
      assert (rule->action.index < pds->actions.count);
      assert (pds_rule_is_return (rule) || rule->to.index < symbols);
      assert (!pds_rule_is_call (rule) || rule->under.index < symbols);
      assert (!pds_rule_is_call (rule) || rule->action.index == 0);
    }
  for (uint32_t a = 0; a < pds->actions.count; a++)
    {
      const struct pds_action_info *action = &pds->actions.at[a];
      assert (!pds_action_is_operation (action)
              || pds_action_lock (action).index < pds->locks.count);
      assert (!pds_action_is_access (action)
              || pds_action_field (action).index < pds->fields.count);
    }
  for (uint32_t p = 0; p < pds->processes.count; p++)
    assert (pds->processes.at[p].entry.index < symbols);
}
