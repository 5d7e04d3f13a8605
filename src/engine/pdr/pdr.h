/* pdr.h -- property-directed reachability: an inductive invariant, or a counterexample.
 *
 * The algorithm is IC3 [Bradley2011] in the form of [EenMishchenkoBrayton2011], as
 * explained in pdr.c and doc/ic3.md.
 */
#ifndef ENGINE_PDR_PDR_H
#define ENGINE_PDR_PDR_H

#include "engine/pdr/counterexample.h"
#include "engine/pdr/cube.h"
#include "engine/sat/solver.h"

enum pdr_outcome
{
  PDR_PROVED, /* no bad state is reachable: the invariant says why */
  PDR_FOUND,  /* a bad state is: the counterexample says how */
  PDR_SPENT,  /* the budget ran out before an answer */
};

/* Cubes that are suspected to have no reachable state.  None is believed: only those that
   are inductive together are used. */
struct pdr_facts
{
  const struct cube *cubes;
  uint32_t count;
  uint32_t sure; /* this many, from the first on, are nearly always inductive */
};

struct pdr
{
  struct arena *arena; /* of everything, results too */
  const struct transition_system *system;
  struct solver **solver; /* the solver while a proof runs, null otherwise: the caller
                             frees it if the proof unwinds */
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
  uint32_t restarts; /* solvers that were replaced since they had too many dead clauses */
};

enum pdr_outcome pdr_prove (struct pdr *pdr);

#endif
