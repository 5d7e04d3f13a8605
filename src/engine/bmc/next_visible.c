/* next_visible.c -- see next_visible.h.  Cost: a fixpoint of passes over all rules, one
   more for each loop or call that the way to a step goes back through. */
#include <config.h>

#include "engine/bmc/next_visible.h"

#include <assert.h>

struct next_visible
{
  const struct unrolling *all;
  bool *is_near;      /* by symbol */
  bool *returns_near; /* by instance: is a symbol that its calls return to near? */
};

static uint32_t
instance_of (const struct next_visible *outlook, pds_symbol symbol)
{
  const struct ir_projection *lowering = outlook->all->question->lowering;
  ptrdiff_t instance = ir_instance_of (lowering, symbol) - lowering->instances.at;
  assert (instance >= 0 && instance < lowering->instances.count);
  return (uint32_t) instance;
}

/* Is SYMBOL near, given what is known of the symbols after it? */
static bool
look_from (const struct next_visible *outlook, pds_symbol symbol)
{
  assert (outlook->all->processes.count > 0);
  const struct pds *pds = &outlook->all->question->lowering->pds;
  struct pds_range rules = pds_rules_of (pds, symbol);
  if (rules.begin == rules.end)
    return false;
  /* Steps are exposed only in questions without an automaton, so any process will do. */
  struct effect e = effect_of_symbol (&outlook->all->processes.at[0], symbol);
  if (e.visible)
    return effect_is_exposed (outlook->all, &e);
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &pds->rules.at[r];
      if (pds_rule_is_return (rule) ? outlook->returns_near[instance_of (outlook, symbol)]
                                    : outlook->is_near[rule->to.index])
        return true;
      if (pds_rule_is_call (rule) && outlook->is_near[rule->under.index])
        return true;
    }
  return false;
}

bool *
next_visible_find (const struct unrolling *all)
{
  const struct ir_projection *lowering = all->question->lowering;
  const struct pds *pds = &lowering->pds;
  uint32_t symbols = pds_symbol_count (pds);
  struct next_visible outlook = { .all = all };
  outlook.is_near = arena_calloc (all->arena, symbols + (size_t) 1, sizeof (bool));
  outlook.returns_near
    = arena_calloc (all->arena, lowering->instances.count + (size_t) 1, sizeof (bool));
  enum query_kind goal = all->question->goal;
  bool changes
    = (goal == QUERY_RACE || goal == QUERY_DEADLOCK) && all->processes.count > 0;
  while (changes)
    {
      changes = false;
      for (uint32_t s = symbols; s-- > 0;)
        {
          pds_symbol symbol = { s };
          quota_tick (all->arena->quota);
          if (outlook.is_near[s] || !look_from (&outlook, symbol))
            continue;
          outlook.is_near[s] = changes = true;
        }
      for (uint32_t r = 0; r < pds->rules.count; r++)
        {
          quota_work (all->arena->quota, 1);
          if (!pds_rule_is_call (&pds->rules.at[r])
              || !outlook.is_near[pds->rules.at[r].under.index])
            continue;
          bool *near = &outlook.returns_near[instance_of (&outlook, pds->rules.at[r].to)];
          changes |= !*near;
          *near = true;
        }
    }
  return outlook.is_near;
}
