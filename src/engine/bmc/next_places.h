/* next_places.h -- where a process may be at the next depth.
 *
 * Usually these are the places that the steps of this depth lead to (control-state
 * reachability), with the values that are known there (symbolic/known.h): a loop that
 * counts ends when it has counted.  For comparisons, two options compute less exactly.
 * The answers stay the same: a place at which the process cannot be gets an input that is
 * required to be false, and costs that input and the circuits built upon it.
 *
 *     without csr       all places that were reached at any depth so far, and no known
 *                       values
 *     without contexts  those of them whose symbol can be reached at this depth if
 *                       returns need not match calls (unmatched.h)
 *
 * A process may also idle for some steps before it comes to a place (balance.h): then it
 * is at no place, makes no step and waits for nothing.
 */
#ifndef ENGINE_BMC_NEXT_PLACES_H
#define ENGINE_BMC_NEXT_PLACES_H

#include "engine/bmc/paper/unmatched.h"
#include "engine/symbolic/effect.h"

struct bmc; /* unroll.h */

/* A process comes to PLACE after LEFT more steps. */
struct idle_place
{
  struct unrolled_place place;
  uint32_t left;
};

/* Of one process. */
struct process_next_places
{
  VEC (struct idle_place) idle;
  /* Without csr or contexts: */
  struct pairmap numbers;  /* stack -> index in `reached' */
  VEC (pds_stack) reached; /* the places of all depths so far */
  bool *symbols, *others;  /* by symbol: reachable at this depth; and a buffer */
};

struct next_places
{
  bool csr, contexts;
  const uint32_t *idle; /* by rule: steps to idle after it; or null: none */
  struct unmatched unmatched;
  struct process_next_places *by_process;
};

/* BMC has all its processes.  BALANCE: let processes idle. */
void next_places_init (struct bmc *bmc, bool csr, bool contexts, bool balance);

/* Compute the places of U after EFFECTS, and whether they are inside of atomic blocks. */
void next_places_move_on (struct bmc *bmc, struct unrolled *u,
                          const struct effects *effects);

/* Can the process go on? */
bool next_places_are_left (const struct bmc *bmc, const struct unrolled *u);

/* The literals: U is at some place or idles; U idles. */
aig_lit next_places_some (struct bmc *bmc, const struct unrolled *u);
aig_lit next_places_idle (struct bmc *bmc, const struct unrolled *u);

#endif
