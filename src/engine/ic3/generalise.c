/* generalise.c -- see generalise.h. */
#include <config.h>

#include "engine/ic3/generalise.h"

#include <stdlib.h>

/* Counterexamples to generalisation that are excluded before the cube is cut, and how
   often it is cut. */
#define EXCLUDED_MOST 3
#define CUTS_MOST 3

void
generaliser_init (struct generaliser *generaliser, struct clause_frames *frames,
                  struct lifting *lifting, struct arena *arena)
{
  const struct transition_system *system = lifting->system;
  *generaliser = (struct generaliser){ .arena = arena, .system = system,
                                       .solver = frames->solver, .frames = frames,
                                       .lifting = lifting };
  for (uint32_t d = 0; d <= GENERALISER_DEPTH; d++)
    generaliser->rooms[d].kept
      = arena_calloc (arena, (size_t) system->state.count + 1,
                      sizeof *generaliser->rooms[d].kept);
}

/* Of the literals of CUBE those that agree with the state that was found, in JOINED. */
static void
join (struct generaliser *generaliser, const struct cube *cube, struct cube *joined)
{
  const struct transition_system *system = generaliser->system;
  joined->count = 0;
  for (uint32_t i = 0; i < cube->count; i++)
    {
      uint32_t node = aig_node_of (system->state.at[state_lit_bit (cube->at[i])]);
      if (generaliser->lifting->value[node] == state_lit_value (cube->at[i]))
        *vec_push (generaliser->arena, joined) = cube->at[i];
    }
}

/* Is a literal that is kept in CUBE but not in PART, which is a part of it? */
static bool
loses_kept (const struct generaliser_room *room, const struct cube *cube,
            const struct cube *part)
{
  uint32_t k = 0;
  for (uint32_t i = 0; i < cube->count; i++)
    if (k < part->count && part->at[k].code == cube->at[i].code)
      k++;
    else if (room->kept[state_lit_bit (cube->at[i])])
      return true;
  assert (k == part->count);
  return false;
}

static uint32_t exclude (struct generaliser *generaliser, struct cube *cube,
                         uint32_t level, uint32_t depth);

/* Can the state in ROOM be excluded from frame LEVEL - 1?  Then it is. */
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

/* Is the candidate, or a part of it with all literals that are kept, inductive relative
   to frame LEVEL - 1?  Then the candidate is that. */
static bool
is_inductive (struct generaliser *generaliser, struct generaliser_room *room,
              uint32_t level, uint32_t depth)
{
  uint32_t excluded = 0, cuts = 0;
  for (;;)
    {
      struct cube *candidate = &room->candidate;
      if (cube_has_initial (generaliser->system, candidate))
        return false;
      enum solver_answer answer
        = frame_solver_ask_step (generaliser->solver, level - 1, candidate, true);
      if (answer == SOLVER_UNSAT)
        {
          frame_solver_core (generaliser->solver, candidate, &room->core);
          cube_copy (generaliser->arena, candidate, &room->core);
          return true;
        }
      if (answer == SOLVER_UNDECIDED || depth >= GENERALISER_DEPTH)
        return false;
      lifting_predecessor (generaliser->lifting, generaliser->solver, candidate,
                           &room->state);
      join (generaliser, candidate, &room->joined);
      if (excluded < EXCLUDED_MOST
          && exclude_state (generaliser, room, level, depth))
        {
          excluded++;
          continue;
        }
      if (cuts++ == CUTS_MOST || loses_kept (room, candidate, &room->joined)
          || generaliser->solver->spent)
        return false;
      excluded = 0;
      cube_copy (generaliser->arena, candidate, &room->joined);
    }
}

/* The literals of CUBE in the order in which they are tried. */
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

/* The candidate is CUBE without LIT; false if LIT is not in it. */
static bool
drop (struct generaliser *generaliser, const struct cube *cube, state_lit lit,
      struct cube *candidate)
{
  candidate->count = 0;
  for (uint32_t i = 0; i < cube->count; i++)
    if (cube->at[i].code != lit.code)
      *vec_push (generaliser->arena, candidate) = cube->at[i];
  return candidate->count < cube->count;
}

/* Drop literals of CUBE, which is inductive relative to frame LEVEL - 1. */
static void
enlarge (struct generaliser *generaliser, struct cube *cube, uint32_t level,
         uint32_t depth)
{
  struct generaliser_room *room = &generaliser->rooms[depth];
  order (generaliser, cube, &room->order);
  for (uint32_t i = 0; i < room->order.count && cube->count > 1; i++)
    {
      state_lit lit = room->order.at[i];
      if (!drop (generaliser, cube, lit, &room->candidate))
        continue;
      if (is_inductive (generaliser, room, level, depth))
        cube_copy (generaliser->arena, cube, &room->candidate);
      else
        room->kept[state_lit_bit (lit)] = true;
      if (generaliser->solver->spent)
        break;
    }
  for (uint32_t i = 0; i < room->order.count; i++)
    room->kept[state_lit_bit (room->order.at[i])] = false;
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
         && frame_solver_ask_step (generaliser->solver, level, cube, true) == SOLVER_UNSAT)
    {
      frame_solver_core (generaliser->solver, cube, &room->candidate);
      cube_copy (generaliser->arena, cube, &room->candidate);
      level++;
    }
  if (generaliser->solver->spent)
    return 0;
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
