/* inductive.h -- is something an invariant?  Asks a solver of its own, which knows
 * nothing else, to check the result of a proof.
 *
 * The states outside of all cubes are an invariant if they include the initial states,
 * every step from one of them leads to one of them, and none of them is bad.
 */
#ifndef ENGINE_PDR_INDUCTIVE_H
#define ENGINE_PDR_INDUCTIVE_H

#include "engine/pdr/cube.h"
#include "engine/sat/clauses.h"

/* *SOLVER is null at first, and set while the solver is at work (pdr.h). */
bool inductive_holds (const struct transition_system *system, const struct cube *cubes,
                      uint32_t count, struct solver **solver, struct arena *arena);

#endif
