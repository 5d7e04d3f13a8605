/* induction.h -- is an invariant one, and does it keep something from happening?
 *
 * An invariant is a list of clauses over places and bits of values (states.h).  Three
 * questions go to the SAT solver, the second once for each process:
 *
 *     a state to begin with in which a clause is false?
 *     a state in which all clauses hold, and a step to one in which a clause is false?
 *     a state in which all clauses hold, and what must not happen does?
 *
 * If none has an answer, what must not happen never does: by induction over the length of
 * an execution.
 */
#ifndef CERTIFICATE_CHECKER_INDUCTION_H
#define CERTIFICATE_CHECKER_INDUCTION_H

#include "certificate/checker/faults.h"
#include "certificate/checker/moves.h"

struct induction_literal
{
  bool is_place;
  uint32_t process, set; /* of a place: it is one of this set */
  uint32_t value, bit;   /* else: this bit of a value is 1 iff POSITIVE; */
  bool positive;         /* ... VALUE may be UINT32_MAX: something that is always 0 */
};

struct induction_clause
{
  uint32_t line; /* of the certificate */
  VEC (struct induction_literal) literals;
};

/* Places: numbers in the list of any process that can be there. */
struct induction_set
{
  VEC (uint32_t) places;
};

struct induction
{
  struct system *system;
  const struct part *const *parts; /* by process: what the automaton sees; or null */
  const struct fault *fault;       /* null: a pattern, whose last step must not happen */
  VEC (struct induction_clause) clauses;
  VEC (struct induction_set) sets;
};

#define INDUCTION_PROBLEM 300

/* True, or PROBLEM says what is wrong with *LINE (0: with no line).  May unwind; *SOLVER
   as for gates_init. */
bool induction_holds (const struct induction *induction, struct gates_solver **solver,
                      char problem[INDUCTION_PROBLEM], uint32_t *line,
                      struct arena *scratch);

#endif
