/* stacks.c -- see stacks.h. */
#include <config.h>

#include "witness/stacks.h"

#include <assert.h>

void
stacks_init (struct stacks *stacks, struct arena *arena)
{
  stacks->arena = arena;
  stacks->cells.at = NULL;
  stacks->cells.count = stacks->cells.capacity = 0;
  pairmap_init (&stacks->ids, arena);
  *vec_push (arena, &stacks->cells)
    = (struct stacks_cell){ PDS_NO_SYMBOL, STACKS_EMPTY };
}

uint32_t
stacks_push (struct stacks *stacks, pds_symbol top, uint32_t below)
{
  uint32_t *id = pairmap_at (&stacks->ids, top.index, below);
  if (*id == PAIRMAP_FREE)
    {
      *id = stacks->cells.count;
      *vec_push (stacks->arena, &stacks->cells) = (struct stacks_cell){ top, below };
    }
  return *id;
}

pds_symbol
stacks_top (const struct stacks *stacks, uint32_t stack)
{
  assert (stack != STACKS_EMPTY);
  return stacks->cells.at[stack].top;
}

uint32_t
stacks_follow (struct stacks *stacks, const struct pds *pds, uint32_t stack,
               uint32_t number)
{
  const struct pds_rule *rule = &pds->rules.at[number];
  assert (stack != STACKS_EMPTY);
  uint32_t below = stacks->cells.at[stack].below;
  if (pds_rule_is_return (rule))
    return below;
  if (pds_rule_is_call (rule))
    below = stacks_push (stacks, rule->under, below);
  return stacks_push (stacks, rule->to, below);
}
