/* story.c -- see story.h.
 *
 * A rule is used at the symbol on top of its process's stack, and that symbol is a
 * node of a flow graph: the statement.  Where lowering has made a skip of a statement
 * (a lock that is held already), it is told all the same, as nested.  That a process
 * wakes and that it notifies is not told, nor a wait where no unit is open that it cuts.
 */
#include <config.h>

#include "witness/story.h"

#include <assert.h>

/* Where a process is in a procedure that it has not left. */
struct frame
{
  const struct lower_instance *instance;
  pds_symbol at;
};

struct stack
{
  VEC (struct frame) frames; /* the innermost last */
};

struct teller
{
  const struct lowering *lowering;
  struct arena *arena;
  struct witness *witness;
  uint32_t phase; /* steps of the automaton so far */
};

/* The action of a node, or -1 if it is not told. */
static int
action_of (enum flow_op op)
{
  static const int actions[]
    = { [FLOW_SKIP] = -1, [FLOW_ACQUIRE] = WITNESS_ACQUIRE,
        [FLOW_RELEASE] = WITNESS_RELEASE, [FLOW_READ] = WITNESS_READ,
        [FLOW_WRITE] = WITNESS_WRITE, [FLOW_BEGIN] = WITNESS_UNIT_BEGIN,
        [FLOW_END] = WITNESS_UNIT_END, [FLOW_CALL] = WITNESS_CALL,
        [FLOW_RETURN] = WITNESS_RETURN, [FLOW_WAKE] = -1, [FLOW_FINISH] = WITNESS_END,
        [FLOW_START] = WITNESS_START, [FLOW_JOIN] = WITNESS_JOIN,
        [FLOW_CUT] = WITNESS_UNIT_END, [FLOW_RESUME] = WITNESS_UNIT_BEGIN,
        [FLOW_NOTIFY] = -1 };
  assert (op < sizeof actions / sizeof *actions);
  return actions[op];
}

static void
tell_step (struct teller *t, const struct frame *frame, const struct pds_rule *rule,
           process_id process, bool moves)
{
  const struct flow_node *node = lower_node_in (t->lowering, frame->instance, frame->at);
  int action = action_of (node->op);
  assert (action >= 0 || !moves);
  if (action < 0)
    return;
  const struct pds_action_info *info = &t->lowering->pds.actions.at[rule->action.index];
  bool is_skip = info->op == PDS_SKIP;
  bool cuts = node->op == FLOW_CUT || node->op == FLOW_RESUME;
  if (cuts && is_skip)
    return;
  struct witness_step step
    = { .process = process, .action = (enum witness_action) action,
        .waits = node->waits || cuts, .offset = node->offset,
        .position = node->position };
  /* No other step of an automaton is an acquire. */
  if (moves && step.action == WITNESS_ACQUIRE)
    step.action = WITNESS_AWAIT;
  switch (step.action)
    {
    case WITNESS_UNIT_BEGIN:
    case WITNESS_UNIT_END:
      step.sets = cuts ? info->sets : node->sets;
      step.nested = is_skip;
      break;
    case WITNESS_ACQUIRE:
    case WITNESS_RELEASE:
    case WITNESS_AWAIT:
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
    case WITNESS_END:
      step.object.body = frame->instance->body;
      break;
    case WITNESS_START:
    case WITNESS_JOIN:
      step.object.processes = flow_processes (node);
      break;
    }
  assert (!moves || !step.nested);
  if (moves)
    step.phase = ++t->phase;
  *vec_push (t->arena, &t->witness->steps) = step;
}

static void
enter (struct teller *t, struct stack *stack, pds_symbol entry)
{
  *vec_push (t->arena, &stack->frames)
    = (struct frame){ lower_instance_of (t->lowering, entry), entry };
}

/* The process of STACK uses RULE. */
static void
follow (struct teller *t, struct stack *stack, const struct pds_rule *rule)
{
  struct frame *frame = &stack->frames.at[stack->frames.count - 1];
  if (pds_rule_is_return (rule))
    stack->frames.count--;
  else if (!pds_rule_is_call (rule))
    frame->at = rule->to;
  else
    {
      frame->at = rule->under;
      enter (t, stack, rule->to);
    }
}

void
story_tell (struct witness *witness, const struct lowering *lowering,
            const struct run *run, const process_id *processes, uint32_t count,
            struct arena *arena)
{
  const struct pds *pds = &lowering->pds;
  assert (count > 0 && run->steps.count > 0);
  *witness = (struct witness){ VEC_EMPTY };
  vec_reserve (arena, &witness->steps, run->steps.count);
  struct teller t = { lowering, arena, witness, 0 };
  struct stack *stacks = arena_calloc (arena, count, sizeof *stacks);
  for (uint32_t p = 0; p < count; p++)
    enter (&t, &stacks[p], pds->processes.at[processes[p].index].entry);
  for (uint32_t i = 0; i < run->steps.count; i++)
    {
      const struct run_step *step = &run->steps.at[i];
      assert (step->participant.index < count && step->rule < pds->rules.count);
      struct stack *stack = &stacks[step->participant.index];
      const struct pds_rule *rule = &pds->rules.at[step->rule];
      assert (stack->frames.count > 0);
      tell_step (&t, &stack->frames.at[stack->frames.count - 1], rule,
                 processes[step->participant.index], step->moves);
      follow (&t, stack, rule);
    }
}
