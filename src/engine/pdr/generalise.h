/* generalise.h -- from a cube that is excluded from a frame to a larger one.
 *
 * A cube c is inductive relative to a frame if no step leads from the frame, without c,
 * into c.  Literals of c are dropped one by one, those first that occur in few clauses.
 * Each time the solver is asked whether the smaller conjunction is still inductive; if
 * so, the literals that its proof did not need are dropped as well.  If not, the solver
 * has found a state s from which a step leads into the cube, a counterexample to
 * generalisation [HassanBradleySomenzi2013]: if s itself can be excluded from the frame
 * before, it is, and the solver is asked again; if not, the literal stays.  (The paper
 * goes on with the literals that s agrees with; here that cost more than it saved.)
 */
#ifndef ENGINE_PDR_GENERALISE_H
#define ENGINE_PDR_GENERALISE_H

#include "engine/pdr/clause_frames.h"
#include "engine/pdr/lifting.h"

/* How deep counterexamples to generalisation may be nested. */
#define GENERALISER_DEPTH 2

struct generaliser
{
  struct arena *arena;
  const struct transition_system *system;
  struct frame_solver *solver;
  struct clause_frames *frames;
  struct lifting *lifting;
  uint32_t top; /* clauses are not moved beyond this level */
  /* Buffers for each depth of nesting. */
  struct generaliser_room
  {
    struct cube candidate, core, state, order;
  } rooms[GENERALISER_DEPTH + 1];
};

void generaliser_init (struct generaliser *generaliser, struct clause_frames *frames,
                       struct lifting *lifting, struct arena *arena);

/* CUBE is inductive relative to frame LEVEL - 1: make it larger, and add its clause to
   the highest level, at most top + 1, at which it holds.  Returns that level, or 0 if
   the budget is spent. */
uint32_t generaliser_exclude (struct generaliser *generaliser, struct cube *cube,
                              uint32_t level);

#endif
