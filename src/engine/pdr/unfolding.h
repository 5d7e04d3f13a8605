/* unfolding.h -- bounded search of a transition system: one copy of it for each step.
 *
 * The bits of the state in a copy are those after the step of the copy before it; so only
 * choices, and the bits that are free initially, are inputs.
 */
#ifndef ENGINE_PDR_UNFOLDING_H
#define ENGINE_PDR_UNFOLDING_H

#include "engine/pdr/counterexample.h"
#include "engine/sat/solver.h"

enum unfolding_outcome
{
  UNFOLDING_FOUND, /* a bad state is reachable: the counterexample is a shortest one */
  UNFOLDING_ENDED, /* no bad state is reachable: no path is longer */
  UNFOLDING_BOUND, /* no bad state up to the greatest depth */
  UNFOLDING_SPENT, /* the budget ran out before an answer */
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
  uint32_t depth;   /* steps of the longest paths considered */
  uint64_t clauses; /* in the solver */
  uint64_t calls;   /* of the solver */
  uint64_t conflicts;
};

enum unfolding_outcome unfolding_search (struct unfolding *unfolding);

#endif
