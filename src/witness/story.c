/* story.c -- see story.h.
 *
 * A rule is used at the symbol on top of its process's stack, and that symbol is a node
 * of a flow graph: the statement.  Where the projection has made a skip of a statement (a
 * lock that is held already), it is shown all the same, as nested.  A wake and a notify
 * are not shown, nor the cut and resume of a wait if no unit is open.
 */
#include <config.h>

#include "witness/story.h"

#include <assert.h>

struct teller
{
  const struct ir_projection *lowering;
  struct arena *arena;
  struct witness *witness;
  uint32_t phase; /* steps of the automaton so far */
};

/* The action of a node; -1: it is not shown. */
static int
action_of (enum ir_op op)
{
  static const int actions[] = { [IR_SKIP] = -1,
                                 [IR_ACQUIRE] = WITNESS_ACQUIRE,
                                 [IR_RELEASE] = WITNESS_RELEASE,
                                 [IR_READ] = WITNESS_READ,
                                 [IR_WRITE] = WITNESS_WRITE,
                                 [IR_BEGIN] = WITNESS_UNIT_BEGIN,
                                 [IR_END] = WITNESS_UNIT_END,
                                 [IR_CALL] = WITNESS_CALL,
                                 [IR_RETURN] = WITNESS_RETURN,
                                 [IR_WAKE] = -1,
                                 [IR_FINISH] = WITNESS_END,
                                 [IR_START] = WITNESS_START,
                                 [IR_JOIN] = WITNESS_JOIN,
                                 [IR_CUT] = WITNESS_UNIT_END,
                                 [IR_RESUME] = WITNESS_UNIT_BEGIN,
                                 [IR_NOTIFY] = -1 };
  assert (op < sizeof actions / sizeof *actions);
  return actions[op];
}

bool
story_step (struct witness_step *step, const struct ir_projection *lowering,
            const struct story_frame *frame, const struct pds_rule *rule,
            process_id process, bool moves)
{
  const struct ir_step *node = ir_step_in (lowering, frame->instance, frame->at);
  int action = action_of (ir_plain_op (node));
  const struct pds_action_info *info = &lowering->pds.actions.at[rule->action.index];
  bool is_skip = info->op == PDS_SKIP;
  bool cuts = node->op == IR_CUT || node->op == IR_RESUME;
  *step = (struct witness_step){ .process = process,
                                 .waits = node->waits || cuts,
                                 .offset = node->offset,
                                 .position = node->position };
  if (action < 0 || (cuts && is_skip))
    return false;
  step->action = (enum witness_action) action;
  /* An acquire is a step of an automaton only if it awaits. */
  if (moves && step->action == WITNESS_ACQUIRE)
    step->action = WITNESS_AWAIT;
  if (witness_is_operation (step) || step->action == WITNESS_AWAIT)
    {
      step->object.lock = ir_step_lock (node);
      step->nested = is_skip;
    }
  else if (witness_is_access (step))
    step->object.field = ir_step_field (node);
  else if (step->action == WITNESS_CALL)
    step->object.body = ir_step_callee (node);
  else if (witness_has_body (step))
    step->object.body = frame->instance->body;
  else if (step->action == WITNESS_START || step->action == WITNESS_JOIN)
    step->object.processes = ir_step_processes (node);
  else
    {
      step->sets = cuts ? info->sets : node->sets;
      step->nested = is_skip;
    }
  return true;
}

static void
tell_step (struct teller *t, const struct story_frame *frame, const struct pds_rule *rule,
           process_id process, bool moves)
{
  struct witness_step step;
  bool told = story_step (&step, t->lowering, frame, rule, process, moves);
  assert (told || !moves);
  if (!told)
    return;
  assert (!moves || !step.nested);
  if (moves)
    step.phase = ++t->phase;
  *vec_push (t->arena, &t->witness->steps) = step;
}

void
story_enter (struct story_stack *stack, const struct ir_projection *lowering,
             pds_symbol entry, struct arena *arena)
{
  *vec_push (arena, &stack->frames)
    = (struct story_frame){ ir_instance_of (lowering, entry), entry };
}

void
story_follow (struct story_stack *stack, const struct ir_projection *lowering,
              const struct pds_rule *rule, struct arena *arena)
{
  assert (stack->frames.count > 0);
  struct story_frame *frame = &stack->frames.at[stack->frames.count - 1];
  if (pds_rule_is_return (rule))
    stack->frames.count--;
  else if (!pds_rule_is_call (rule))
    frame->at = rule->to;
  else
    {
      frame->at = rule->under;
      story_enter (stack, lowering, rule->to, arena);
    }
}

void
story_tell (struct witness *witness, const struct ir_projection *lowering,
            const struct run *run, const process_id *processes, uint32_t count,
            struct arena *arena)
{
  const struct pds *pds = &lowering->pds;
  assert (count > 0 && run->steps.count > 0);
  *witness = (struct witness){ VEC_EMPTY, VEC_EMPTY };
  vec_reserve (arena, &witness->steps, run->steps.count);
  struct teller t = { lowering, arena, witness, 0 };
  struct story_stack *stacks = arena_calloc (arena, count, sizeof *stacks);
  for (uint32_t p = 0; p < count; p++)
    story_enter (&stacks[p], lowering, pds->processes.at[processes[p].index].entry,
                 arena);
  for (uint32_t i = 0; i < run->steps.count; i++)
    {
      const struct run_step *step = &run->steps.at[i];
      assert (step->participant.index < count && step->rule < pds->rules.count);
      struct story_stack *stack = &stacks[step->participant.index];
      const struct pds_rule *rule = &pds->rules.at[step->rule];
      assert (stack->frames.count > 0);
      tell_step (&t, &stack->frames.at[stack->frames.count - 1], rule,
                 processes[step->participant.index], step->moves);
      story_follow (stack, lowering, rule, arena);
    }
}
