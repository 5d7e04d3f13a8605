/* transactions.c -- see transactions.h. */
#include <config.h>

#include "engine/explicit/transactions.h"

#include <assert.h>

void
transactions_init (struct transactions *transactions, bool on, uint32_t locks,
                   struct arena *arena)
{
  *transactions = (struct transactions){ .on = on, .locks = locks };
  if (!on)
    return;
  transactions->protects = arena_alloc (arena, locks * sizeof *transactions->protects);
  for (uint32_t l = 0; l < locks; l++)
    transactions->protects[l] = true;
  transactions->count = locks;
}

/* E(t, z): does PROCESS have the automaton for itself? */
static bool
is_exclusive (const struct transactions *transactions, const struct state *state,
              participant_id process)
{
  assert (transactions->on);
  if (transactions->count == 0)
    return false;
  for (uint32_t l = 0; l < transactions->locks; l++)
    if (transactions->protects[l] && !participant_equal (state->owners[l], process))
      return false;
  return true;
}

/* Is EDGE a mover?  OPERATION: EDGE_ACQUIRE for right movers, EDGE_RELEASE for left
   movers. */
static bool
is_mover (const struct transactions *transactions, const struct state *state,
          participant_id process, const struct edge *edge, enum edge_kind operation)
{
  return edge->kind == EDGE_FREE || edge->kind == operation
         || (edge->kind == EDGE_ACCESS && is_exclusive (transactions, state, process));
}

bool
transactions_is_past_commit (const struct transactions *transactions,
                             const struct program *program, struct states *states,
                             const struct state *state, participant_id process,
                             const struct edges *edges)
{
  assert (!participant_equal (state->opener, process));
  pds_stack stack = state->stacks[process.index];
  if (!transactions->on || stack_is_empty (stack)
      || program->control->is_break[stacks_top (&states->stacks, stack).index])
    return false;
  bool enabled = false;
  for (uint32_t i = 0; i < edges->list.count; i++)
    {
      const struct edge *edge = &edges->list.at[i];
      if (!is_mover (transactions, state, process, edge, EDGE_RELEASE))
        return false;
      enabled |= edge->enabled;
    }
  return enabled
         && !(program->meets
              && program_is_meeting_place (program, states, state, process));
}

/* From R or N a right mover leads into R; everything else leads out of it. */
participant_id
transactions_next_opener (const struct transactions *transactions,
                          const struct state *state, participant_id process,
                          const struct edge *edge, bool past_commit)
{
  assert (participant_equal (state->opener, STATE_NOBODY)
          || participant_equal (state->opener, process));
  assert (edge->enabled);
  if (!transactions->on || past_commit
      || !is_mover (transactions, state, process, edge, EDGE_ACQUIRE))
    return STATE_NOBODY;
  return process;
}

bool
transactions_weaken (struct transactions *transactions, const struct state *state,
                     participant_id process)
{
  uint32_t before = transactions->count;
  assert (before <= transactions->locks);
  if (before == 0)
    return false;
  for (uint32_t l = 0; l < transactions->locks; l++)
    if (transactions->protects[l] && !participant_equal (state->owners[l], process))
      {
        assert (transactions->count > 0);
        transactions->protects[l] = false;
        transactions->count--;
      }
  return transactions->count == 0;
}

bool
edges_have_access (const struct edges *edges)
{
  for (uint32_t i = 0; i < edges->list.count; i++)
    if (edges->list.at[i].kind == EDGE_ACCESS)
      return true;
  return false;
}
