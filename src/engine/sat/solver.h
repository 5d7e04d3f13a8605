/* solver.h -- a SAT solver, incremental: CaDiCaL, which no other file knows.
 *
 * Variables are positive numbers, a literal is one of them or its negative, and a clause
 * ends with 0.  Assumptions hold for the next call of solver_solve only.
 *
 * Limits.  The work of a call is counted in conflicts, so that a budget ends at the same
 * point on every machine; time, memory and signals are looked at by the callback that
 * CaDiCaL asks whether to go on.  When one of them is used up, or C++ finds no memory,
 * the query is given up as everywhere (base/quota.h) and the solver with it: whoever made
 * it frees it after the unwinding.
 */
#ifndef ENGINE_SAT_SOLVER_H
#define ENGINE_SAT_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/quota.h"
#include "engine/sat/dimacs.h"

struct solver;

enum solver_answer
{
  SOLVER_UNDECIDED, /* the budget is spent */
  SOLVER_SAT,
  SOLVER_UNSAT,
};

/* Of CaDiCaL, as it calls itself: "sc2021", "1.9.5". */
const char *solver_version (void);

struct solver *solver_new (struct quota *quota);
void solver_free (struct solver *solver);
/* From now on, which is before anything was added, tell DIMACS what is asked. */
void solver_record (struct solver *solver, struct dimacs *dimacs);

/* One more variable. */
int solver_variable (struct solver *solver);
/* One more literal of the clause that is being added; 0 ends it. */
void solver_add (struct solver *solver, int literal);
void solver_assume (struct solver *solver, int literal);
/* One more literal of a clause that holds for the next call of solver_solve only; 0 ends
   it.  There is at most one. */
void solver_constrain (struct solver *solver, int literal);

/* From DEADLINE on, of quota_clock, calls are undecided; 0: never. */
void solver_set_deadline (struct solver *solver, uint64_t deadline);

/* Give up after CONFLICTS; 0: never. */
enum solver_answer solver_solve (struct solver *solver, uint64_t conflicts);

/* From now on conflicts are counted; that slows the solver down a little. */
void solver_count_conflicts (struct solver *solver);
uint64_t solver_conflicts (const struct solver *solver);

/* After SOLVER_SAT: is LITERAL true?  After SOLVER_UNSAT: is the assumption LITERAL one
   of those that are to blame? */
bool solver_value (struct solver *solver, int literal);
bool solver_failed (struct solver *solver, int literal);

#endif
