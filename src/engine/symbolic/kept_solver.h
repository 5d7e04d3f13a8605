/* kept_solver.h -- what bmc and ic3 keep between the questions of a model: the solver of
 * the question that is being decided.
 *
 * It lives outside of arenas, so somebody has to free it when work unwinds: the engine
 * does, in `forget'.  These are the members of its row in the table; the state is one
 * pointer to a solver.
 */
#ifndef ENGINE_SYMBOLIC_KEPT_SOLVER_H
#define ENGINE_SYMBOLIC_KEPT_SOLVER_H

#include "engine/engine.h"
#include "engine/sat/solver.h"

void *kept_solver_create (const struct engine_means *means);

/* Where the solver of a question is kept; it points to null between two questions. */
struct solver **kept_solver_of (void *state);

void kept_solver_forget (void *state);

#endif
