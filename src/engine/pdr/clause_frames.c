/* clause_frames.c -- see clause_frames.h. */
#include <config.h>

#include "engine/pdr/clause_frames.h"

#include "base/log.h"

void
clause_frames_init (struct clause_frames *frames, struct frame_solver *solver,
                    struct arena *arena)
{
  *frames = (struct clause_frames){ .arena = arena, .solver = solver };
  frames->activity = arena_calloc (arena, 2 * (size_t) solver->system->state.count + 1,
                                   sizeof *frames->activity);
}

/* Up to this many dead clauses are never worth a new solver. */
#define DEAD_ALWAYS 1000

/* Start a new solver if most clauses of the old one are dead. */
static void
bury (struct clause_frames *frames)
{
  if (frames->dead < DEAD_ALWAYS || frames->dead / 2 < frames->clauses.count)
    return;
  LOG (2, "a new solver: %u clauses are dead, %u alive", (unsigned) frames->dead,
       (unsigned) frames->clauses.count);
  frame_solver_begin_again (frames->solver);
  for (uint32_t i = 0; i < frames->clauses.count; i++)
    if (frames->clauses.at[i].level)
      frame_solver_exclude (frames->solver, &frames->clauses.at[i].cube,
                            frames->clauses.at[i].level);
  frames->dead = 0;
  frames->restarts++;
}

/* Mark as replaced the clauses that CUBE, excluded up to LEVEL, makes superfluous.  They
   keep their places for now, since a caller may be walking over them. */
static void
replace_subsumed (struct clause_frames *frames, const struct cube *cube, uint64_t mask,
                  uint32_t level)
{
  assert (level > 0 && mask == cube_mask (cube));
  quota_work (frames->arena->quota, frames->clauses.count / 8);
  for (uint32_t i = 0; i < frames->clauses.count; i++)
    {
      struct frame_clause *clause = &frames->clauses.at[i];
      if (clause->level == 0 || clause->level > level || (mask & ~clause->mask)
          || !cube_has_all_of (cube, &clause->cube))
        continue;
      clause->level = 0;
      frames->dead++;
    }
}

/* Remove the clauses that are marked as replaced.  No caller may be walking over them. */
static void
remove_replaced (struct clause_frames *frames)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < frames->clauses.count; i++)
    if (frames->clauses.at[i].level)
      frames->clauses.at[kept++] = frames->clauses.at[i];
  frames->clauses.count = kept;
}

void
clause_frames_add (struct clause_frames *frames, const struct cube *cube, uint32_t level)
{
  assert (level > 0 && !cube_has_initial (frames->solver->system, cube));
  struct frame_clause clause = { CUBE_ALL, cube_mask (cube), level };
  cube_copy (frames->arena, &clause.cube, cube);
  replace_subsumed (frames, cube, clause.mask, level);
  *vec_push (frames->arena, &frames->clauses) = clause;
  frame_solver_exclude (frames->solver, cube, level);
  bury (frames);
}

bool
clause_frames_exclude (const struct clause_frames *frames, const struct cube *cube,
                       uint32_t level)
{
  uint64_t mask = cube_mask (cube);
  for (uint32_t i = 0; i < frames->clauses.count; i++)
    {
      const struct frame_clause *clause = &frames->clauses.at[i];
      if (clause->level >= level && !(clause->mask & ~mask)
          && cube_has_all_of (&clause->cube, cube))
        return true;
    }
  return false;
}

/* Is there a clause whose level is LEVEL? */
static bool
has_level (const struct clause_frames *frames, uint32_t level)
{
  for (uint32_t i = 0; i < frames->clauses.count; i++)
    if (frames->clauses.at[i].level == level)
      return true;
  return false;
}

/* Move the clauses of LEVEL up by one level where the step allows it. */
static void
propagate_level (struct clause_frames *frames, uint32_t level)
{
  struct cube core = CUBE_ALL;
  assert (!frames->solver->spent);
  assert (level > 0); /* 0 is the beginning, which has no clauses */
  remove_replaced (frames);
  uint32_t end = frames->clauses.count;
  for (uint32_t i = 0; i < end && !frames->solver->spent; i++)
    {
      const struct frame_clause *clause = &frames->clauses.at[i];
      if (clause->level != level
          || frame_solver_ask_step (frames->solver, level, &clause->cube, false)
               != SOLVER_UNSAT)
        continue;
      frame_solver_core (frames->solver, &clause->cube, &core);
      assert (cube_has_all_of (&core, &clause->cube));
      clause_frames_add (frames, &core, level + 1); /* replaces the clause */
    }
}

uint32_t
clause_frames_propagate (struct clause_frames *frames, uint32_t top)
{
  for (uint32_t level = 1; level <= top && !frames->solver->spent; level++)
    {
      propagate_level (frames, level);
      if (!frames->solver->spent && !has_level (frames, level))
        return level;
    }
  return 0;
}
