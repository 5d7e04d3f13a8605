/* frame_solver.h -- one solver for the step and for the clauses of all frames.
 *
 * Frame i is a set of states, and each frame is part of the next: frame 0 has the initial
 * states, and for i > 0 frame i has the clauses of level i and above.  Each level has a
 * variable that switches its clauses off, so a question about frame i assumes that the
 * levels below i are off and the others on.  A clause that only one question needs (`from
 * a state outside of the cube') is a constraint of the solver, which ends with the call.
 * So questions use up no variables.  But a clause that is replaced by a stronger one, or
 * moved to a higher level, stays in the solver: the owner of the clauses begins again
 * with a new solver when too many are dead (clause_frames.h).
 *
 * Clauses of level FRAME_ALWAYS are in all frames: their author knows that they are part
 * of an invariant.
 *
 * Calls of the solver and conflicts are counted against a budget, which is the same on
 * every machine.  Once it is spent, every answer is SOLVER_UNDECIDED.
 */
#ifndef ENGINE_PDR_FRAME_SOLVER_H
#define ENGINE_PDR_FRAME_SOLVER_H

#include "engine/pdr/cube.h"
#include "engine/sat/clauses.h"

#define FRAME_ALWAYS UINT32_MAX

struct frame_solver
{
  struct arena *arena;
  const struct transition_system *system;
  struct solver **solver; /* see pdr.h */
  struct clauses clauses;
  VEC (int)
  idle;            /* by level: the variable that switches it off; 0: the clauses of the
                      initial states */
  uint64_t budget; /* 0: no limit */
  uint64_t calls;
  uint64_t conflicts; /* of the solvers before the present one */
  bool spent;
};

void frame_solver_init (struct frame_solver *frames, struct arena *arena,
                        const struct transition_system *system, struct solver **solver,
                        uint64_t budget);
/* Start a new solver, without any clauses of frames. */
void frame_solver_begin_again (struct frame_solver *frames);
void frame_solver_end (struct frame_solver *frames);
/* Calls and conflicts so far. */
uint64_t frame_solver_work (const struct frame_solver *frames);

/* Add the clause that no state of CUBE is in the frames 1 to LEVEL. */
void frame_solver_exclude (struct frame_solver *frames, const struct cube *cube,
                           uint32_t level);

/* Find the largest subset of the COUNT cubes AT that is inductive: it has no initial
   state, and no step leads into one of its cubes from outside of all of them and of what
   is excluded for ever.  KEPT says which are in it.  All cubes are tried at first; as
   long as a step leads into some, these are removed.  Returns their number, 0 if the
   budget is spent. */
uint32_t frame_solver_keep_inductive (struct frame_solver *frames, const struct cube *at,
                                      uint32_t count, bool *kept);

/* Has frame LEVEL a bad state? */
enum solver_answer frame_solver_ask_bad (struct frame_solver *frames, uint32_t level);

/* Is there a step from frame LEVEL (and, if OUTSIDE, from a state outside of CUBE) to a
   state in CUBE? */
enum solver_answer frame_solver_ask_step (struct frame_solver *frames, uint32_t level,
                                          const struct cube *cube, bool outside);
/* After SOLVER_UNSAT: set CORE to literals of CUBE that suffice for that answer.  If CUBE
   has no initial state, CORE has none either. */
void frame_solver_core (struct frame_solver *frames, const struct cube *cube,
                        struct cube *core);

#endif
