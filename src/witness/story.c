/* story.c -- see story.h.
 *
 * A rule is used at the symbol on top of its process's stack, and that symbol is a
 * node of a flow graph: the statement.  Where lowering has made a skip of a statement
 * (a lock that is held already), it is told all the same, as nested.
 */
#include <config.h>

#include "witness/story.h"

#include <assert.h>

#include "wpds/stacks.h"

struct teller
{
  const struct lowering *lowering;
  struct arena *arena;
  struct witness *witness;
  uint32_t phase; /* steps of the automaton so far */
};

/* The action of a node, or -1 for a skip. */
static int
action_of (enum flow_op op)
{
  static const int actions[]
    = { [FLOW_SKIP] = -1, [FLOW_ACQUIRE] = WITNESS_ACQUIRE,
        [FLOW_RELEASE] = WITNESS_RELEASE, [FLOW_READ] = WITNESS_READ,
        [FLOW_WRITE] = WITNESS_WRITE, [FLOW_BEGIN] = WITNESS_UNIT_BEGIN,
        [FLOW_END] = WITNESS_UNIT_END, [FLOW_CALL] = WITNESS_CALL,
        [FLOW_RETURN] = WITNESS_RETURN };
  assert (op < sizeof actions / sizeof *actions);
  return actions[op];
}

static void
tell_step (struct teller *t, pds_symbol symbol, const struct pds_rule *rule,
           process_id process, bool moves)
{
  const struct flow_node *node = lower_node_of (t->lowering, symbol);
  int action = action_of (node->op);
  assert (action >= 0 || !moves);
  if (action < 0)
    return;
  bool is_skip = t->lowering->pds.actions.at[rule->action.index].op == PDS_SKIP;
  struct witness_step step
    = { .process = process, .action = (enum witness_action) action,
        .offset = node->offset, .position = node->position };
  switch (step.action)
    {
    case WITNESS_UNIT_BEGIN:
    case WITNESS_UNIT_END:
      step.sets = node->sets;
      step.nested = is_skip;
      break;
    case WITNESS_ACQUIRE:
    case WITNESS_RELEASE:
      step.object.lock = flow_lock (node);
      step.nested = is_skip;
      break;
    case WITNESS_READ:
    case WITNESS_WRITE:
      step.object.field = flow_field (node);
      break;
    case WITNESS_CALL:
      step.object.body = flow_callee (node);
      break;
    case WITNESS_RETURN:
      step.object.body = lower_instance_of (t->lowering, symbol)->body;
      break;
    }
  assert (!moves || !step.nested);
  if (moves)
    step.phase = ++t->phase;
  *vec_push (t->arena, &t->witness->steps) = step;
}

void
story_tell (struct witness *witness, const struct lowering *lowering,
            const struct run *run, const process_id *processes, uint32_t count,
            struct arena *arena)
{
  const struct pds *pds = &lowering->pds;
  assert (count > 0 && run->steps.count > 0);
  *witness = (struct witness){ VEC_EMPTY, run->switches };
  struct teller t = { lowering, arena, witness, 0 };
  struct stacks stacks;
  stacks_init (&stacks, arena);
  pds_stack *stack_of = arena_alloc (arena, count * sizeof *stack_of);
  for (uint32_t p = 0; p < count; p++)
    stack_of[p] = stacks_push (&stacks, pds->processes.at[processes[p].index].entry,
                               PDS_EMPTY_STACK);
  for (uint32_t i = 0; i < run->steps.count; i++)
    {
      const struct run_step *step = &run->steps.at[i];
      assert (step->participant.index < count && step->rule < pds->rules.count);
      pds_stack *stack = &stack_of[step->participant.index];
      tell_step (&t, stacks_top (&stacks, *stack), &pds->rules.at[step->rule],
                 processes[step->participant.index], step->moves);
      *stack = stacks_follow (&stacks, pds, *stack, step->rule);
    }
}
