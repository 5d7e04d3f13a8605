/* clause_frames.h -- the clauses that were learned, by level.
 *
 * A clause is kept as the cube that it excludes.  One of level i holds in the frames 1 to
 * i, one of level FRAME_ALWAYS in all.  A cube that is part of another one excludes more:
 * it replaces the other one as far as its own level reaches.
 */
#ifndef ENGINE_PDR_CLAUSE_FRAMES_H
#define ENGINE_PDR_CLAUSE_FRAMES_H

#include "engine/pdr/frame_solver.h"

struct frame_clause
{
  struct cube cube;
  uint64_t mask;
  uint32_t level; /* 0: replaced */
};

struct clause_frames
{
  struct arena *arena;
  struct frame_solver *solver;
  VEC (struct frame_clause) clauses; /* in the order in which they came to their level */
  uint32_t *activity;                /* by code of a literal: clauses learned with it */
  uint64_t learned;
  uint32_t dead; /* clauses that are in the solver and no longer here */
  uint32_t restarts;
};

void clause_frames_init (struct clause_frames *frames, struct frame_solver *solver,
                         struct arena *arena);

/* CUBE is excluded from the frames up to LEVEL. */
void clause_frames_add (struct clause_frames *frames, const struct cube *cube,
                        uint32_t level);
/* Is CUBE excluded from frame LEVEL by one clause? */
bool clause_frames_exclude (const struct clause_frames *frames, const struct cube *cube,
                            uint32_t level);

/* Move clauses up by a level, from the first to the level TOP, where the step allows it.
   Returns a level, at most TOP, that has no clauses any more: the frame above it is an
   invariant; or 0. */
uint32_t clause_frames_propagate (struct clause_frames *frames, uint32_t top);

#endif
