/* clauses.h -- from an and-inverter graph to clauses, as far as they are needed.
 *
 * A gate g = a & b that something depends on has a variable, and clauses only in the
 * direction that matters [PlaistedGreenbaum1986]: if g is required to be true,
 *
 *     !g | a    !g | b
 *
 * and if it is required to be false,
 *
 *     g | !a | !b
 *
 * A direction that is needed later is added later.  So the value of a gate's variable
 * need not be the gate's value; that of an input's variable is, and clauses_values
 * computes the gates from the inputs (aig.h).
 */
#ifndef ENGINE_SAT_CLAUSES_H
#define ENGINE_SAT_CLAUSES_H

#include "engine/sat/aig.h"
#include "engine/sat/solver.h"

/* The clauses that a node has already. */
struct clauses_node
{
  int variable;  /* 0: none yet */
  uint8_t known; /* bit 0: clauses for "it is true"; bit 1: for "it is false" */
};

struct clauses
{
  struct arena *arena;
  const struct aig *aig;
  struct solver *solver;
  VEC (struct clauses_node) nodes; /* by node of the graph */
  VEC (uint32_t) pending;          /* codes of literals */
  uint64_t count;                  /* clauses */
};

void clauses_init (struct clauses *clauses, const struct aig *aig, struct solver *solver,
                   struct arena *arena);

/* Begin again with another solver, which has no clauses yet. */
void clauses_begin_again (struct clauses *clauses, struct solver *solver);

/* Require LIT. */
void clauses_require (struct clauses *clauses, aig_lit lit);
/* Require one of the COUNT literals AT. */
void clauses_require_one (struct clauses *clauses, const aig_lit *at, uint32_t count);
/* Assume LIT in the next call of the solver. */
void clauses_assume (struct clauses *clauses, aig_lit lit);
/* The solver's literal for LIT, for clauses and assumptions that are written by hand:
   whenever it is true, LIT is true. */
int clauses_literal (struct clauses *clauses, aig_lit lit);
/* After SOLVER_UNSAT: did the solver use the assumption LIT? */
bool clauses_failed (const struct clauses *clauses, aig_lit lit);

/* After SOLVER_SAT: the value of the input NODE; 0 if no clause mentions it. */
bool clauses_input (const struct clauses *clauses, uint32_t node);
/* After SOLVER_SAT: set VALUES to those of all nodes. */
void clauses_values (struct clauses *clauses, struct aig_values *values,
                     struct arena *arena);

#endif
