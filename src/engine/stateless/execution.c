/* execution.c -- see execution.h.
 *
 * Invariant: the nodes below `depth' are the current execution, each with its choice;
 * `state', `actors' and `order' are what it leads to.  Cost: exponentially many
 * executions at worst; each step looks at all choices of all processes, and what they
 * race with.
 */
#include <config.h>

#include "engine/stateless/execution.h"

#include <assert.h>

#include "base/log.h"

/* ---- Setting up. ---- */

static void
number_heads (struct stateless_search *execution)
{
  assert (execution->heads == 0);
  const struct control *control = execution->program.control;
  uint32_t symbols = pds_symbol_count (control->pds);
  execution->head = arena_alloc (execution->arena, symbols * sizeof *execution->head);
  for (uint32_t s = 0; s < symbols; s++)
    execution->head[s] = control->is_break[s] ? execution->heads++ : UINT32_MAX;
  execution->visits = arena_calloc (execution->arena,
                                    (size_t) execution->program.count * execution->heads,
                                    sizeof *execution->visits);
}

void
execution_init (struct stateless_search *execution, const struct control *control,
                const struct pa_instance *instance, const process_id *processes,
                uint32_t count, bool reduces, struct arena *arena)
{
  *execution = (struct stateless_search){ .arena = arena, .reduces = reduces };
  struct program *program = &execution->program;
  program_init (program, control, NULL, processes, count, arena);
  program_watch (program, instance, processes);
  frames_init (&execution->frames, program, arena);
  struct states states;
  states_init (&states, program, arena);
  execution->state = state_new (&states, arena);
  execution->actors = arena_alloc (arena, count * sizeof *execution->actors);
  for (uint32_t p = 0; p < count; p++)
    {
      execution->actors[p] = actor_new (&execution->frames, arena);
      frames_enter (&execution->frames, p, &execution->actors[p]);
    }
  order_init (&execution->order, program, arena);
  number_heads (execution);
  execution->met = arena_calloc (arena, count, sizeof *execution->met);
  execution->seen = arena_calloc (arena, count, sizeof *execution->seen);
  for (uint32_t t = 0; t < program->threads && program->meets; t++)
    execution->to_meet += pa_instance_meets (instance, (thread_id){ t });
}

static bool
is_goal (const struct stateless_search *execution)
{
  const struct program *program = &execution->program;
  assert (execution->met_count <= execution->to_meet);
  return program->meets ? execution->met_count == execution->to_meet
                        : execution->state.done == program->alone;
}

/* ---- What can be done in a state. ---- */

/* Add the meeting of PROCESS, if its thread has one and it is at such a place.  It waits
   until the steps before it are done. */
static void
list_meeting (struct stateless_search *execution, participant_id process,
              struct choices_of *choices)
{
  const struct program *program = &execution->program;
  const struct next_step *next = &execution->next;
  if (!next->meets
      || !program_is_poised (program, &execution->state, process.index, next->symbol))
    return;
  *vec_push (execution->arena, &choices->list)
    = (struct choice){ .rule = next->rules.begin,
                       .kind = STEP_ACCESS,
                       .lock = NEXT_NO_LOCK,
                       .enabled = execution->state.done == program->alone,
                       .meets = true };
}

/* PROCESS may not loop, or move if MOVES, now: may it after more steps? */
static bool
has_hope (const struct stateless_search *execution, participant_id process, bool moves)
{
  const struct program *program = &execution->program;
  pds_action action = program_action (program, execution->next.symbol);
  for (uint32_t x = execution->state.done + 1;
       x < program->instance->automaton->steps.count; x++)
    {
      struct pa_moves then = pa_instance_moves (program->instance, x,
                                                program_thread (program, process.index),
                                                &program->pds->actions.at[action.index]);
      if (moves ? then.step : then.loop)
        return true;
    }
  return false;
}

/* Add the choices of PROCESS by RULE: to loop and perhaps to move. */
static void
list_rule (struct stateless_search *execution, participant_id process, uint32_t rule,
           struct choices_of *choices)
{
  const struct next_step *next = &execution->next;
  assert (rule >= next->rules.begin && rule < next->rules.end);
  bool forbidden = next->watched & WATCHED_FORBIDDEN;
  struct choice loop = { .rule = rule,
                         .kind = forbidden ? STEP_ACCESS : next->kind,
                         .lock = next->lock,
                         .enabled = next->loop && !next->blocked && !next->cut };
  loop.hopeless = !loop.enabled && forbidden && !has_hope (execution, process, false);
  *vec_push (execution->arena, &choices->list) = loop;
  if (!(next->watched & WATCHED_STEP))
    return;
  struct choice move = { .rule = rule,
                         .kind = STEP_ACCESS,
                         .lock = NEXT_NO_LOCK,
                         .moves = true,
                         .enabled = next->step };
  move.hopeless = !move.enabled && !has_hope (execution, process, true);
  *vec_push (execution->arena, &choices->list) = move;
}

/* List what PROCESS can do, waits to do, or could have done earlier. */
static void
list_choices (struct stateless_search *execution, participant_id process,
              struct choices_of *choices)
{
  struct next_step *next = &execution->next;
  choices->list.count = 0;
  if (execution->met[process.index])
    return;
  next_step_find (&execution->frames, &execution->state, process.index,
                  &execution->actors[process.index], next);
  execution->cut |= next->cut;
  list_meeting (execution, process, choices);
  for (uint32_t r = next->rules.begin; r < next->rules.end; r++)
    list_rule (execution, process, r, choices);
}

/* The flags of a process in a node with these choices. */
static uint8_t
summarize (const struct choices_of *choices)
{
  bool enabled = false, waits = false, sleeps = false, awake = false;
  for (uint32_t i = 0; i < choices->list.count; i++)
    {
      const struct choice *choice = &choices->list.at[i];
      enabled |= choice->enabled;
      waits |= !choice->enabled && !choice->hopeless;
      sleeps |= choice->asleep;
      awake |= choice->enabled && !choice->asleep;
    }
  return (uint8_t) ((enabled ? NODE_ENABLED : 0)
                    | (enabled && !waits && !sleeps ? NODE_READY : 0)
                    | (awake ? NODE_AWAKE : 0));
}

/* ---- Nodes. ---- */

static struct node *
node_at (struct stateless_search *execution, uint32_t depth)
{
  assert (depth < execution->nodes.count);
  return &execution->nodes.at[depth];
}

static const struct choice *
chosen_at (const struct stateless_search *execution, uint32_t depth)
{
  assert (depth < execution->depth);
  const struct node *node = &execution->nodes.at[depth];
  return &node->choices[node->process.index].list.at[node->choice];
}

static void
make_room (struct stateless_search *execution)
{
  if (execution->depth < execution->nodes.count)
    return;
  uint32_t count = execution->program.count;
  struct node node
    = { .flags = arena_calloc (execution->arena, count, sizeof *node.flags),
        .choices = arena_calloc (execution->arena, count, sizeof *node.choices) };
  *vec_push (execution->arena, &execution->nodes) = node;
}

/* CHOICE, as PROCESS has it in NODE; null if it is not there. */
static struct choice *
find_choice (const struct node *node, participant_id process, const struct choice *choice)
{
  const struct choices_of *choices = &node->choices[process.index];
  for (uint32_t i = 0; i < choices->list.count; i++)
    {
      struct choice *it = &choices->list.at[i];
      if (it->rule == choice->rule && it->moves == choice->moves
          && it->meets == choice->meets)
        return it;
    }
  return NULL;
}

/* A choice sleeps in NODE if it was tried in the node before, or slept there, and the
   step from there to here, of another process, is independent of it: then all that begins
   with it has been tried. */
static void
inherit_sleep (struct stateless_search *execution, struct node *node)
{
  assert (execution->depth > 0);
  const struct node *before = node_at (execution, execution->depth - 1);
  const struct choice *step = chosen_at (execution, execution->depth - 1);
  for (participant_id p = { 0 }; p.index < execution->program.count; p.index++)
    {
      bool tried = before->flags[p.index] & NODE_TRIED;
      if (participant_equal (p, before->process))
        continue;
      for (uint32_t i = 0; i < node->choices[p.index].list.count; i++)
        {
          struct choice *choice = &node->choices[p.index].list.at[i];
          const struct choice *old = find_choice (before, p, choice);
          assert (old);
          choice->asleep = (old->asleep || (tried && old->enabled))
                           && !choices_are_dependent (&execution->program,
                                                      before->process, step, p, choice);
        }
    }
}

/* Choose the first process to try in NODE: the one that goes on, as long as it can.  If a
   choice of its is blocked or asleep, others have to be tried, too: they may go on
   instead.  False: all that can follow has been tried elsewhere. */
static bool
choose_first (const struct stateless_search *execution, struct node *node)
{
  assert (execution->reduces);
  uint32_t count = execution->program.count;
  uint32_t start
    = execution->depth > 0 ? execution->nodes.at[execution->depth - 1].process.index : 0;
  bool any = false;
  for (uint32_t i = 0; i < count; i++)
    {
      uint8_t *flags = &node->flags[(start + i) % count];
      any |= *flags & NODE_AWAKE;
      if (*flags & NODE_READY)
        {
          *flags |= NODE_WANTED;
          return true;
        }
    }
  for (uint32_t p = 0; p < count; p++)
    if (node->flags[p] & NODE_ENABLED)
      node->flags[p] |= NODE_WANTED;
  return any;
}

/* ---- Races. ---- */

/* LATER is the first event of its process after EVENT that EVENT did not happen before.
   Does it depend on no other such event, so that it can come first of them? */
static bool
can_be_first (const struct stateless_search *execution, uint32_t event, uint32_t later)
{
  assert (event < later);
  const struct order *order = &execution->order;
  for (uint32_t e = event + 1; e < later; e++)
    if (!order_precedes (order, event, e) && order_precedes (order, e, later))
      return false;
  return true;
}

/* Likewise for CHOICE of PROCESS, which has no such event after EVENT. */
static bool
can_choice_be_first (const struct stateless_search *execution, uint32_t event,
                     participant_id process, const struct choice *choice)
{
  const struct order *order = &execution->order;
  const struct choice *then
    = find_choice (&execution->nodes.at[event - 1], process, choice);
  assert (then); /* exists, since the process has not moved meanwhile */
  if (!then->enabled)
    return false;
  for (uint32_t e = event + 1; e <= execution->depth; e++)
    if (!order_precedes (order, event, e)
        && choices_are_dependent (&execution->program,
                                  (participant_id){ order->owner.at[e - 1] },
                                  chosen_at (execution, e - 1), process, choice))
      return false;
  return true;
}

/* Propose that OTHER goes first in NODE: *BEST is the first one proposed.  True if OTHER
   is wanted there already, so that nothing need be added. */
static bool
offer (const struct node *node, participant_id other, participant_id *best)
{
  if (participant_equal (*best, PARTICIPANT_NONE))
    *best = other;
  return node->flags[other.index] & NODE_WANTED;
}

/* CHOICE of PROCESS races with EVENT.  To reach CHOICE without EVENT, the later events
   that EVENT did not happen before have to come first: let a process that can make the
   first of these be tried instead of EVENT. */
static void
go_back (struct stateless_search *execution, uint32_t event, participant_id process,
         const struct choice *choice)
{
  assert (event > 0 && event <= execution->depth);
  struct node *node = node_at (execution, event - 1);
  participant_id best = PARTICIPANT_NONE;
  for (uint32_t p = 0; p < execution->program.count; p++)
    execution->seen[p] = 0;
  for (uint32_t e = event + 1; e <= execution->depth; e++)
    {
      participant_id other = { execution->order.owner.at[e - 1] };
      if (execution->seen[other.index] || order_precedes (&execution->order, event, e))
        continue;
      execution->seen[other.index] = e;
      if (can_be_first (execution, event, e) && offer (node, other, &best))
        return;
    }
  if (!execution->seen[process.index]
      && can_choice_be_first (execution, event, process, choice)
      && offer (node, process, &best))
    return;
  if (!participant_equal (best, PARTICIPANT_NONE))
    {
      assert (node->flags[best.index] & NODE_ENABLED);
      node->flags[best.index] |= NODE_WANTED;
      return;
    }
  for (uint32_t p = 0; p < execution->program.count; p++)
    if (node->flags[p] & NODE_ENABLED)
      node->flags[p] |= NODE_WANTED;
}

/* Find the races of all choices in NODE, also of those that are blocked or too late. */
static void
find_races (struct stateless_search *execution, const struct node *node)
{
  for (participant_id p = { 0 }; p.index < execution->program.count; p.index++)
    for (uint32_t i = 0; i < node->choices[p.index].list.count; i++)
      {
        const struct choice *choice = &node->choices[p.index].list.at[i];
        order_find_races (&execution->order, p, choice, &execution->races);
        for (uint32_t r = 0; r < execution->races.events.count; r++)
          go_back (execution, execution->races.events.at[r], p, choice);
      }
}

/* ---- The search. ---- */

/* Enter the current state: list its choices.  False: the execution ends here. */
static bool
enter (struct stateless_search *execution)
{
  make_room (execution);
  struct node *node = node_at (execution, execution->depth);
  node->process = PARTICIPANT_NONE;
  for (participant_id p = { 0 }; p.index < execution->program.count; p.index++)
    list_choices (execution, p, &node->choices[p.index]);
  /* Also at the end: a process that waits for ever might have gone first. */
  if (execution->reduces && execution->depth > 0)
    {
      find_races (execution, node);
      inherit_sleep (execution, node);
    }
  bool any = false;
  for (uint32_t p = 0; p < execution->program.count; p++)
    {
      node->flags[p] = summarize (&node->choices[p]);
      if (!execution->reduces && (node->flags[p] & NODE_ENABLED))
        node->flags[p] |= NODE_WANTED;
      any |= node->flags[p] & NODE_ENABLED;
    }
  return any && (!execution->reduces || choose_first (execution, node));
}

/* How often the process of NODE came to its present loop head; null: it is at none. */
static uint8_t *
visits_of (const struct stateless_search *execution, const struct node *node)
{
  uint32_t process = node->process.index, symbol = execution->actors[process].symbol;
  if (symbol == FRAMES_NOWHERE || execution->head[symbol] == UINT32_MAX)
    return NULL;
  return &execution
            ->visits[(size_t) process * execution->heads + execution->head[symbol]];
}

/* Count a visit of the process of NODE, which has just moved.  False: it came to a loop
   head once too often. */
static bool
visit_head (struct stateless_search *execution, struct node *node)
{
  uint8_t *visits = visits_of (execution, node);
  node->counts_visit = visits;
  return !visits || ++*visits <= EXECUTION_VISITS;
}

static void
unvisit_head (struct stateless_search *execution, const struct node *node)
{
  if (!node->counts_visit)
    return;
  uint8_t *visits = visits_of (execution, node);
  assert (visits && *visits > 0);
  --*visits;
}

/* Set the next choice in NODE that has not been tried; false: there is none. */
static bool
choose_next (struct stateless_search *execution, struct node *node)
{
  for (;;)
    {
      if (!participant_equal (node->process, PARTICIPANT_NONE))
        {
          const struct choices_of *choices = &node->choices[node->process.index];
          while (++node->choice < choices->list.count)
            if (choices->list.at[node->choice].enabled
                && !choices->list.at[node->choice].asleep)
              return true;
          node->flags[node->process.index] |= NODE_TRIED;
        }
      uint32_t p = 0;
      while (p < execution->program.count
             && (node->flags[p] & (NODE_AWAKE | NODE_WANTED | NODE_TRIED))
                  != (NODE_AWAKE | NODE_WANTED))
        p++;
      if (p == execution->program.count)
        return false;
      node->process = (participant_id){ p };
      node->choice = UINT32_MAX; /* before the first one */
    }
}

/* Apply to the shared state what CHOICE of PROCESS does, or take it back. */
static void
change_state (struct stateless_search *execution, participant_id process,
              const struct choice *choice, bool happens)
{
  const struct program *program = &execution->program;
  struct state *state = &execution->state;
  assert (happens || state->done >= choice->moves);
  state->done = happens ? state->done + choice->moves : state->done - choice->moves;
  step_change_others (program, state, process.index, choice->kind, choice->lock,
                      &program->pds->rules.at[choice->rule], happens);
}

/* Make the choice of NODE, the last one; false: that leads too far into a loop. */
static bool
take (struct stateless_search *execution, struct node *node)
{
  const struct choice *choice = &node->choices[node->process.index].list.at[node->choice];
  struct actor *actor = &execution->actors[node->process.index];
  assert (choice->enabled);
  execution->counts.visited++;
  node->actor = *actor;
  order_push (&execution->order, node->process, choice);
  execution->depth++;
  assert (execution->order.events == execution->depth);
  node->counts_visit = false;
  if (choice->meets)
    {
      assert (!execution->met[node->process.index]);
      execution->met[node->process.index] = true;
      execution->met_count++;
      return true;
    }
  change_state (execution, node->process, choice, true);
  step_follow (&execution->frames, actor,
               &execution->program.pds->rules.at[choice->rule]);
  return visit_head (execution, node);
}

static void
untake (struct stateless_search *execution)
{
  assert (execution->depth > 0);
  execution->depth--;
  const struct node *node = node_at (execution, execution->depth);
  const struct choice *choice = &node->choices[node->process.index].list.at[node->choice];
  order_pop (&execution->order);
  assert (execution->order.events == execution->depth);
  if (choice->meets)
    {
      assert (execution->met[node->process.index] && execution->met_count > 0);
      execution->met[node->process.index] = false;
      execution->met_count--;
      return;
    }
  unvisit_head (execution, node);
  change_state (execution, node->process, choice, false);
  execution->actors[node->process.index] = node->actor;
}

/* Explore from the current state.  True: the goal was reached, the execution stays. */
static bool
explore (struct stateless_search *execution)
{
  if (is_goal (execution))
    return true;
  bool goes_on = enter (execution);
  execution->counts.executions += !goes_on;
  for (;;)
    {
      quota_tick (execution->arena->quota);
      struct node *node = node_at (execution, execution->depth);
      if (!goes_on || !choose_next (execution, node))
        {
          if (execution->depth == 0)
            return false;
          untake (execution);
          goes_on = true;
          continue;
        }
      goes_on = take (execution, node);
      execution->cut |= !goes_on;
      if (is_goal (execution))
        {
          execution->counts.executions++;
          return true;
        }
      if (goes_on)
        goes_on = enter (execution);
      else
        make_room (execution);
      execution->counts.executions += !goes_on;
    }
}

enum verdict_kind
execution_search (struct stateless_search *execution)
{
  assert (execution->depth == 0);
  bool found = explore (execution);
  LOG (2, "%llu executions, %llu steps",
       (unsigned long long) execution->counts.executions,
       (unsigned long long) execution->counts.visited);
  if (found)
    return VERDICT_VIOLATION;
  return execution->cut ? VERDICT_UNKNOWN : VERDICT_SAFE;
}

void
execution_witness (struct stateless_search *execution, struct run *run,
                   struct arena *arena)
{
  assert (is_goal (execution));
  const struct program *program = &execution->program;
  const struct pa_automaton *automaton = program->instance->automaton;
  uint32_t *rules = arena_calloc (arena, program->threads, sizeof *rules);
  run->steps.count = 0;
  for (uint32_t d = 0; d < execution->depth; d++)
    {
      participant_id process = execution->nodes.at[d].process;
      const struct choice *choice = chosen_at (execution, d);
      assert (!choice->meets || process.index < program->threads);
      if (choice->meets)
        rules[process.index] = choice->rule;
      else
        *vec_push (arena, &run->steps)
          = (struct run_step){ process, choice->rule, choice->moves };
    }
  for (uint32_t i = program->alone; i < automaton->steps.count; i++)
    {
      uint32_t thread = automaton->steps.at[i].thread.index;
      *vec_push (arena, &run->steps)
        = (struct run_step){ { thread }, rules[thread], true };
    }
}
