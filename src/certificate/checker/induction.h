/* induction.h -- is something an invariant, and does it exclude a violation?
 *
 * An invariant is a list of clauses over places and bits of values (states.h).  Three
 * questions go to the SAT solver, the second once for each process:
 *
 *     is a clause false in an initial state?
 *     does a step lead from a state where all clauses hold to one where one is false?
 *     does the violation happen in a state in which all clauses hold?
 *
 * If all answers are "no", the violation never happens: by induction over the length of
 * an execution.  Cost: three circuits of the size of the model, and the solver.
 */
#ifndef CERTIFICATE_CHECKER_INDUCTION_H
#define CERTIFICATE_CHECKER_INDUCTION_H

#include "certificate/checker/faults.h"
#include "certificate/checker/moves.h"

struct induction_literal
{
  bool is_place;
  uint32_t process, set; /* of a place: the process is at one of this set */
  uint32_t value, bit;   /* otherwise: this bit of a value is 1 iff POSITIVE */
  bool positive;         /* UINT32_MAX as VALUE is something that is always 0 */
};

struct induction_clause
{
  uint32_t line; /* of the certificate */
  VEC (struct induction_literal) literals;
};

/* A set of places: indices in the list of any process that can be there. */
struct induction_set
{
  VEC (uint32_t) places;
};

struct induction
{
  struct system *system;
  const struct part *const *parts; /* by process: what the automaton sees; or null */
  const struct fault *fault;       /* null: the violation is the last step of a pattern */
  VEC (struct induction_clause) clauses;
  VEC (struct induction_set) sets;
};

#define INDUCTION_PROBLEM 300

/* Does the induction hold?  If not, PROBLEM says what is wrong with *LINE (0: with no
   line).  May unwind; *SOLVER as for gates_init. */
bool induction_holds (const struct induction *induction, struct gates_solver **solver,
                      char problem[INDUCTION_PROBLEM], uint32_t *line,
                      struct arena *scratch);

#endif
