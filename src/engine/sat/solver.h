/* solver.h -- an incremental SAT solver: CaDiCaL, which only solver.c knows.
 *
 * Variables are positive numbers, a literal is one of them or its negative, and a clause
 * ends with 0.  Assumptions hold for the next call of solver_solve only.
 *
 * Limits.  The work of a call is counted in conflicts, so that a budget ends at the same
 * point on every machine; a callback of CaDiCaL checks time, memory and signals.  When
 * one of them is used up, or C++ finds no memory, the query is given up as everywhere
 * (base/quota.h) and the solver with it: its owner frees it after the unwinding.
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
  SOLVER_UNDECIDED, /* the limit of conflicts, or the deadline, was reached */
  SOLVER_SAT,
  SOLVER_UNSAT,
};

/* The version of CaDiCaL: "sc2021", "1.9.5". */
const char *solver_version (void);

struct solver *solver_new (struct quota *quota);
void solver_free (struct solver *solver);
/* Report to DIMACS what is asked; call it before anything was added. */
void solver_record (struct solver *solver, struct dimacs *dimacs);

/* Returns a new variable. */
int solver_variable (struct solver *solver);
/* Add a literal to the present clause; 0 ends it. */
void solver_add (struct solver *solver, int literal);
void solver_assume (struct solver *solver, int literal);
/* Add a literal to the clause that holds for the next call of solver_solve only; 0 ends
   it.  There is at most one such clause. */
void solver_constrain (struct solver *solver, int literal);

/* After DEADLINE (of quota_clock) calls are undecided; 0: no deadline. */
void solver_set_deadline (struct solver *solver, uint64_t deadline);

/* Solve, with at most CONFLICTS conflicts; 0: no limit. */
enum solver_answer solver_solve (struct solver *solver, uint64_t conflicts);

/* Count conflicts from now on, which slows the solver down a little. */
void solver_count_conflicts (struct solver *solver);
uint64_t solver_conflicts (const struct solver *solver);

/* After SOLVER_SAT: is LITERAL true?  After SOLVER_UNSAT: did the solver use the
   assumption LITERAL? */
bool solver_value (struct solver *solver, int literal);
bool solver_failed (struct solver *solver, int literal);

#endif
