/* unmatched.c -- see unmatched.h.  Cost of a step: one look at each rule, and at the
 * calls of each body that returns. */
#include <config.h>

#include "engine/bmc/paper/unmatched.h"

#include <string.h>

static uint32_t
instance_of (const struct ir_projection *lowering, pds_symbol symbol)
{
  return (uint32_t) (ir_instance_of (lowering, symbol) - lowering->instances.at);
}

void
unmatched_init (struct unmatched *unmatched, const struct ir_projection *lowering,
                struct arena *arena)
{
  assert (lowering->instances.count > 0 || lowering->pds.rules.count == 0);
  *unmatched = (struct unmatched){ .lowering = lowering };
  unmatched->sites = arena_calloc (arena, lowering->instances.count + (size_t) 1,
                                   sizeof *unmatched->sites);
  for (uint32_t r = 0; r < lowering->pds.rules.count; r++)
    {
      const struct pds_rule *rule = &lowering->pds.rules.at[r];
      if (pds_rule_is_call (rule))
        *vec_push (arena, &unmatched->sites[instance_of (lowering, rule->to)].list)
          = rule->under;
    }
}

void
unmatched_follow (const struct unmatched *unmatched, const bool *now, bool *after)
{
  const struct ir_projection *lowering = unmatched->lowering;
  const struct pds *pds = &lowering->pds;
  assert (now != after);
  memset (after, false, pds_symbol_count (pds) * sizeof *after);
  for (uint32_t s = 0; s < pds_symbol_count (pds); s++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
      for (uint32_t r = rules.begin; r < rules.end && now[s]; r++)
        if (!pds_rule_is_return (&pds->rules.at[r]))
          after[pds->rules.at[r].to.index] = true;
        else
          {
            const struct unmatched_sites *sites
              = &unmatched->sites[instance_of (lowering, (pds_symbol){ s })];
            for (uint32_t i = 0; i < sites->list.count; i++)
              after[sites->list.at[i].index] = true;
          }
    }
}
