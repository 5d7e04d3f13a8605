/* best.c -- see best.h.  A place is a stack. */
#include <config.h>

#include "witness/best.h"

#include <assert.h>

#include "witness/interleave.h"
#include "witness/step_cost.h"

/* The most states that are considered.  With more participants than MANY the limit is
   lower: the cost of a state and its successors grow with their number. */
#define STATES 50000
#define MANY 8

struct best
{
  const struct survey *survey;
  const struct pa_instance *instance;
  struct stacks stacks;
  struct tolls tolls;
};

static struct interleave_move
move_of (struct best *b, pds_stack stack, uint32_t number)
{
  const struct pds *pds = b->survey->pds;
  assert (number < pds->rules.count);
  const struct pds_rule *rule = &pds->rules.at[number];
  const struct pds_action_info *action = &pds->actions.at[rule->action.index];
  pds_stack to = stacks_follow (&b->stacks, pds, stack, number);
  return (struct interleave_move){ .to = to.index,
                                   .visible = rule_is_visible (rule),
                                   .acquires = action->op == PDS_ACQUIRE
                                                 ? pds_action_lock (action)
                                                 : LOCK_NONE,
                                   .action = rule->action,
                                   .guarded = true,
                                   .steps = false,
                                   .orders = action->op >= PDS_WAKE,
                                   .tag = number };
}

/* Is ACTION of PROCESS, which holds the locks HELD, a step of its thread in some state of
   the automaton? */
static bool
is_ever_step (const struct best *b, participant_id process,
              const struct pds_action_info *action, idset held)
{
  thread_id thread = { process.index };
  if (process.index >= b->instance->automaton->threads.count)
    return false;
  if (b->instance->automaton->together > 1
      && pa_instance_poised (b->instance, thread, action, held))
    return true;
  for (uint32_t x = 0; x < b->instance->automaton->steps.count; x++)
    if (pa_instance_moves (b->instance, x, thread, action).step)
      return true;
  return false;
}

static void
list_moves (void *context, participant_id process, uint32_t place,
            struct interleave_moves *moves, struct arena *arena)
{
  struct best *b = context;
  const struct pds *pds = b->survey->pds;
  pds_stack stack = { place };
  if (stack_is_empty (stack))
    return;
  pds_symbol top = stacks_top (&b->stacks, stack);
  struct pds_range rules = pds_rules_of (pds, top);
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      struct interleave_move move = move_of (b, stack, r);
      *vec_push (arena, &moves->list) = move;
      if (is_ever_step (b, process, &pds->actions.at[move.action.index],
                        b->survey->held[top.index]))
        {
          move.guarded = false;
          move.steps = true;
          *vec_push (arena, &moves->list) = move;
        }
    }
}

static idset
held_at (void *context, participant_id process, uint32_t place)
{
  const struct best *b = context;
  (void) process;
  pds_stack stack = { place };
  if (stack_is_empty (stack))
    return IDSET_EMPTY;
  return b->survey->held[stacks_top (&b->stacks, stack).index];
}

static void
write_move (void *context, participant_id process, const struct interleave_move *move,
            struct run *run, struct arena *arena)
{
  assert (move->steps != move->guarded);
  (void) context;
  *vec_push (arena, &run->steps) = (struct run_step){ process, move->tag, move->steps };
}

static uint32_t
rest_of (void *context, uint32_t step, uint32_t place)
{
  return tolls_rest (&((struct best *) context)->tolls, step, (pds_stack){ place });
}

/* Set whom the participants of QUESTION may start and join. */
static void
list_orders (const struct question *question, struct interleave *task,
             struct arena *arena)
{
  const struct pds *pds = question->survey->pds;
  if (!pds->life_cycles || question->count > 64)
    return;
  uint64_t *starts = arena_calloc (arena, question->count, sizeof *starts);
  uint64_t *joins = arena_calloc (arena, question->count, sizeof *joins);
  for (uint32_t p = 0; p < question->count; p++)
    {
      const struct participant *who = &question->participants[p];
      const struct survey_body *body
        = survey_reach (question->survey, who->body, who->entry);
      for (uint32_t i = 0; i < body->actions.count; i++)
        {
          const struct pds_action_info *action
            = &pds->actions.at[body->actions.at[i].action];
          for (uint32_t q = 0; pds_action_is_ordering (action) && q < question->count;
               q++)
            if (idset_has (pds->idsets, pds_action_processes (action),
                           question->processes[q].index))
              (action->op == PDS_START ? starts : joins)[p] |= (uint64_t) 1 << q;
        }
    }
  task->starts_whom = starts;
  task->joins_whom = joins;
}

void
best_find (struct run *run, const struct question *question, struct quota *quota,
           struct arena *arena)
{
  const struct survey *survey = question->survey;
  const struct pa_instance *instance = question->instance;
  uint32_t count = question->count;
  struct best b = { .survey = survey, .instance = instance };
  assert (run->steps.count > 0);
  stacks_init (&b.stacks, arena);
  uint32_t *starts = arena_alloc (arena, count * sizeof *starts);
  for (uint32_t p = 0; p < count; p++)
    starts[p]
      = stacks_push (&b.stacks, question->participants[p].entry, PDS_EMPTY_STACK).index;
  struct interleave task = { .pds = survey->pds,
                             .instance = instance,
                             .count = count,
                             .processes = question->processes,
                             .starts = starts,
                             .context = &b,
                             .list = list_moves,
                             .held = held_at,
                             .write = write_move,
                             .states = STATES,
                             .bound = interleave_cost (survey->pds, run) };
  if (count > MANY)
    task.states = 1 + (uint32_t) ((uint64_t) STATES * MANY * MANY / count / count);
  if (tolls_init (&b.tolls, survey, instance, &b.stacks, arena))
    task.rest = rest_of;
  list_orders (question, &task, arena);
  struct run better;
  if (interleave_search (&better, &task, quota, arena) == INTERLEAVE_FOUND)
    {
      assert (interleave_cost (survey->pds, &better) < task.bound);
      *run = better;
    }
}
