/* gates.h -- circuits, handed to a SAT solver gate by gate.
 *
 * The checker's own way to the solver (the engines have another, engine/sat): a gate is a
 * literal, and making one adds the clauses that define it.  Constants are folded and equal
 * gates are made once.  All that is believed of the solver is that what it calls
 * unsatisfiable is.
 */
#ifndef CERTIFICATE_CHECKER_GATES_H
#define CERTIFICATE_CHECKER_GATES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pairmap.h"

typedef struct
{
  int literal;
} gate;

#define GATE_TRUE ((gate){ 1 })
#define GATE_FALSE ((gate){ -1 })

struct gates_solver;

struct gates
{
  struct gates_solver *solver;
  struct arena *arena;
  struct pairmap ands, xors; /* (literal, literal) -> literal of the gate */
  int variables;             /* the first one is true */
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

/* From now on one of COUNT gates is true. */
void gates_require (struct gates *gates, const gate *list, uint32_t count);

/* Can WANTED be true, with all that is required?  May unwind. */
bool gates_satisfy (struct gates *gates, gate wanted);
/* Then: is A true in what was found? */
bool gates_value (struct gates *gates, gate a);

#endif
