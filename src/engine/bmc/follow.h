/* follow.h -- is a run of the model without its data one with data?
 *
 * The run of a suspicion says who makes which step when, and which way each goes; only
 * values are free: those that fields start with, and those that an IR_ANY chooses.  So
 * the steps are executed symbolically one after the other, each condition on the way is
 * required, and one call of the solver finds values, or says that there are none for this
 * run.  (There may be some for others: then this says nothing.)
 *
 * Of what happens together at the end only a race is looked at: its accesses are to one
 * cell.  That the rest is a violation is for the replay to say, as always.
 */
#ifndef ENGINE_BMC_FOLLOW_H
#define ENGINE_BMC_FOLLOW_H

#include "engine/question.h"
#include "engine/sat/solver.h"

/* The run that QUESTION suspects, with values, in ARENA; null: none was found within
   CONFLICTS.  *SOLVER: as in bounded.h. */
const struct run *follow_suspicion (const struct question *question, uint64_t conflicts,
                                    struct solver **solver, struct arena *arena);

#endif
