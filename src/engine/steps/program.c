/* program.c -- see program.h. */
#include <config.h>

#include "engine/steps/program.h"

#include <assert.h>

/* What the automaton watches of ACTION of PROCESS; 0: PROCESS plays no thread. */
static inline unsigned
watched (const struct program *program, participant_id process, pds_action action)
{
  if (process.index >= program->watching.threads)
    return 0;
  return watching_of (&program->watching, (thread_id){ process.index }, action);
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
              uint32_t count, struct arena *arena)
{
  const struct pds *pds = control->pds;
  *program = (struct program){ .pds = pds,
                               .control = control,
                               .instance = instance,
                               .processes = processes,
                               .count = count,
                               .threads = instance->automaton->threads.count,
                               .arena = arena };
  watching_init (&program->watching, pds, instance, arena);
  assert (program->threads <= count);
  const struct pa_automaton *automaton = instance->automaton;
  program->alone
    = automaton->steps.count - (automaton->together > 1 ? automaton->together : 0);
  program->meets = program->alone < automaton->steps.count;
  program->lives = pds->life_cycles ? pds->processes.count : 0;
  number_locks (program);
}

void
program_start (const struct program *program, struct states *states, struct state *state)
{
  assert (state->done == 0 && states->processes == program->count);
  for (uint32_t p = 0; p < program->count; p++)
    {
      pds_symbol entry = program->pds->processes.at[program->processes[p].index].entry;
      state->stacks[p] = stacks_push (&states->stacks, entry, PDS_EMPTY_STACK);
    }
}

/* ---- Edges. ---- */

static const struct pds_action_info *
action_of_rule (const struct program *program, uint32_t rule)
{
  assert (rule < program->pds->rules.count);
  return &program->pds->actions.at[program->pds->rules.at[rule].action.index];
}

/* The place of the lock of ACTION among the owners. */
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
         <= PROGRAM_STACK_BOUND;
}

static void
list_action (const struct program *program, const struct state *state,
             participant_id process, uint32_t r, struct edges *edges)
{
  pds_action id = program->pds->rules.at[r].action;
  const struct pds_action_info *action = &program->pds->actions.at[id.index];
  unsigned what = watched (program, process, id);
  struct pa_moves moves = { true, false };
  if (what & (WATCHED_STEP | WATCHED_FORBIDDEN))
    moves = pa_instance_moves (program->instance, state->done,
                               (thread_id){ process.index }, action);
  struct edge edge = { .rule = r, .kind = EDGE_FREE, .enabled = moves.loop };
  if (action->op == PDS_ACQUIRE)
    {
      participant_id owner = state->owners[lock_of (program, action)];
      /* Locks are not reentrant, and no automaton watches them. */
      assert (!(what & (WATCHED_STEP | WATCHED_FORBIDDEN))
              && !participant_equal (owner, process));
      edge.kind = EDGE_ACQUIRE;
      edge.enabled = participant_equal (owner, STATE_NOBODY);
    }
  else if (action->op == PDS_RELEASE)
    {
      assert (what <= WATCHED_KNOWN
              && participant_equal (state->owners[lock_of (program, action)], process));
      edge.kind = EDGE_RELEASE;
    }
  else if (action->op >= PDS_WAKE)
    {
      /* Scripts watch them, and plain questions are asked here (engine.h). */
      assert (what <= WATCHED_KNOWN && moves.loop);
      edge.kind = EDGE_ORDER;
      edge.enabled = lives_allow (program->pds, state->lives,
                                  program->processes[process.index], action);
    }
  else if (what & WATCHED_FORBIDDEN)
    edge.kind = EDGE_ACCESS;
  *vec_push (program->arena, &edges->list) = edge;
  if (what & WATCHED_STEP)
    *vec_push (program->arena, &edges->list) = (struct edge){
      .rule = r, .kind = EDGE_ACCESS, .moves = true, .enabled = moves.step
    };
}

void
program_list_edges (const struct program *program, struct states *states,
                    const struct state *state, participant_id process,
                    struct edges *edges)
{
  assert (process.index < program->count);
  edges->list.count = 0;
  pds_stack stack = state->stacks[process.index];
  if (stack_is_empty (stack))
    return;
  pds_symbol top = stacks_top (&states->stacks, stack);
  struct pds_range rules = pds_rules_of (program->pds, top);
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &program->pds->rules.at[r];
      bool call = pds_rule_is_call (rule);
      if (!call && !pds_rule_is_return (rule))
        {
          list_action (program, state, process, r, edges);
          continue;
        }
      bool room = !call || has_room (program, states, stack, rule);
      *vec_push (program->arena, &edges->list)
        = (struct edge){ .rule = r, .kind = EDGE_FREE, .enabled = room, .cut = !room };
    }
}

bool
program_has_hope (const struct program *program, const struct state *state,
                  participant_id process, const struct edge *edge)
{
  assert (edge->kind == EDGE_ACCESS && !edge->enabled);
  assert (process.index < program->threads);
  const struct pds_action_info *action = action_of_rule (program, edge->rule);
  for (uint32_t x = state->done + 1; x < program->instance->automaton->steps.count; x++)
    {
      struct pa_moves moves
        = pa_instance_moves (program->instance, x, (thread_id){ process.index }, action);
      if (edge->moves ? moves.step : moves.loop)
        return true;
    }
  return false;
}

/* ---- Meetings. ---- */

/* The first rule at the top of PROCESS's stack by which it may be poised, whatever
   locks it holds; UINT32_MAX: there is none. */
static uint32_t
find_meeting_rule (const struct program *program, const struct states *states,
                   const struct state *state, participant_id process)
{
  pds_stack stack = state->stacks[process.index];
  if (process.index >= program->threads || stack_is_empty (stack))
    return UINT32_MAX;
  struct pds_range rules
    = pds_rules_of (program->pds, stacks_top (&states->stacks, stack));
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &program->pds->rules.at[r];
      if (!pds_rule_is_call (rule) && !pds_rule_is_return (rule)
          && (watched (program, process, rule->action) & WATCHED_MEETING))
        return r;
    }
  return UINT32_MAX;
}

bool
program_is_meeting_place (const struct program *program, const struct states *states,
                          const struct state *state, participant_id process)
{
  return program->alone < program->instance->automaton->steps.count
         && find_meeting_rule (program, states, state, process) != UINT32_MAX;
}

static idset
held_by (const struct program *program, const struct state *state, participant_id process)
{
  idset held = IDSET_EMPTY;
  for (uint32_t l = 0; l < program->locks.count; l++)
    if (participant_equal (state->owners[l], process))
      held = idset_add (program->pds->idsets, held, program->locks.lock[l].index);
  return held;
}

bool
program_is_poised (const struct program *program, const struct states *states,
                   const struct state *state, participant_id process, uint32_t *rule)
{
  const struct pds *pds = program->pds;
  thread_id thread = { process.index };
  assert (program->meets && pa_instance_meets (program->instance, thread));
  *rule = find_meeting_rule (program, states, state, process);
  return *rule != UINT32_MAX
         && pa_instance_poised (program->instance, thread,
                                &pds->actions.at[pds->rules.at[*rule].action.index],
                                held_by (program, state, process));
}

bool
program_is_meeting (const struct program *program, const struct states *states,
                    const struct state *state, uint32_t *rules)
{
  assert (program->meets && state->done == program->alone);
  for (participant_id p = { 0 }; p.index < program->threads; p.index++)
    {
      uint32_t rule;
      if (!pa_instance_meets (program->instance, (thread_id){ p.index }))
        continue;
      if (!program_is_poised (program, states, state, p, &rule))
        return false;
      if (rules)
        rules[p.index] = rule;
    }
  return true;
}

/* ---- Taking edges. ---- */

/* PROCESS goes along EDGE; or, if not HAPPENS, has not gone along it. */
static inline void
change_others (const struct program *program, struct state *state, participant_id process,
               const struct edge *edge, bool happens)
{
  if (edge->kind < EDGE_ACQUIRE)
    return;
  const struct pds_action_info *action = action_of_rule (program, edge->rule);
  if (edge->kind == EDGE_ORDER)
    {
      lives_change (program->pds, state->lives, program->processes[process.index], action,
                    happens);
      return;
    }
  bool held = (edge->kind == EDGE_ACQUIRE) == happens;
  state->owners[lock_of (program, action)] = held ? process : STATE_NOBODY;
}

void
program_take (const struct program *program, struct states *states, struct state *state,
              participant_id process, const struct edge *edge)
{
  assert (edge->enabled && !edge->cut);
  pds_stack *stack = &state->stacks[process.index];
  *stack = stacks_follow (&states->stacks, program->pds, *stack, edge->rule);
  state->done += edge->moves;
  assert (state->done <= program->alone);
  change_others (program, state, process, edge, true);
}

void
program_untake (const struct program *program, struct state *state,
                participant_id process, const struct edge *edge, pds_stack stack)
{
  assert (state->done >= edge->moves);
  state->stacks[process.index] = stack;
  state->done -= edge->moves;
  change_others (program, state, process, edge, false);
}
