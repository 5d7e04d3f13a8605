/* pdr.h -- property-directed reachability: an inductive invariant, or a counterexample.
 *
 * The algorithm is IC3 [Bradley2011] in the form of [EenMishchenkoBrayton2011]; pdr.c
 * tells it, and doc/ic3.md.
 */
#ifndef ENGINE_PDR_PDR_H
#define ENGINE_PDR_PDR_H

#include "engine/pdr/counterexample.h"
#include "engine/pdr/cube.h"
#include "engine/sat/solver.h"

enum pdr_outcome
{
  PDR_PROVED, /* nothing bad is reachable: the invariant says why */
  PDR_FOUND,  /* something bad is: the counterexample says how */
  PDR_SPENT,  /* the budget is spent */
};

/* Cubes that may have no state that is reachable.  None of them is believed: those that
   are inductive, together, are used. */
struct pdr_facts
{
  const struct cube *cubes;
  uint32_t count;
  uint32_t sure; /* the first ones are nearly always right */
};

struct pdr
{
  struct arena *arena; /* of everything, results too */
  const struct transition_system *system;
  struct solver **solver; /* where the solver is kept, for a caller that has to free it
                             when the proof unwinds; null before and after */
  uint64_t budget;        /* calls of the solver and conflicts together; 0: no limit */
  const struct pdr_facts *facts; /* or null: none */
  /* Results. */
  VEC (struct cube) invariant; /* no state of any of these cubes is reachable */
  struct counterexample counterexample;
  /* What it took. */
  uint32_t frames;      /* the number of the last one */
  uint64_t clauses;     /* learned */
  uint64_t obligations; /* cubes that had to be blocked */
  uint64_t calls;       /* of the solver */
  uint64_t conflicts;
  uint32_t restarts; /* solvers that were replaced because of what was dead in them */
};

enum pdr_outcome pdr_prove (struct pdr *pdr);

#endif
