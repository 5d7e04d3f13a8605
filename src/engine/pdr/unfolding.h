/* unfolding.h -- bounded search of a transition system: one copy of it for each step.
 *
 * The bits of the state in a copy are what the copy before it says comes next, so that
 * only choices, and the bits that are free at the beginning, are inputs.
 */
#ifndef ENGINE_PDR_UNFOLDING_H
#define ENGINE_PDR_UNFOLDING_H

#include "engine/pdr/counterexample.h"
#include "engine/sat/solver.h"

enum unfolding_outcome
{
  UNFOLDING_FOUND, /* something bad is reachable: the counterexample, a shortest one */
  UNFOLDING_ENDED, /* nothing bad is: no path goes on */
  UNFOLDING_BOUND, /* nothing up to the greatest depth */
  UNFOLDING_SPENT, /* the budget is spent */
};

struct unfolding
{
  struct arena *arena; /* of everything, results too */
  const struct transition_system *system;
  struct solver **solver; /* as of struct pdr */
  uint32_t most;          /* the greatest number of steps; 0: no limit */
  uint64_t budget;        /* calls of the solver and conflicts together; 0: no limit */
  /* Results. */
  struct counterexample counterexample;
  /* What it took. */
  uint32_t depth;   /* steps of the longest paths that were looked at */
  uint64_t clauses; /* in the solver */
  uint64_t calls;   /* of the solver */
  uint64_t conflicts;
};

enum unfolding_outcome unfolding_search (struct unfolding *unfolding);

#endif
