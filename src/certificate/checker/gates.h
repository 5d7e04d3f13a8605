/* gates.h -- circuits, handed to a SAT solver gate by gate.
 *
 * The checker's own way to the solver (the engines have another, engine/sat): a gate is a
 * number, negative if it is negated.  Constants are folded and equal gates are made once.
 * The solver is told of a gate, by the clauses that define it, when something is required
 * or asked that depends on it: of a large array most that a step does to it is never
 * asked for.  All that is believed of the solver is that what it calls unsatisfiable is.
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
  GATE_CHOOSE, /* if the first is true the second, else the third */
  GATE_SOME,
};

struct gate_node
{
  enum gate_kind kind;
  uint32_t count;
  const gate *from; /* COUNT gates */
  int variable;     /* of the solver; 0: it has not been told */
};

struct gates
{
  struct gates_solver *solver;
  struct arena *arena;
  struct pairmap ands, xors;    /* (literal, literal) -> literal of the gate */
  VEC (struct gate_node) nodes; /* by number; the first one is true */
  VEC (int) open; /* numbers that are about to be told; empty between calls */
  int variables;  /* that the solver has been told of */
};

/* A solver that looks at the quota of ARENA.  *SOLVER is where its owner frees it, by
   gates_free_solver, also after an unwinding; it is null now. */
void gates_init (struct gates *gates, struct gates_solver **solver, struct arena *arena);
/* And sets it to null.  It may be null. */
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

/* Tell the solver of A, so that gates_value knows it.  What is required or asked for is
   told with all that it depends on. */
void gates_tell (struct gates *gates, gate a);
/* From now on one of COUNT gates is true. */
void gates_require (struct gates *gates, const gate *list, uint32_t count);

/* Can WANTED be true, with all that is required?  May unwind. */
bool gates_satisfy (struct gates *gates, gate wanted);
/* Then: is A, which the solver has been told of, true in what was found? */
bool gates_value (struct gates *gates, gate a);

#endif
