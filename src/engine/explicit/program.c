/* program.c -- see program.h. */
#include <config.h>

#include "engine/explicit/program.h"

#include <assert.h>

/* ---- What the automaton looks at. ---- */

enum
{
  LOOKS_KNOWN = 1,
  LOOKS_STEP = 2,      /* somewhere the action is a step */
  LOOKS_FORBIDDEN = 4, /* somewhere it is forbidden to loop */
};

static bool
plays_thread (const struct program *program, participant_id process)
{
  return process.index < program->threads;
}

static unsigned
looks_at (const struct program *program, participant_id process, pds_action action)
{
  if (!plays_thread (program, process))
    return 0;
  const struct pds *pds = program->pds;
  uint8_t *looks
    = &program->looks[(size_t) process.index * pds->actions.count + action.index];
  if (*looks == 0)
    {
      unsigned all = LOOKS_KNOWN;
      for (uint32_t x = 0; x < program->instance->automaton->steps.count; x++)
        {
          struct pa_moves moves = pa_instance_moves (program->instance, x,
                                                     (thread_id){ process.index },
                                                     &pds->actions.at[action.index]);
          all |= (moves.step ? LOOKS_STEP : 0) | (moves.loop ? 0 : LOOKS_FORBIDDEN);
        }
      *looks = (uint8_t) all;
    }
  return *looks;
}

/* ---- Setting up. ---- */

/* Number the locks that the processes use. */
static void
number_locks (struct program *program)
{
  const struct pds *pds = program->pds;
  lock_numbers_init (&program->locks, pds->locks.count, program->arena);
  for (uint32_t p = 0; p < program->count; p++)
    {
      body_id body = pds->processes.at[program->processes[p].index].body;
      const struct control_locks *locks = &program->control->locks[body.index];
      for (uint32_t i = 0; i < locks->count; i++)
        lock_numbers_add (&program->locks, locks->at[i]);
    }
}

void
program_init (struct program *program, const struct control *control,
              const struct pa_instance *instance, const process_id *processes,
              uint32_t count, uint32_t bound, struct arena *arena)
{
  const struct pds *pds = control->pds;
  *program = (struct program){ .pds = pds, .control = control, .instance = instance,
                               .processes = processes, .count = count,
                               .threads = instance->automaton->threads.count,
                               .bound = bound, .arena = arena };
  assert (program->threads <= count);
  number_locks (program);
  program->looks = arena_calloc (arena, (size_t) program->threads * pds->actions.count,
                                 sizeof *program->looks);
}

void
program_start (const struct program *program, struct states *states, struct state *state)
{
  for (uint32_t p = 0; p < program->count; p++)
    {
      pds_symbol entry = program->pds->processes.at[program->processes[p].index].entry;
      state->stacks[p] = stacks_push (&states->stacks, entry, PDS_EMPTY_STACK);
    }
}

/* ---- Edges. ---- */

/* The place of its lock among the owners. */
static uint32_t
lock_of (const struct program *program, const struct pds_action_info *action)
{
  lock_id lock = pds_action_lock (action);
  assert (lock_numbers_has (&program->locks, lock));
  return program->locks.number[lock.index].index;
}

/* Is there room on the stack for the frame that RULE, a call, leaves? */
static bool
has_room (const struct program *program, struct states *states, pds_stack stack,
          const struct pds_rule *rule)
{
  return states_recursion (states, stacks_below (&states->stacks, stack))
           + program->control->is_recursive[rule->under.index]
         <= program->bound;
}

static void
add_edge (const struct program *program, struct edges *edges, struct edge edge)
{
  *vec_push (program->arena, &edges->list) = edge;
}

static void
list_action (const struct program *program, const struct state *state,
             participant_id process, uint32_t r, struct edges *edges)
{
  pds_action id = program->pds->rules.at[r].action;
  const struct pds_action_info *action = &program->pds->actions.at[id.index];
  unsigned looks = looks_at (program, process, id);
  struct pa_moves moves = { true, false };
  if (looks & (LOOKS_STEP | LOOKS_FORBIDDEN))
    moves = pa_instance_moves (program->instance, state->done,
                               (thread_id){ process.index }, action);
  struct edge edge = { .rule = r, .kind = EDGE_FREE, .enabled = moves.loop };
  if (action->op == PDS_ACQUIRE)
    {
      participant_id owner = state->owners[lock_of (program, action)];
      assert (looks <= LOOKS_KNOWN && !participant_equal (owner, process));
      edge.kind = EDGE_ACQUIRE;
      edge.enabled = participant_equal (owner, STATE_NOBODY);
    }
  else if (action->op == PDS_RELEASE)
    {
      assert (looks <= LOOKS_KNOWN
              && participant_equal (state->owners[lock_of (program, action)], process));
      edge.kind = EDGE_RELEASE;
    }
  else if (looks & LOOKS_FORBIDDEN)
    edge.kind = EDGE_ACCESS;
  add_edge (program, edges, edge);
  if (looks & LOOKS_STEP)
    add_edge (program, edges,
              (struct edge){ .rule = r, .kind = EDGE_ACCESS, .moves = true,
                             .enabled = moves.step });
}

void
program_list_edges (const struct program *program, struct states *states,
                    const struct state *state, participant_id process,
                    struct edges *edges)
{
  edges->list.count = 0;
  pds_stack stack = state->stacks[process.index];
  if (stack_is_empty (stack))
    return;
  struct pds_range rules = pds_rules_of (program->pds, stacks_top (&states->stacks, stack));
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &program->pds->rules.at[r];
      if (pds_rule_is_call (rule))
        {
          bool room = has_room (program, states, stack, rule);
          add_edge (program, edges,
                    (struct edge){ .rule = r, .kind = EDGE_FREE, .enabled = room,
                                   .cut = !room });
        }
      else if (pds_rule_is_return (rule))
        add_edge (program, edges,
                  (struct edge){ .rule = r, .kind = EDGE_FREE, .enabled = true });
      else
        list_action (program, state, process, r, edges);
    }
}

void
program_take (const struct program *program, struct states *states, struct state *state,
              participant_id process, const struct edge *edge)
{
  assert (edge->enabled);
  const struct pds_rule *rule = &program->pds->rules.at[edge->rule];
  const struct pds_action_info *action = &program->pds->actions.at[rule->action.index];
  state->stacks[process.index]
    = stacks_follow (&states->stacks, program->pds, state->stacks[process.index], edge->rule);
  state->done += edge->moves;
  if (edge->kind == EDGE_ACQUIRE)
    state->owners[lock_of (program, action)] = process;
  else if (edge->kind == EDGE_RELEASE)
    state->owners[lock_of (program, action)] = STATE_NOBODY;
}

void
program_untake (const struct program *program, struct state *state,
                participant_id process, const struct edge *edge, pds_stack stack)
{
  const struct pds_rule *rule = &program->pds->rules.at[edge->rule];
  const struct pds_action_info *action = &program->pds->actions.at[rule->action.index];
  state->stacks[process.index] = stack;
  state->done -= edge->moves;
  if (edge->kind == EDGE_ACQUIRE)
    state->owners[lock_of (program, action)] = STATE_NOBODY;
  else if (edge->kind == EDGE_RELEASE)
    state->owners[lock_of (program, action)] = process;
}
