/* stacks.h -- stacks of symbols as numbers: interned lists.
 *
 * A stack is a cell: its top symbol and the stack below.  Equal stacks have equal
 * numbers, so a configuration is one number and a path that returns to an earlier
 * configuration is easy to notice.  A stack has a larger number than those below it.
 * Stacks live in the arena given to stacks_init.
 */
#ifndef WPDS_STACKS_H
#define WPDS_STACKS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/pairmap.h"
#include "wpds/pds.h"

typedef struct
{
  uint32_t index;
} pds_stack;

#define PDS_EMPTY_STACK ((pds_stack){ 0 })

struct stacks
{
  struct pairmap cells; /* (top, below); pair i is stack i + 1 */
};

static inline void
stacks_init (struct stacks *stacks, struct arena *arena)
{
  pairmap_init (&stacks->cells, arena);
}

static inline bool
stack_is_empty (pds_stack stack)
{
  return stack.index == PDS_EMPTY_STACK.index;
}

/* The top of STACK, which is not empty. */
static inline pds_symbol
stacks_top (const struct stacks *stacks, pds_stack stack)
{
  assert (!stack_is_empty (stack) && stack.index <= stacks->cells.entries.count);
  return (pds_symbol){ stacks->cells.entries.at[stack.index - 1].first };
}

static inline pds_stack
stacks_below (const struct stacks *stacks, pds_stack stack)
{
  assert (!stack_is_empty (stack) && stack.index <= stacks->cells.entries.count);
  return (pds_stack){ stacks->cells.entries.at[stack.index - 1].second };
}

static inline pds_stack
stacks_push (struct stacks *stacks, pds_symbol top, pds_stack below)
{
  assert (top.index != PDS_NO_SYMBOL.index);
  assert (below.index <= stacks->cells.entries.count);
  return (pds_stack){ 1 + pairmap_number (&stacks->cells, top.index, below.index) };
}

/* The stack after rule NUMBER, which reads the top of STACK. */
static inline pds_stack
stacks_follow (struct stacks *stacks, const struct pds *pds, pds_stack stack,
               uint32_t number)
{
  assert (number < pds->rules.count);
  assert (number >= pds_rules_of (pds, stacks_top (stacks, stack)).begin);
  const struct pds_rule *rule = &pds->rules.at[number];
  pds_stack below = stacks_below (stacks, stack);
  if (pds_rule_is_return (rule))
    return below;
  if (pds_rule_is_call (rule))
    below = stacks_push (stacks, rule->under, below);
  return stacks_push (stacks, rule->to, below);
}

#endif
