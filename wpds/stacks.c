/* stacks.c -- see stacks.h. */
#include <config.h>

#include "wpds/stacks.h"

void
stacks_init (struct stacks *stacks, struct arena *arena)
{
  pairmap_init (&stacks->cells, arena);
}

pds_stack
stacks_push (struct stacks *stacks, pds_symbol top, pds_stack below)
{
  assert (top.index != PDS_NO_SYMBOL.index);
  assert (below.index <= stacks->cells.entries.count);
  return (pds_stack){ 1 + pairmap_number (&stacks->cells, top.index, below.index) };
}

pds_stack
stacks_follow (struct stacks *stacks, const struct pds *pds, pds_stack stack,
               uint32_t number)
{
  assert (number < pds->rules.count);
  const struct pds_rule *rule = &pds->rules.at[number];
  pds_stack below = stacks_below (stacks, stack);
  if (pds_rule_is_return (rule))
    return below;
  if (pds_rule_is_call (rule))
    below = stacks_push (stacks, rule->under, below);
  return stacks_push (stacks, rule->to, below);
}
