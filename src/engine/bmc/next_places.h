/* next_places.h -- where a process may be at the next depth.
 *
 * Usually at the places that the steps of this depth lead to, and nowhere else
 * (control-state reachability), with the values that are known there
 * (symbolic/known.h): a loop that counts ends when it has counted.  For the comparison
 * with others there are ways to know less, all of them exact: a place at which the
 * process is not costs an input, which is required to be false, and everything that hangs
 * on it.
 *
 *     without csr       it has a literal for each place that was reached at any depth so
 *                       far, and nothing is known there
 *     without contexts  ... if its symbol can be reached at this depth, when returns need
 *                       not match calls (unmatched.h)
 *
 * And it may idle for some steps before it comes to a place (balance.h): then it is
 * nowhere, does nothing, and needs nothing.
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
  struct pairmap numbers;  /* of the places that were ever reached, */
  VEC (pds_stack) reached; /* ... and these */
  bool *symbols, *others;  /* by symbol: reached at this depth; to be used in turns */
};

struct next_places
{
  bool csr, contexts;
  const uint32_t *idle; /* by rule: steps to idle after it; or null: none */
  struct unmatched unmatched;
  struct process_next_places *by_process;
};

/* Of BMC, which has all its processes. */
void next_places_init (struct bmc *bmc, bool csr, bool contexts, bool balance);

/* The places of U after EFFECTS, and whether it is in the midst of an atomic block
   there. */
void next_places_move_on (struct bmc *bmc, struct unrolled *u,
                          const struct effects *effects);

/* Can the process go on? */
bool next_places_are_left (const struct bmc *bmc, const struct unrolled *u);

/* U is somewhere, or idles; it idles. */
aig_lit next_places_some (struct bmc *bmc, const struct unrolled *u);
aig_lit next_places_idle (struct bmc *bmc, const struct unrolled *u);

#endif
