/* inductive.h -- is it an invariant?  Asked of a solver that knows nothing else.
 *
 * With all cubes excluded: the beginning is outside of them, so is every state after a
 * step from outside of them, and nothing bad is outside of them.
 */
#ifndef ENGINE_PDR_INDUCTIVE_H
#define ENGINE_PDR_INDUCTIVE_H

#include "engine/pdr/cube.h"
#include "engine/sat/clauses.h"

/* SOLVER is null, and where the solver is kept while it is at work (pdr.h). */
bool inductive_holds (const struct transition_system *system, const struct cube *cubes,
                      uint32_t count, struct solver **solver, struct arena *arena);

#endif
