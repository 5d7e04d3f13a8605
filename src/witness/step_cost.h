/* step_cost.h -- the least number of statements that a process has to execute to make a
 * step of the automaton, if no other process is in its way.
 *
 * The number ignores locks and clauses; otherwise it is exact.  For a symbol s and a step
 * k,
 *
 *     leave(s)     statements from s to the return of its procedure
 *     make(s, k)   statements from s to step k, made before that return
 *
 * and for a stack  rest(s w, k) = min (make(s, k), leave(s) + rest(w, k)).
 */
#ifndef WITNESS_STEP_COST_H
#define WITNESS_STEP_COST_H

#include "phaseauto/instance.h"
#include "wpds/stacks.h"
#include "wpds/survey.h"

#define STEP_COST_NEVER UINT32_MAX

struct tolls
{
  const struct survey *survey;
  const struct pa_instance *instance;
  struct stacks *stacks;
  struct arena *arena;
  uint32_t *leave; /* by symbol */
  uint32_t **make; /* by step of the automaton, by symbol */
  struct
  {
    VEC (uint32_t) by_stack; /* STEP_COST_UNKNOWN: not computed yet */
  } * rest;                  /* by step */
  VEC (uint32_t) queue;
  bool *queued; /* by symbol */
};

/* The most symbols of a model for which the tables are worth their work. */
#define STEP_COST_SYMBOLS 200000

/* False: there are too many symbols.  All arguments are borrowed. */
bool tolls_init (struct tolls *tolls, const struct survey *survey,
                 const struct pa_instance *instance, struct stacks *stacks,
                 struct arena *arena);

/* The least number of statements to STEP (from 0) for its thread with the stack STACK;
   STEP_COST_NEVER: it can no longer be made. */
uint32_t tolls_rest (struct tolls *tolls, uint32_t step, pds_stack stack);

#endif
