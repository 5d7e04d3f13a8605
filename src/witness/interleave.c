/* interleave.c -- see interleave.h.
 *
 * Cost: each state is expanded once, by the moves of all processes; states are interned,
 * and at most `states' of them are made.
 */
#include <config.h>

#include "witness/interleave.h"

#include <assert.h>

#include "base/binary_heap.h"
#include "base/log.h"

#define NONE UINT32_MAX
#define SWITCH ((uint64_t) 1 << 32)
#define GUESS_WEIGHT 4

struct node
{
  uint32_t parent;         /* node; NONE: the start */
  uint32_t last;           /* the process that moved last; NONE: none yet */
  uint32_t made;           /* steps of the automaton */
  uint32_t first_place;    /* index in `places', of one for each process */
  idset started, finished; /* processes of the model */
  uint64_t cost;
  struct interleave_move by;
  bool done;
};

struct searcher
{
  const struct interleave *task;
  uint32_t steps;    /* of the automaton */
  uint32_t alone;    /* steps that do not happen together */
  uint32_t *changes; /* by number of steps made: how often the thread still changes */
  struct arena *arena;
  VEC (struct node) nodes;
  VEC (uint32_t) places;
  struct pairmap lists;      /* (list so far, place) -> list */
  struct pairmap lives;      /* (started, finished) -> number */
  struct pairmap with_state; /* (list, steps made) -> number */
  struct pairmap node_ids;   /* (number, last) -> node */
  struct binary_heap heap;   /* nodes, the smallest key first */
  struct interleave_moves moves;
};

/* ---- States. ---- */

static uint32_t
place_of (const struct searcher *s, uint32_t node, uint32_t p)
{
  assert (node < s->nodes.count && p < s->task->count);
  return s->places.at[s->nodes.at[node].first_place + p];
}

#define DEAD UINT64_MAX

/* A lower bound for the statements still to come: those of each thread up to its next
   step, and its later steps.  The places of the processes begin at FIRST.  AWAY: a mask
   of the threads that cannot make their next step at once. */
static uint64_t
least_statements (const struct searcher *s, uint32_t made, uint32_t first, uint64_t *away)
{
  const struct pa_automaton *automaton = s->task->instance->automaton;
  uint64_t sum = 0, seen = 0;
  *away = 0;
  for (uint32_t i = made; i < s->steps; i++)
    {
      uint32_t thread = automaton->steps.at[i].thread.index;
      uint32_t rest = 1;
      if (!(seen >> thread & 1) && s->task->rest)
        rest = s->task->rest (s->task->context, i, s->places.at[first + thread]);
      if (rest == UINT32_MAX)
        return DEAD;
      seen |= (uint64_t) 1 << thread;
      *away |= (uint64_t) (rest > 1) << thread;
      sum += rest;
    }
  return sum;
}

/* A lower bound for the switches still to come after NODE: one for each change of threads
   between steps; and if the steps that are left happen together, a turn for each thread
   of AWAY, which has to do something before its step. */
static uint32_t
least_switches (const struct searcher *s, const struct node *node, uint64_t away)
{
  uint32_t first = s->task->instance->automaton->steps.at[node->made].thread.index;
  uint32_t turns = 0;
  for (uint64_t left = away; left; left &= left - 1)
    turns++;
  bool goes_on = node->last < 64 && (away >> node->last & 1);
  /* The last turn can be that of the first step's thread, if the first turn is not. */
  bool ends = turns == 0 ? node->last == first || node->last == NONE
                         : (away >> first & 1) && !(node->last == first && turns > 1);
  assert (turns > 0 || !goes_on);
  return s->changes[node->made] + turns + !ends
         - (turns > 0 && (goes_on || node->last == NONE));
}

/* A lower bound for the cost still to come; DEAD: some step can never be made. */
static uint64_t
least_rest (const struct searcher *s, const struct node *node)
{
  assert (node->made <= s->steps);
  if (node->made == s->steps)
    return 0;
  uint64_t away;
  uint64_t statements = least_statements (s, node->made, node->first_place, &away);
  if (statements == DEAD)
    return DEAD;
  uint64_t switches = least_switches (s, node, node->made < s->alone ? 0 : away);
  return switches * SWITCH + statements;
}

/* A guess at the cost still to come: each process does all that is left for it; the
   thread changes between steps, and every other process gets a turn.  It weighs more than
   the cost so far: any short interleaving will do, and soon. */
static uint64_t
guess_rest (const struct searcher *s, const struct node *node)
{
  uint32_t threads = s->task->instance->automaton->threads.count;
  uint64_t least = least_rest (s, node), statements = 0, switches = least / SWITCH;
  if (least == DEAD)
    return DEAD;
  for (participant_id p = { 0 }; p.index < s->task->count; p.index++)
    {
      uint32_t place = s->places.at[node->first_place + p.index];
      uint32_t left = s->task->left (s->task->context, p, place);
      statements += left;
      switches += left > 0 && p.index >= threads && p.index != node->last;
    }
  return GUESS_WEIGHT * (switches * SWITCH + statements);
}

/* The key of NODE in the heap; DEAD: nothing leads on from it. */
static uint64_t
key_of (const struct searcher *s, const struct node *node, uint32_t depth)
{
  uint64_t rest = s->task->left ? guess_rest (s, node) : least_rest (s, node);
  if (rest == DEAD)
    return DEAD;
  if (!s->task->hurry)
    return node->cost + rest;
  /* First nodes with few steps of the automaton left, then those after many moves. */
  return ((uint64_t) (s->steps - node->made) << 32) + (UINT32_MAX - depth);
}

/* Add NODE, whose places are the last of s->places; they go if the state is known. */
static void
reach (struct searcher *s, struct node node, uint32_t depth)
{
  uint32_t list = 0; /* the empty list */
  assert (s->places.count >= s->task->count);
  node.first_place = s->places.count - s->task->count;
  for (uint32_t p = 0; p < s->task->count; p++)
    list = 1 + pairmap_number (&s->lists, list, s->places.at[node.first_place + p]);
  if (s->task->pds->life_cycles)
    list = 1
           + pairmap_number (
             &s->lists, list,
             pairmap_number (&s->lives, node.started.index, node.finished.index));
  uint32_t state = pairmap_number (&s->with_state, list, node.made);
  uint64_t key = key_of (s, &node, depth);
  uint32_t *id = pairmap_at (&s->node_ids, state, node.last);
  if (*id == PAIRMAP_FREE)
    {
      *id = s->nodes.count;
      *vec_push (s->arena, &s->nodes) = node;
    }
  else
    {
      s->places.count = node.first_place;
      struct node *known = &s->nodes.at[*id];
      if (known->done || known->cost <= node.cost || s->task->hurry)
        return;
      /* A cheaper way to the same state. */
      assert (known->made == node.made && known->last == node.last);
      node.first_place = known->first_place;
      *known = node;
    }
  if (key != DEAD && (!s->task->bound || key < s->task->bound))
    /* The guess leads straight on if the newest of nodes with equal keys comes first. */
    heap_add (&s->heap, s->arena,
              (struct heap_item){
                .key = key, .tie = s->task->left ? UINT32_MAX - *id : 0, .value = *id });
}

static bool
is_free (const struct searcher *s, uint32_t node, participant_id process, lock_id lock)
{
  for (uint32_t p = 0; p < s->task->count; p++)
    if (p != process.index
        && idset_has (
          s->task->pds->idsets,
          s->task->held (s->task->context, (participant_id){ p }, place_of (s, node, p)),
          lock.index))
      return false;
  return true;
}

static thread_id
thread_of (const struct searcher *s, participant_id process)
{
  return process.index < s->task->instance->automaton->threads.count
           ? (thread_id){ process.index }
           : PA_BYSTANDER;
}

/* Do the life cycles in NODE allow ACTION of PROCESS? */
static bool
is_in_order (const struct searcher *s, const struct node *node, participant_id process,
             const struct pds_action_info *action)
{
  const struct pds *pds = s->task->pds;
  process_id own = s->task->processes[process.index];
  if (action->op == PDS_WAKE)
    return !pds->processes.at[own.index].started
           || idset_has (pds->idsets, node->started, own.index);
  if (action->op == PDS_FINISH)
    return true;
  idset named = pds_action_processes (action);
  if (action->op == PDS_JOIN)
    return idset_is_empty (idset_minus (pds->idsets, named, node->finished));
  return idset_equal (idset_minus (pds->idsets, named, node->started), named);
}

/* Update the life cycles of NODE, to which ACTION of PROCESS has led. */
static void
set_lives (const struct searcher *s, struct node *node, participant_id process,
           const struct pds_action_info *action)
{
  struct idsets *idsets = s->task->pds->idsets;
  if (action->op == PDS_START)
    node->started = idset_union (idsets, node->started, pds_action_processes (action));
  else if (action->op == PDS_FINISH)
    node->finished
      = idset_add (idsets, node->finished, s->task->processes[process.index].index);
}

static bool
is_enabled (const struct searcher *s, uint32_t node, participant_id process,
            const struct interleave_move *move)
{
  const struct pds_action_info *action = &s->task->pds->actions.at[move->action.index];
  uint32_t made = s->nodes.at[node].made;
  assert (!move->steps || !move->guarded);
  thread_id thread = thread_of (s, process);
  if (move->orders && !is_in_order (s, &s->nodes.at[node], process, action))
    return false;
  if (move->steps && !pa_instance_moves (s->task->instance, made, thread, action).step)
    return false;
  if (move->guarded && !pa_instance_moves (s->task->instance, made, thread, action).loop)
    return false;
  return lock_equal (move->acquires, LOCK_NONE)
         || is_free (s, node, process, move->acquires);
}

static void
take (struct searcher *s, uint32_t number, participant_id process,
      const struct interleave_move *move)
{
  const struct node *from = &s->nodes.at[number];
  quota_tick (s->arena->quota); /* copying the places takes time */
  assert (from->made + move->steps <= s->steps);
  struct node next = { .parent = number,
                       .last = process.index,
                       .made = from->made + move->steps,
                       .started = from->started,
                       .finished = from->finished,
                       .cost = from->cost + move->visible,
                       .by = *move };
  if (move->orders)
    set_lives (s, &next, process, &s->task->pds->actions.at[move->action.index]);
  if (from->last != NONE && from->last != process.index)
    next.cost += SWITCH;
  uint32_t first = from->first_place, depth = 0;
  for (uint32_t p = 0; p < s->task->count; p++)
    {
      uint32_t place = p == process.index ? move->to : s->places.at[first + p];
      *vec_push (s->arena, &s->places) = place;
      depth += place;
    }
  reach (s, next, depth);
}

/* A mask of the processes that may have to go on from NODE: the threads of the steps that
   are left; for each that was not started, the processes that may start it; and those
   that they may join and that have not finished.  All others can be left out of the rest
   (ask/companions.h), unless they hold a lock. */
static uint64_t
find_needed (const struct searcher *s, const struct node *node)
{
  const struct interleave *task = s->task;
  const struct pds *pds = task->pds;
  uint64_t needed = 0, before;
  for (uint32_t i = node->made; i < s->steps; i++)
    needed |= (uint64_t) 1 << task->instance->automaton->steps.at[i].thread.index;
  do
    {
      before = needed;
      for (uint32_t p = 0; p < task->count; p++)
        {
          uint32_t process = task->processes[p].index;
          bool sleeps = pds->processes.at[process].started
                        && !idset_has (pds->idsets, node->started, process);
          bool finished = idset_has (pds->idsets, node->finished, process);
          for (uint32_t q = 0; q < task->count; q++)
            {
              if (sleeps && (needed >> p & 1) && (task->starts_whom[q] >> p & 1))
                needed |= (uint64_t) 1 << q;
              if (!finished && (needed >> q & 1) && (task->joins_whom[q] >> p & 1))
                needed |= (uint64_t) 1 << p;
            }
        }
    }
  while (needed != before);
  return needed;
}

static void
expand (struct searcher *s, uint32_t node)
{
  assert (s->nodes.at[node].done);
  uint64_t needed = UINT64_MAX;
  if (s->task->starts_whom)
    needed = find_needed (s, &s->nodes.at[node]);
  for (participant_id p = { 0 }; p.index < s->task->count; p.index++)
    {
      if (!(needed >> (p.index & 63) & 1)
          && idset_is_empty (
            s->task->held (s->task->context, p, place_of (s, node, p.index))))
        continue;
      s->moves.list.count = 0;
      s->task->list (s->task->context, p, place_of (s, node, p.index), &s->moves,
                     s->arena);
      for (uint32_t i = 0; i < s->moves.list.count; i++)
        if (is_enabled (s, node, p, &s->moves.list.at[i]))
          take (s, node, p, &s->moves.list.at[i]);
    }
}

/* The move by which the thread of STEP, one of those that happen together, makes it in
   NODE; false: it cannot. */
static bool
find_meeting_move (struct searcher *s, uint32_t node, uint32_t step,
                   struct interleave_move *move)
{
  const struct interleave *task = s->task;
  thread_id thread = task->instance->automaton->steps.at[step].thread;
  participant_id process = { thread.index };
  uint32_t place = place_of (s, node, process.index);
  idset held = task->held (task->context, process, place);
  s->moves.list.count = 0;
  task->list (task->context, process, place, &s->moves, s->arena);
  for (uint32_t i = 0; i < s->moves.list.count; i++)
    {
      *move = s->moves.list.at[i];
      if (move->steps
          && pa_instance_poised (task->instance, thread,
                                 &task->pds->actions.at[move->action.index], held))
        return true;
    }
  return false;
}

/* Have all steps been made in NODE, or can those that are left be made together? */
static bool
is_goal (struct searcher *s, uint32_t node)
{
  struct interleave_move move;
  assert (s->nodes.at[node].made <= s->steps);
  if (s->nodes.at[node].made < s->alone)
    return false;
  for (uint32_t i = s->alone; i < s->steps; i++)
    if (!find_meeting_move (s, node, i, &move))
      return false;
  return true;
}

/* The cost of GOAL, with the steps that happen together. */
static uint64_t
cost_of_goal (const struct searcher *s, uint32_t goal)
{
  return s->nodes.at[goal].cost + least_rest (s, &s->nodes.at[goal]);
}

static void
write_run (struct searcher *s, uint32_t goal, struct run *run)
{
  VEC (uint32_t) chain = VEC_EMPTY;
  assert (s->nodes.at[goal].made == s->alone);
  for (uint32_t n = goal; s->nodes.at[n].parent != NONE; n = s->nodes.at[n].parent)
    *vec_push (s->arena, &chain) = n;
  *run = (struct run){ .switches = (uint32_t) (cost_of_goal (s, goal) / SWITCH) };
  for (uint32_t i = chain.count; i-- > 0;)
    {
      const struct node *node = &s->nodes.at[chain.at[i]];
      s->task->write (s->task->context, (participant_id){ node->last }, &node->by, run,
                      s->arena);
    }
  for (uint32_t i = s->alone; i < s->steps; i++)
    {
      struct interleave_move move;
      bool found = find_meeting_move (s, goal, i, &move);
      assert (found);
      (void) found;
      uint32_t thread = s->task->instance->automaton->steps.at[i].thread.index;
      s->task->write (s->task->context, (participant_id){ thread }, &move, run, s->arena);
    }
}

static void
count_changes (struct searcher *s)
{
  const struct pa_automaton *automaton = s->task->instance->automaton;
  s->steps = automaton->steps.count;
  s->alone = s->steps - (automaton->together > 1 ? automaton->together : 0);
  assert (s->steps > 0);
  s->changes = arena_calloc (s->arena, s->steps + (size_t) 1, sizeof *s->changes);
  for (uint32_t i = s->steps - 1; i-- > 0;)
    s->changes[i] = s->changes[i + 1]
                    + !thread_equal (automaton->steps.at[i].thread,
                                     automaton->steps.at[i + 1].thread);
}

enum interleave_outcome
interleave_search (struct run *run, const struct interleave *interleave,
                   struct quota *quota, struct arena *arena)
{
  struct searcher s = { .task = interleave, .arena = arena };
  assert (interleave->instance->automaton->threads.count <= 64);
  assert (interleave->states > 0 && interleave->starts && interleave->processes);
  assert (interleave->count >= interleave->instance->automaton->threads.count);
  count_changes (&s);
  pairmap_init (&s.lists, arena);
  pairmap_init (&s.lives, arena);
  pairmap_init (&s.with_state, arena);
  pairmap_init (&s.node_ids, arena);
  for (uint32_t p = 0; p < interleave->count; p++)
    *vec_push (arena, &s.places) = interleave->starts[p];
  reach (&s, (struct node){ .parent = NONE, .last = NONE }, 0);
  while (s.heap.items.count > 0)
    {
      quota_tick (quota);
      if (s.nodes.count > interleave->states)
        return INTERLEAVE_LIMIT;
      uint32_t node = heap_take (&s.heap).value;
      if (s.nodes.at[node].done)
        continue;
      s.nodes.at[node].done = true;
      if (is_goal (&s, node))
        {
          LOG (2, "an interleaving with %u switches, after %u states",
               (unsigned) (cost_of_goal (&s, node) / SWITCH), (unsigned) s.nodes.count);
          write_run (&s, node, run);
          return INTERLEAVE_FOUND;
        }
      expand (&s, node);
    }
  LOG (2, "no%s interleaving, after %u states", interleave->bound ? " better" : "",
       (unsigned) s.nodes.count);
  return INTERLEAVE_NONE;
}

uint64_t
interleave_cost (const struct pds *pds, const struct run *run)
{
  uint64_t cost = run->switches * SWITCH;
  for (uint32_t i = 0; i < run->steps.count; i++)
    cost += rule_is_visible (&pds->rules.at[run->steps.at[i].rule]);
  return cost;
}
