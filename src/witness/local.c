/* local.c -- see local.h. */
#include <config.h>

#include "witness/local.h"

#include <assert.h>

#include "wpds/stacks.h"

struct cutter
{
  const struct pds *pds;
  struct arena *arena;
  struct stacks stacks;
  VEC (pds_stack) stack_at; /* by place: the stack there */
  VEC (uint32_t)
  last;                    /* by stack: the place, in the path that is kept, where a loop
                              with this stack may begin; or NONE */
  VEC (uint32_t) acquired; /* places where the locks that are held were acquired */
};

#define NONE UINT32_MAX

/* Let no loop begin at the places passed so far, from FROM on. */
static void
close_places (struct cutter *c, uint32_t from)
{
  assert (from <= c->stack_at.count);
  for (uint32_t k = from; k < c->stack_at.count; k++)
    c->last.at[c->stack_at.at[k].index] = NONE;
}

/* STEP leaves PLACE: update where loops may begin. */
static void
close_after (struct cutter *c, const struct local_step *step, uint32_t place)
{
  const struct pds_action_info *action
    = &c->pds->actions.at[c->pds->rules.at[step->rule].action.index];
  if (step->moves || action->op >= PDS_WAKE)
    close_places (c, 0);
  /* An acquire that moves the automaton only awaits the lock: it is the last step. */
  if (action->op == PDS_ACQUIRE)
    *vec_push (c->arena, &c->acquired) = place;
  else if (action->op == PDS_RELEASE)
    {
      /* Locks nest: this is the one that was acquired last. */
      assert (c->acquired.count > 0 && c->acquired.at[c->acquired.count - 1] < place);
      close_places (c, c->acquired.at[--c->acquired.count] + 1);
    }
}

void
local_path_cut_loops (struct local_path *path, const struct pds *pds,
                      struct arena *scratch)
{
  struct cutter c = { .pds = pds, .arena = scratch };
  stacks_init (&c.stacks, scratch);
  uint32_t kept = 0;
  pds_stack stack = stacks_push (&c.stacks, path->entry, PDS_EMPTY_STACK);
  for (uint32_t i = 0;; i++)
    {
      while (c.last.count <= stack.index)
        *vec_push (scratch, &c.last) = NONE;
      if (c.last.at[stack.index] != NONE)
        {
          kept = c.last.at[stack.index];
          close_places (&c, kept);
          c.stack_at.count = kept;
        }
      c.last.at[stack.index] = kept;
      *vec_push (scratch, &c.stack_at) = stack;
      assert (c.stack_at.count == kept + 1);
      if (i == path->steps.count)
        break;
      struct local_step step = path->steps.at[i];
      assert (kept <= i);
      close_after (&c, &step, kept);
      path->steps.at[kept++] = step;
      stack = stacks_follow (&c.stacks, pds, stack, step.rule);
    }
  path->steps.count = kept;
}
