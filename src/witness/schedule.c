/* schedule.c -- see schedule.h.
 *
 * If many threads meet, a rule is tried first (meeting_interleave.h).  Otherwise the best
 * schedule is searched for, among at most BEST_STATES states; if there are more, any
 * schedule will do.
 */
#include <config.h>

#include "witness/schedule.h"

#include <assert.h>

#include "base/log.h"
#include "witness/meeting_interleave.h"
#include "witness/interleave.h"

#define BEST_STATES 1000000
#define SOME_STATES 4000000
/* With more processes than this the best schedule is not searched for in models with life
   cycles and in circles: there may be any number of them. */
#define FEW_PROCESSES 2
/* With more threads than this that meet, a rule is tried before any search. */
#define FEW_MEET 8

/* A path cut into moves.  Place i is after move i - 1. */
struct lane
{
  const struct local_path *path;
  VEC (struct interleave_move)
  moves;            /* tag: the index after the last step of the move */
  VEC (idset) held; /* by place: the shared locks held there */
  uint32_t *left; /* by place: statements up to the last step, start or end of the lane */
};

struct schedule
{
  const struct pds *pds;
  const struct pa_instance *instance;
  struct arena *arena;
  struct lane *lanes;
  uint32_t count;
  idset shared; /* locks that more than one path uses */
};

static const struct pds_action_info *
action_of (const struct schedule *s, const struct local_step *step)
{
  return &s->pds->actions.at[s->pds->rules.at[step->rule].action.index];
}

static void
find_shared (struct schedule *s)
{
  idset seen = IDSET_EMPTY;
  for (uint32_t p = 0; p < s->count; p++)
    {
      const struct local_path *path = s->lanes[p].path;
      idset mine = IDSET_EMPTY;
      for (uint32_t i = 0; i < path->steps.count; i++)
        {
          const struct pds_action_info *action = action_of (s, &path->steps.at[i]);
          if (!pds_action_is_operation (action))
            continue;
          lock_id lock = pds_action_lock (action);
          if (idset_has (s->pds->idsets, mine, lock.index))
            continue;
          mine = idset_add (s->pds->idsets, mine, lock.index);
          if (idset_has (s->pds->idsets, seen, lock.index))
            s->shared = idset_add (s->pds->idsets, s->shared, lock.index);
        }
      seen = idset_union (s->pds->idsets, seen, mine);
    }
}

/* Is ACTION of participant P forbidden in some state of the automaton? */
static bool
is_guarded (const struct schedule *s, uint32_t p, const struct pds_action_info *action)
{
  thread_id thread = { p };
  if (p >= s->instance->automaton->threads.count)
    return false;
  for (uint32_t x = 0; x < s->instance->automaton->steps.count; x++)
    if (!pa_instance_moves (s->instance, x, thread, action).loop)
      return true;
  return false;
}

/* Is STEP of participant P a step that happens together with others? */
static bool
is_met (const struct schedule *s, uint32_t p, const struct local_step *step)
{
  const struct pa_automaton *automaton = s->instance->automaton;
  return step->moves && automaton->together > 1
         && pa_instance_meets (s->instance, (thread_id){ p })
         && step == &s->lanes[p].path->steps.at[s->lanes[p].path->steps.count - 1];
}

/* Append MOVE to LANE; afterwards the locks HELD are held. */
static void
add_move (struct schedule *s, struct lane *lane, struct interleave_move move, idset held)
{
  move.to = lane->moves.count + 1;
  *vec_push (s->arena, &lane->moves) = move;
  *vec_push (s->arena, &lane->held) = held;
}

/* The last step of LANE happens together with others: what comes before it is a move of
   its own, and an acquire does not take its lock. */
static void
add_meeting (struct schedule *s, struct lane *lane, idset held, uint32_t visible)
{
  uint32_t last = lane->path->steps.count - 1;
  const struct pds_rule *rule = &s->pds->rules.at[lane->path->steps.at[last].rule];
  uint32_t done = lane->moves.count > 0 ? lane->moves.at[lane->moves.count - 1].tag : 0;
  assert (rule_is_visible (rule) && done <= last);
  if (done < last)
    add_move (
      s, lane,
      (struct interleave_move){ .visible = visible, .acquires = LOCK_NONE, .tag = last },
      held);
  add_move (s, lane,
            (struct interleave_move){ .visible = 1,
                                      .acquires = LOCK_NONE,
                                      .action = rule->action,
                                      .steps = true,
                                      .tag = last + 1 },
            held);
}

static void
cut_lane (struct schedule *s, uint32_t p)
{
  struct lane *lane = &s->lanes[p];
  struct idsets *idsets = s->pds->idsets;
  idset held = IDSET_EMPTY;
  uint32_t visible = 0;
  *vec_push (s->arena, &lane->held) = held;
  for (uint32_t i = 0; i < lane->path->steps.count; i++)
    {
      const struct local_step *step = &lane->path->steps.at[i];
      const struct pds_rule *rule = &s->pds->rules.at[step->rule];
      const struct pds_action_info *action = action_of (s, step);
      lock_id lock
        = pds_action_is_operation (action) ? pds_action_lock (action) : LOCK_NONE;
      bool shared
        = pds_action_is_operation (action) && idset_has (idsets, s->shared, lock.index);
      if (is_met (s, p, step))
        {
          add_meeting (s, lane, held, visible);
          break;
        }
      bool guarded = !step->moves && is_guarded (s, p, action);
      bool orders = action->op >= PDS_WAKE;
      bool acquires = shared && action->op == PDS_ACQUIRE;
      visible += rule_is_visible (rule);
      if (!shared && !guarded && !orders && !step->moves)
        continue;
      /* A shared lock is acquired where it is not held, released where it is. */
      assert (!shared || idset_has (idsets, held, lock.index) != acquires);
      if (acquires)
        held = idset_add (idsets, held, lock.index);
      else if (shared)
        held = idset_minus (idsets, held, idset_add (idsets, IDSET_EMPTY, lock.index));
      add_move (s, lane,
                (struct interleave_move){ .visible = visible,
                                          .acquires = acquires ? lock : LOCK_NONE,
                                          .action = rule->action,
                                          .guarded = guarded,
                                          .steps = step->moves,
                                          .orders = orders,
                                          .tag = i + 1 },
                held);
      visible = 0;
    }
  assert (lane->held.count == lane->moves.count + 1);
}

/* Set `left': statements after its last step, start or end may be left out. */
static void
count_left (struct schedule *s, struct lane *lane)
{
  uint32_t places = lane->moves.count + 1, sum = 0;
  bool needed = false;
  lane->left = arena_calloc (s->arena, places, sizeof *lane->left);
  for (uint32_t i = lane->moves.count; i-- > 0;)
    {
      const struct interleave_move *move = &lane->moves.at[i];
      needed |= move->steps || move->orders;
      sum += needed ? move->visible : 0;
      lane->left[i] = sum;
    }
}

/* ---- The functions that interleave.h calls. ---- */

static uint32_t
left_at (void *context, participant_id process, uint32_t place)
{
  const struct lane *lane = &((const struct schedule *) context)->lanes[process.index];
  assert (place <= lane->moves.count);
  return lane->left[place];
}

static void
list_moves (void *context, participant_id process, uint32_t place,
            struct interleave_moves *moves, struct arena *arena)
{
  const struct lane *lane = &((const struct schedule *) context)->lanes[process.index];
  assert (place <= lane->moves.count);
  if (place < lane->moves.count)
    *vec_push (arena, &moves->list) = lane->moves.at[place];
}

static idset
held_at (void *context, participant_id process, uint32_t place)
{
  const struct lane *lane = &((const struct schedule *) context)->lanes[process.index];
  assert (place < lane->held.count);
  return lane->held.at[place];
}

static void
write_move (void *context, participant_id process, const struct interleave_move *move,
            struct run *run, struct arena *arena)
{
  const struct lane *lane = &((const struct schedule *) context)->lanes[process.index];
  uint32_t begin = move->to > 1 ? lane->moves.at[move->to - 2].tag : 0;
  assert (begin < move->tag && move->tag <= lane->path->steps.count);
  for (uint32_t i = begin; i < move->tag; i++)
    *vec_push (arena, &run->steps)
      = (struct run_step){ process, lane->path->steps.at[i].rule,
                           lane->path->steps.at[i].moves };
}

bool
schedule_find (struct run *run, const struct question *question,
               const struct local_path *paths, struct quota *quota, struct arena *arena)
{
  const struct pds *pds = question->survey->pds;
  const struct pa_instance *instance = question->instance;
  uint32_t count = question->count;
  struct schedule s
    = { .pds = pds, .instance = instance, .arena = arena, .count = count };
  bool many
    = count > FEW_PROCESSES && (pds->life_cycles || instance->automaton->together > 1);
  assert (count >= question->threads);
  if (question->threads > FEW_MEET
      && meeting_interleave_find (run, question, paths, arena))
    return true;
  s.lanes = arena_calloc (arena, count, sizeof *s.lanes);
  for (uint32_t p = 0; p < count; p++)
    s.lanes[p].path = &paths[p];
  find_shared (&s);
  for (uint32_t p = 0; p < count; p++)
    {
      cut_lane (&s, p);
      if (many)
        count_left (&s, &s.lanes[p]);
    }
  struct interleave task = { .pds = pds,
                             .instance = instance,
                             .count = count,
                             .processes = question->processes,
                             .starts = arena_calloc (arena, count, sizeof (uint32_t)),
                             .context = &s,
                             .list = list_moves,
                             .held = held_at,
                             .write = write_move,
                             .left = many ? left_at : NULL,
                             .states = BEST_STATES };
  enum interleave_outcome outcome = interleave_search (run, &task, quota, arena);
  if (outcome == INTERLEAVE_LIMIT)
    {
      LOG (2, "more than %d states: any interleaving will do", BEST_STATES);
      task.states = SOME_STATES;
      task.hurry = true;
      outcome = interleave_search (run, &task, quota, arena);
    }
  return outcome == INTERLEAVE_FOUND;
}
