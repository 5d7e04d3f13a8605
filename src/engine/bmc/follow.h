/* follow.h -- are there values for a run that was found without data?
 *
 * The run of a suspicion says who makes which step when, and which way each goes; only
 * the values are free: initial ones, and those that an IR_ANY chooses.  So the steps are
 * executed symbolically one after the other, each condition on the way is required, and
 * one call of the solver finds values or shows that this run has none.  (Others may have
 * some: "none" says nothing about the query.)
 *
 * Of the last steps, those that happen together, only a race is checked here: its
 * accesses must be to one cell.  The replay checks everything else.
 */
#ifndef ENGINE_BMC_FOLLOW_H
#define ENGINE_BMC_FOLLOW_H

#include "engine/question.h"
#include "engine/sat/solver.h"

/* Returns the run that QUESTION suspects, with values, in ARENA; null if none were found
   within CONFLICTS.  *SOLVER: as in bounded.h. */
const struct run *follow_suspicion (const struct question *question, uint64_t conflicts,
                                    struct solver **solver, struct arena *arena);

#endif
