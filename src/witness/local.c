/* local.c -- see local.h.  Stacks are interned lists, so that configurations
   are numbers. */
#include <config.h>

#include "local.h"

#include <assert.h>

/* A stack is a cell: the top symbol, and the stack below it.  Cell 0 is the
   empty stack. */
struct cell
{
  pds_symbol top;
  uint32_t below;
};

struct stacks
{
  struct arena *arena;
  VEC (struct cell) cells;
  struct pairmap ids;
};

static void
stacks_init (struct stacks *stacks, struct arena *arena)
{
  stacks->arena = arena;
  stacks->cells.at = NULL;
  stacks->cells.count = stacks->cells.capacity = 0;
  pairmap_init (&stacks->ids, arena);
  *vec_push (arena, &stacks->cells) = (struct cell){ PDS_NO_SYMBOL, 0 };
}

static uint32_t
push (struct stacks *stacks, pds_symbol top, uint32_t below)
{
  uint32_t *id = pairmap_at (&stacks->ids, top.index, below);
  if (*id == PAIRMAP_FREE)
    {
      *id = stacks->cells.count;
      uint32_t index = *id;
      *vec_push (stacks->arena, &stacks->cells) = (struct cell){ top, below };
      return index;
    }
  return *id;
}

static uint32_t
follow (struct stacks *stacks, const struct pds *pds, uint32_t stack, uint32_t number)
{
  const struct pds_rule *rule = &pds->rules.at[number];
  assert (stack != 0);
  uint32_t below = stacks->cells.at[stack].below;
  if (pds_rule_is_return (rule))
    return below;
  if (pds_rule_is_call (rule))
    below = push (stacks, rule->under, below);
  return push (stacks, rule->to, below);
}

void
local_path_cut_loops (struct local_path *path, const struct pds *pds,
                      struct arena *scratch)
{
  struct stacks stacks;
  stacks_init (&stacks, scratch);
  /* For each stack, where the path that is kept was in it last; places are
     counted in steps, and those before the last move of the automaton are too
     old to come back to. */
  VEC (uint32_t) last = VEC_EMPTY;
  VEC (uint32_t) stack_at = VEC_EMPTY;
  uint32_t kept = 0, oldest = 0;
  uint32_t stack = push (&stacks, path->entry, 0);
  for (uint32_t i = 0;; i++)
    {
      while (last.count <= stack)
        *vec_push (scratch, &last) = UINT32_MAX;
      if (last.at[stack] != UINT32_MAX && last.at[stack] >= oldest)
        {
          for (uint32_t k = last.at[stack] + 1; k < kept; k++)
            last.at[stack_at.at[k]] = UINT32_MAX;
          kept = last.at[stack];
        }
      last.at[stack] = kept;
      stack_at.count = kept;
      *vec_push (scratch, &stack_at) = stack;
      if (i == path->steps.count)
        break;
      struct local_step step = path->steps.at[i];
      path->steps.at[kept++] = step;
      if (step.moves)
        oldest = kept;
      stack = follow (&stacks, pds, stack, step.rule);
    }
  path->steps.count = kept;
}

void
local_paths_of_run (struct local_path *paths, uint32_t count, const struct run *run,
                    struct arena *arena)
{
  for (uint32_t i = 0; i < run->steps.count; i++)
    {
      const struct run_step *step = &run->steps.at[i];
      assert (step->participant < count);
      (void) count;
      *vec_push (arena, &paths[step->participant].steps)
        = (struct local_step){ step->rule, step->moves };
    }
}
