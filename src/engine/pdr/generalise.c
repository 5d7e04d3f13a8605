/* generalise.c -- see generalise.h. */
#include <config.h>

#include "engine/pdr/generalise.h"

/* The most counterexamples to generalisation that are excluded for one candidate. */
#define EXCLUDED_MOST 3

void
generaliser_init (struct generaliser *generaliser, struct clause_frames *frames,
                  struct lifting *lifting, struct arena *arena)
{
  const struct transition_system *system = lifting->system;
  assert (system == frames->solver->system);
  *generaliser = (struct generaliser){ .arena = arena,
                                       .system = system,
                                       .solver = frames->solver,
                                       .frames = frames,
                                       .lifting = lifting };
}

static uint32_t exclude (struct generaliser *generaliser, struct cube *cube,
                         uint32_t level, uint32_t depth);

/* Exclude the state in ROOM from frame LEVEL - 1, if possible; returns whether it was. */
static bool
exclude_state (struct generaliser *generaliser, struct generaliser_room *room,
               uint32_t level, uint32_t depth)
{
  if (level < 2 || cube_has_initial (generaliser->system, &room->state)
      || frame_solver_ask_step (generaliser->solver, level - 2, &room->state, true)
           != SOLVER_UNSAT)
    return false;
  frame_solver_core (generaliser->solver, &room->state, &room->core);
  return exclude (generaliser, &room->core, level - 1, depth + 1) > 0;
}

/* Is the candidate inductive relative to frame LEVEL - 1?  Then reduce it to the literals
   that the proof needed. */
static bool
is_inductive (struct generaliser *generaliser, struct generaliser_room *room,
              uint32_t level, uint32_t depth)
{
  assert (level > 0 && depth <= GENERALISER_DEPTH);
  struct cube *candidate = &room->candidate;
  uint32_t excluded = 0;
  for (;;)
    {
      enum solver_answer answer
        = frame_solver_ask_step (generaliser->solver, level - 1, candidate, true);
      if (answer == SOLVER_UNSAT)
        {
          frame_solver_core (generaliser->solver, candidate, &room->core);
          cube_copy (generaliser->arena, candidate, &room->core);
          return true;
        }
      if (answer == SOLVER_UNDECIDED || depth == GENERALISER_DEPTH
          || excluded++ == EXCLUDED_MOST)
        return false;
      lifting_predecessor (generaliser->lifting, generaliser->solver, candidate,
                           &room->state);
      if (!exclude_state (generaliser, room, level, depth))
        return false;
    }
}

/* ORDERED: the literals of CUBE in the order in which dropping them is tried. */
static void
order (struct generaliser *generaliser, const struct cube *cube, struct cube *ordered)
{
  const uint32_t *activity = generaliser->frames->activity;
  cube_copy (generaliser->arena, ordered, cube);
  /* Insertion sort: it is stable, and cubes are short. */
  for (uint32_t i = 1; i < ordered->count; i++)
    {
      state_lit lit = ordered->at[i];
      uint32_t k = i;
      for (; k > 0 && activity[ordered->at[k - 1].code] > activity[lit.code]; k--)
        ordered->at[k] = ordered->at[k - 1];
      ordered->at[k] = lit;
    }
}

/* Set CANDIDATE to CUBE without LIT; false if LIT is not in it, or if CANDIDATE then has
   an initial state. */
static bool
drop (struct generaliser *generaliser, const struct cube *cube, state_lit lit,
      struct cube *candidate)
{
  assert (candidate != cube);
  candidate->count = 0;
  for (uint32_t i = 0; i < cube->count; i++)
    if (cube->at[i].code != lit.code)
      *vec_push (generaliser->arena, candidate) = cube->at[i];
  return candidate->count < cube->count
         && !cube_has_initial (generaliser->system, candidate);
}

/* Drop literals of CUBE, which is inductive relative to frame LEVEL - 1. */
static void
enlarge (struct generaliser *generaliser, struct cube *cube, uint32_t level,
         uint32_t depth)
{
  struct generaliser_room *room = &generaliser->rooms[depth];
  order (generaliser, cube, &room->order);
  assert (room->order.count == cube->count);
  for (uint32_t i = 0; i < room->order.count && cube->count > 1; i++)
    {
      state_lit lit = room->order.at[i];
      if (!drop (generaliser, cube, lit, &room->candidate))
        continue;
      if (is_inductive (generaliser, room, level, depth))
        cube_copy (generaliser->arena, cube, &room->candidate);
      if (generaliser->solver->spent)
        break;
    }
}

static uint32_t
exclude (struct generaliser *generaliser, struct cube *cube, uint32_t level,
         uint32_t depth)
{
  struct clause_frames *frames = generaliser->frames;
  struct generaliser_room *room = &generaliser->rooms[depth];
  assert (depth <= GENERALISER_DEPTH && cube->count > 0);
  enlarge (generaliser, cube, level, depth);
  while (level <= generaliser->top
         && frame_solver_ask_step (generaliser->solver, level, cube, true)
              == SOLVER_UNSAT)
    {
      frame_solver_core (generaliser->solver, cube, &room->candidate);
      cube_copy (generaliser->arena, cube, &room->candidate);
      level++;
    }
  if (generaliser->solver->spent)
    return 0;
  assert (cube->count > 0 && level <= generaliser->top + 1);
  clause_frames_add (frames, cube, level);
  frames->learned++;
  for (uint32_t i = 0; i < cube->count; i++)
    frames->activity[cube->at[i].code]++;
  return level;
}

uint32_t
generaliser_exclude (struct generaliser *generaliser, struct cube *cube, uint32_t level)
{
  assert (level > 0 && level <= generaliser->top);
  return exclude (generaliser, cube, level, 0);
}
