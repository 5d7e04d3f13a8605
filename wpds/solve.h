/* solve.h -- post* of weighted pushdown systems.
 *
 *     wpds_automaton_add_configuration (&automaton, start, stack, 1);
 *     wpds_poststar (&system, &automaton, &options);
 *     wpds_value_of_state (&value, scratch, &automaton, end);
 *
 * Given an automaton for a regular set C of configurations, each c with the
 * value C(c), post* extends the automaton in place such that the value of c' becomes
 * the sum over all runs c => c' of C(c) (x) weight of the run [Reps2005].  A run's
 * weight is the product of its rules' weights in order.  Afterwards the given
 * transitions, too, are read in the direction of post* (automaton.h).
 *
 * Results do not depend on addresses or time; the numbers of transitions depend on
 * the order of the rules and nothing else.
 */
#ifndef WPDS_SOLVE_H
#define WPDS_SOLVE_H

#include "base/arena.h"
#include "wpds/automaton.h"
#include "wpds/system.h"

struct wpds_options
{
  struct arena *scratch; /* may be cleared afterwards */
  /* Called once for each weight computed; it may unwind.  Null: nothing. */
  void (*tick) (void *context);
  void *tick_context;
  /* The weight that runs from an entry start with, instead of one.  The weight
     must be neutral there: a (x) enter = a for every weight a of a run that
     arrives.  A smaller weight keeps the weights of runs from the entry small.
     The result is owned by the caller.  Null: one. */
  wpds_weight (*enter) (void *context, wpds_state state, wpds_symbol symbol);
  void *enter_context;
};

/* The automaton was not saturated before. */
void wpds_poststar (const struct wpds_system *system, struct wpds_automaton *automaton,
                    const struct wpds_options *options);

#endif
