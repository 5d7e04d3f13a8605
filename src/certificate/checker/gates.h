/* gates.h -- circuits, handed to a SAT solver gate by gate.
 *
 * The checker's own way to the solver (the engines have another, engine/sat): a gate is a
 * number, negative if it is negated.  Constants are folded and equal gates are created
 * once.  A gate is passed to the solver, as the clauses that define it, when something
 * that depends on it is required or asked: most of what a step does to a large array
 * never is.  All that is trusted is the solver's answer "unsatisfiable".
 */
#ifndef CERTIFICATE_CHECKER_GATES_H
#define CERTIFICATE_CHECKER_GATES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pairmap.h"
#include "base/vec.h"

typedef struct
{
  int literal;
} gate;

#define GATE_TRUE ((gate){ 1 })
#define GATE_FALSE ((gate){ -1 })

struct gates_solver;

enum gate_kind
{
  GATE_INPUT, /* any value */
  GATE_AND,
  GATE_XOR,
  GATE_CHOOSE, /* if the first is true, the second, else the third */
  GATE_SOME,
};

struct gate_node
{
  enum gate_kind kind;
  uint32_t count;
  const gate *from; /* COUNT gates */
  int variable;     /* its variable in the solver; 0: it was not passed on yet */
};

struct gates
{
  struct gates_solver *solver;
  struct arena *arena;
  struct pairmap ands, xors;    /* (literal, literal) -> literal of the gate */
  VEC (struct gate_node) nodes; /* by number; the first one is true */
  VEC (int) open;               /* gates to be passed on; empty between calls */
  int variables;                /* variables of the solver so far */
};

/* Create a solver that obeys the quota of ARENA.  *SOLVER, null now, is where its owner
   frees it by gates_free_solver, also after an unwinding. */
void gates_init (struct gates *gates, struct gates_solver **solver, struct arena *arena);
/* Free *SOLVER, which may be null, and set it to null. */
void gates_free_solver (struct gates_solver **solver);

static inline gate
gate_not (gate a)
{
  return (gate){ -a.literal };
}

static inline bool
gate_equal (gate a, gate b)
{
  return a.literal == b.literal;
}

static inline gate
gate_constant (bool value)
{
  return value ? GATE_TRUE : GATE_FALSE;
}

gate gate_input (struct gates *gates);
gate gate_and (struct gates *gates, gate a, gate b);
gate gate_or (struct gates *gates, gate a, gate b);
gate gate_xor (struct gates *gates, gate a, gate b);
gate gate_choose (struct gates *gates, gate condition, gate yes, gate no);
/* Is one of COUNT gates true? */
gate gate_some (struct gates *gates, const gate *list, uint32_t count);

/* Pass A on to the solver, so that gates_value knows it.  What is required or asked for
   is passed on with all that it depends on. */
void gates_tell (struct gates *gates, gate a);
/* Require that one of COUNT gates is true. */
void gates_require (struct gates *gates, const gate *list, uint32_t count);

/* Can WANTED be true, with all that is required?  "No" is proved.  May unwind. */
bool gates_satisfy (struct gates *gates, gate wanted);
/* After "yes": the value of A, which was passed on to the solver. */
bool gates_value (struct gates *gates, gate a);

#endif
