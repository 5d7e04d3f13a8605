/* frame_solver.h -- one solver for the step and for the clauses of all frames.
 *
 * A frame i is a set of states, and the frames shrink from the last to the first: frame
 * 0 is the beginning, and for i > 0 frame i has the clauses of level i and above.  Each
 * level has a variable that makes its clauses idle, so a question about frame i assumes
 * that the levels below i are idle and the others are not.  A clause that only one
 * question needs (`from a state outside of the cube') is a constraint of the solver.
 * So no variable is ever used up.  But a clause that is replaced by a stronger one, or
 * moved to a higher level, stays behind: whoever keeps the clauses begins again with a
 * new solver when too many are dead (clause_frames.h).
 *
 * Clauses of level FRAME_ALWAYS are in all frames: whoever adds one knows that it is part
 * of an invariant.
 *
 * Calls of the solver and conflicts are counted against a budget, which is the same on
 * every machine.  When it is spent, every answer is SOLVER_UNDECIDED.
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
  VEC (int) idle;  /* by level; level 0: of the states of the beginning */
  uint64_t budget; /* 0: no limit */
  uint64_t calls;
  uint64_t conflicts; /* of solvers that are gone */
  bool spent;
};

void frame_solver_init (struct frame_solver *frames, struct arena *arena,
                        const struct transition_system *system, struct solver **solver,
                        uint64_t budget);
/* A new solver, which knows no clauses of frames yet. */
void frame_solver_begin_again (struct frame_solver *frames);
void frame_solver_end (struct frame_solver *frames);
/* Calls and conflicts so far. */
uint64_t frame_solver_work (const struct frame_solver *frames);

/* No state of CUBE is in the frames 1 to LEVEL. */
void frame_solver_exclude (struct frame_solver *frames, const struct cube *cube,
                           uint32_t level);

/* Of the COUNT cubes AT: the largest set that no state of the beginning is in, and that
   no step leads into from outside of all of them and of what is excluded for ever; KEPT
   says which.  Asked once, if they all are in it, and then as often as something has to
   go. Returns their number, 0 if the budget is spent. */
uint32_t frame_solver_keep_inductive (struct frame_solver *frames, const struct cube *at,
                                      uint32_t count, bool *kept);

/* Is there something bad in frame LEVEL? */
enum solver_answer frame_solver_ask_bad (struct frame_solver *frames, uint32_t level);

/* Is there a step from frame LEVEL (and, if OUTSIDE, from a state outside of CUBE) to a
   state in CUBE? */
enum solver_answer frame_solver_ask_step (struct frame_solver *frames, uint32_t level,
                                          const struct cube *cube, bool outside);
/* After SOLVER_UNSAT: those literals of CUBE, in CORE, that are enough to say no.  No
   state of the beginning is in CUBE; nor is one in CORE. */
void frame_solver_core (struct frame_solver *frames, const struct cube *cube,
                        struct cube *core);

#endif
