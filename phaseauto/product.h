/* product.h -- the product of a process and the role that it plays (SPIN09 sections
 * 6.1 and 7), reduced.
 *
 * The result is a pushdown system whose control states are the states of the
 * automaton, 0 .. steps, and whose rules say what happens to the lock history.
 * For a rule of the process with action a, in state x:
 *
 *     (x, s) -> (x, w)      with what a does to the locks, if a may loop in x
 *     (x, s) -> (x + 1, w)  a new phase, if a is the step from x
 *     (x, s) -> (x + 1, s)  a new phase, if that step is another thread's:
 *                           a guess, at any symbol, the bottom included
 *
 * A last step that awaits a lock is no acquisition: the process stays before it.
 *
 * There is a bottom symbol under the entry, so that a process that has ended
 * still follows the others' steps.  The step into the last state changes
 * nothing: the last phase is empty, and its history says no more than the end
 * of the phase before it.
 *
 * Reductions: the process is sliced first (slice.h), and no step is guessed where
 * movers make that unnecessary (movers.c).
 *
 * Running ahead (5f).  At the start all locks are free, so whatever a process does before
 * the first lock that it still holds at its first own step, it can do before any other
 * process moves.  A control state `ahead' precedes state 0: there, lock operations leave
 * no trace in the history and nothing is guessed.  The process leaves it at a symbol
 * where it holds no lock, right before an acquire or the step itself; until that step,
 * the lock that was acquired first is not released.  And after its last own step a
 * process that holds no lock may stop: going on could only block others.
 */
#ifndef PHASEAUTO_PRODUCT_H
#define PHASEAUTO_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

#include "phaseauto/slice.h"

struct product_query
{
  struct slice_query slice; /* the process, and what its role watches */
  uint32_t steps;
  uint64_t foreign; /* bit x: the step from x is another thread's */
  bool held_back;   /* as in watch.h: the process does not run ahead */
  lock_id holding;  /* as in watch.h: the last step only counts with it held */
};

enum product_effect
{
  PRODUCT_NOTHING,
  PRODUCT_PHASE, /* a new phase starts */
  PRODUCT_ACQUIRE,
  PRODUCT_RELEASE,
};

#define PRODUCT_NO_SYMBOL SLICE_NO_SYMBOL

struct product_rule
{
  uint32_t from_state, from;
  uint32_t to_state;
  uint32_t top, under; /* what is pushed, or PRODUCT_NO_SYMBOL */
  enum product_effect effect;
  lock_number lock; /* of an acquire or release */
  uint32_t action;  /* of a watched action: its number; or PRODUCT_NO_ACTION */
};

#define PRODUCT_NO_ACTION UINT32_MAX

struct product
{
  uint32_t states;     /* control states: the automaton's, and `ahead' */
  uint32_t start, end; /* control states */
  bool runs_ahead;     /* the start is `ahead', where histories stay empty */
  uint32_t symbols;
  uint32_t starts; /* symbols 0 .. starts - 1: the entry, or a sample's starts */
  uint32_t bottom;
  VEC (struct product_rule) rules;
  struct body_slice slice; /* its symbols are the product's, except the bottom */
};

/* Everything goes into ARENA. */
void product_build (struct product *product, const struct product_query *query,
                    struct arena *arena);

#endif
