/* clause_frames.h -- the clauses that were learned, by level.
 *
 * A clause is kept as the cube that it excludes.  A clause of level i holds in the frames
 * 1 to i, one of level FRAME_ALWAYS in all frames.  If the literals of one cube are part
 * of those of another, it excludes more states: its clause replaces the other one, if its
 * level is at least as high.
 */
#ifndef ENGINE_PDR_CLAUSE_FRAMES_H
#define ENGINE_PDR_CLAUSE_FRAMES_H

#include "engine/pdr/frame_solver.h"

struct frame_clause
{
  struct cube cube;
  uint64_t mask;
  uint32_t level; /* 0: replaced by another clause */
};

struct clause_frames
{
  struct arena *arena;
  struct frame_solver *solver;
  VEC (struct frame_clause) clauses; /* in the order in which they reached their levels */
  uint32_t *activity;                /* by code of a literal: clauses learned with it */
  uint64_t learned;
  uint32_t dead; /* replaced clauses, which are still in the solver */
  uint32_t restarts;
};

void clause_frames_init (struct clause_frames *frames, struct frame_solver *solver,
                         struct arena *arena);

/* Add a clause: CUBE is excluded from the frames up to LEVEL. */
void clause_frames_add (struct clause_frames *frames, const struct cube *cube,
                        uint32_t level);
/* Is CUBE excluded from frame LEVEL by one clause? */
bool clause_frames_exclude (const struct clause_frames *frames, const struct cube *cube,
                            uint32_t level);

/* Move each clause up by one level, from level 1 to level TOP, if the step allows it.
   Returns a level, at most TOP, that has no clauses left, so that the frame above it is
   an invariant; or 0. */
uint32_t clause_frames_propagate (struct clause_frames *frames, uint32_t top);

#endif
