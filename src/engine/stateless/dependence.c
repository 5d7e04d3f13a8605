/* dependence.c -- see dependence.h.
 *
 * Invariant: the clock of an event has, for each process, its last event that happened
 * before it, or is it.  Cost: a clock for each event, joined with those of the events
 * that it depends on directly.
 */
#include <config.h>

#include "engine/stateless/dependence.h"

#include <assert.h>

static const struct pds_action_info *
action_of (const struct program *program, const struct choice *choice)
{
  assert (choice->rule < program->pds->rules.count);
  pds_action action = program->pds->rules.at[choice->rule].action;
  return &program->pds->actions.at[action.index];
}

/* ---- Dependence. ---- */

/* The processes that CHOICE of PROCESS starts or joins; itself if it wakes or ends. */
static idset
lives_of (const struct program *program, participant_id process,
          const struct choice *choice)
{
  const struct pds_action_info *action = action_of (program, choice);
  assert (choice->kind >= STEP_AWAIT);
  if (action->op == PDS_START || action->op == PDS_JOIN)
    return pds_action_processes (action);
  return idset_add (program->pds->idsets, IDSET_EMPTY,
                    program->processes[process.index].index);
}

static bool
lives_are_dependent (const struct program *program, participant_id a,
                     const struct choice *first, participant_id b,
                     const struct choice *second)
{
  enum pds_op one = action_of (program, first)->op,
              other = action_of (program, second)->op;
  bool starts = (one == PDS_START && (other == PDS_START || other == PDS_WAKE))
                || (one == PDS_WAKE && other == PDS_START);
  bool ends = (one == PDS_FINISH && other == PDS_JOIN)
              || (one == PDS_JOIN && other == PDS_FINISH);
  return (starts || ends)
         && idset_meets (program->pds->idsets, lives_of (program, a, first),
                         lives_of (program, b, second));
}

bool
choices_are_dependent (const struct program *program, participant_id a,
                       const struct choice *first, participant_id b,
                       const struct choice *second)
{
  assert (!participant_equal (a, b));
  enum step_kind one = first->kind, other = second->kind;
  if (one == STEP_FREE || other == STEP_FREE)
    return false;
  if (one == STEP_ACCESS || other == STEP_ACCESS)
    return one == other && (first->moves || second->moves);
  if (one >= STEP_AWAIT || other >= STEP_AWAIT)
    return one >= STEP_AWAIT && other >= STEP_AWAIT
           && lives_are_dependent (program, a, first, b, second);
  return first->lock == second->lock;
}

/* ---- Clocks. ---- */

void
order_init (struct order *order, const struct program *program, struct arena *arena)
{
  *order = (struct order){ .program = program, .arena = arena };
  uint32_t locks = program->locks.count;
  order->last = arena_calloc (arena, program->count, sizeof *order->last);
  order->last_loop = arena_calloc (arena, program->count, sizeof *order->last_loop);
  order->last_of_lock = arena_calloc (arena, locks, sizeof *order->last_of_lock);
  order->last_acquire = arena_calloc (arena, locks, sizeof *order->last_acquire);
  order->last_start = arena_calloc (arena, program->lives, sizeof *order->last_start);
  order->last_finish = arena_calloc (arena, program->lives, sizeof *order->last_finish);
}

static uint32_t *
clock_of (const struct order *order, uint32_t event)
{
  assert (event > 0 && event <= order->events);
  return &order->clocks.at[(size_t) (event - 1) * order->program->count];
}

bool
order_is_before (const struct order *order, uint32_t event, participant_id process)
{
  assert (event > 0 && event <= order->events);
  uint32_t last = order->last[process.index];
  return last > 0 && clock_of (order, last)[order->owner.at[event - 1]] >= event;
}

/* The new event, the last one, happened after EVENT: join their clocks. */
static void
join_clock (struct order *order, uint32_t event)
{
  if (event == 0)
    return;
  const uint32_t *from = clock_of (order, event);
  uint32_t *to = clock_of (order, order->events);
  for (uint32_t p = 0; p < order->program->count; p++)
    if (to[p] < from[p])
      to[p] = from[p];
}

/* Set *PLACE to the new event, until that is undone. */
static void
change (struct order *order, uint32_t *place)
{
  *vec_push (order->arena, &order->changes) = (struct order_change){ place, *place };
  *place = order->events;
}

static void
push_life (struct order *order, participant_id process, const struct choice *choice)
{
  const struct program *program = order->program;
  const struct idsets *idsets = program->pds->idsets;
  enum pds_op op = action_of (program, choice)->op;
  idset lives = lives_of (program, process, choice);
  IDSET_EACH (p, idsets, lives)
    {
      assert (p < program->lives);
      if (op == PDS_START || op == PDS_WAKE)
        join_clock (order, order->last_start[p]);
      if (op == PDS_JOIN)
        join_clock (order, order->last_finish[p]);
      if (op == PDS_START)
        change (order, &order->last_start[p]);
      if (op == PDS_FINISH)
        change (order, &order->last_finish[p]);
    }
}

static void
push_access (struct order *order, participant_id process, const struct choice *choice)
{
  join_clock (order, order->last_move);
  if (!choice->moves)
    {
      change (order, &order->last_loop[process.index]);
      return;
    }
  for (uint32_t p = 0; p < order->program->count; p++)
    join_clock (order, order->last_loop[p]);
  change (order, &order->last_move);
}

static void
push_lock (struct order *order, const struct choice *choice)
{
  uint32_t lock = choice->lock;
  assert (lock < order->program->locks.count);
  join_clock (order, order->last_of_lock[lock]);
  change (order, &order->last_of_lock[lock]);
  if (choice->kind == STEP_ACQUIRE)
    change (order, &order->last_acquire[lock]);
}

void
order_push (struct order *order, participant_id process, const struct choice *choice)
{
  uint32_t count = order->program->count;
  assert (process.index < count);
  *vec_push (order->arena, &order->marks) = order->changes.count;
  *vec_push (order->arena, &order->owner) = process.index;
  order->events++;
  vec_reserve (order->arena, &order->clocks, (uint64_t) order->events * count);
  order->clocks.count = order->events * count;
  uint32_t *clock = clock_of (order, order->events);
  for (uint32_t p = 0; p < count; p++)
    clock[p] = 0;
  join_clock (order, order->last[process.index]);
  clock[process.index] = order->events;
  switch (choice->kind)
    {
    case STEP_FREE: break;
    case STEP_ACCESS: push_access (order, process, choice); break;
    case STEP_ACQUIRE:
    case STEP_RELEASE: push_lock (order, choice); break;
    case STEP_AWAIT:
    case STEP_FINISH:
    case STEP_START: push_life (order, process, choice); break;
    case STEP_NOTIFY: assert (false && "only explicit counts waits"); break;
    }
  change (order, &order->last[process.index]);
}

void
order_pop (struct order *order)
{
  assert (order->events > 0 && order->marks.count == order->events);
  uint32_t mark = order->marks.at[--order->marks.count];
  while (order->changes.count > mark)
    {
      const struct order_change *undo = &order->changes.at[--order->changes.count];
      *undo->place = undo->old;
    }
  order->owner.count--;
  order->events--;
}

bool
order_precedes (const struct order *order, uint32_t event, uint32_t later)
{
  assert (event > 0 && event < later);
  return clock_of (order, later)[order->owner.at[event - 1]] >= event;
}

/* ---- Races. ---- */

/* EVENT, unless it is 0, races with what PROCESS does next if nothing orders them. */
static void
add_race (const struct order *order, uint32_t event, participant_id process,
          struct event_races *races)
{
  assert (event <= order->events);
  if (event > 0 && order->owner.at[event - 1] != process.index
      && !order_is_before (order, event, process))
    *vec_push (order->arena, &races->events) = event;
}

static void
add_starts (const struct order *order, participant_id process,
            const struct choice *choice, struct event_races *races)
{
  const struct idsets *idsets = order->program->pds->idsets;
  idset lives = lives_of (order->program, process, choice);
  IDSET_EACH (p, idsets, lives)
    add_race (order, order->last_start[p], process, races);
}

void
order_find_races (const struct order *order, participant_id process,
                  const struct choice *choice, struct event_races *races)
{
  races->events.count = 0;
  switch (choice->kind)
    {
    case STEP_ACQUIRE:
      add_race (order, order->last_acquire[choice->lock], process, races);
      break;
    case STEP_ACCESS:
      if (choice->meets) /* meetings come after all moves */
        break;
      if (!choice->moves)
        add_race (order, order->last_move, process, races);
      for (uint32_t p = 0; p < order->program->count && choice->moves; p++)
        add_race (order, order->last_loop[p], process, races);
      break;
    case STEP_START: add_starts (order, process, choice, races); break;
    case STEP_FREE:
    case STEP_RELEASE:
    case STEP_AWAIT:
    case STEP_FINISH:
    case STEP_NOTIFY: break;
    }
}
