/* kept_solver.h -- what bmc and ic3 keep between the questions of a model: the SAT solver
 * of the present question.
 *
 * The solver lives outside of arenas, so the engine frees it in `forget' when work
 * unwinds.  These functions are members of the engine's row in the table; the state is
 * one pointer to a solver.
 */
#ifndef ENGINE_SYMBOLIC_KEPT_SOLVER_H
#define ENGINE_SYMBOLIC_KEPT_SOLVER_H

#include "engine/engine.h"
#include "engine/sat/solver.h"

void *kept_solver_create (const struct engine_means *means);

/* Where the solver of a question is kept; *result is null between two questions. */
struct solver **kept_solver_of (void *state);

void kept_solver_forget (void *state);

#endif
