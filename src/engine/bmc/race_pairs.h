/* race_pairs.h -- pairs of statements that race, each of which is to be found once.
 *
 * The pairs that may race are counted before the search: two processes access the field,
 * one of them writes, not both in atomic blocks, and no lock is held at both accesses.
 * When all of them have been found, the search is over.
 */
#ifndef ENGINE_BMC_RACE_PAIRS_H
#define ENGINE_BMC_RACE_PAIRS_H

#include "base/pairmap.h"
#include "engine/symbolic/unrolling.h"

struct race_pairs
{
  const struct unrolling *all;
  struct pairmap
    numbers;        /* (offset of one statement, of the other) -> number of the pair */
  VEC (bool) found; /* by number */
  uint32_t left;    /* pairs that may race and have not been found */
  bool counted;     /* `left' is known: there are not too many accesses */
};

/* ALL has all its processes; the field is that of its question. */
void race_pairs_init (struct race_pairs *pairs, const struct unrolling *all);

/* Has the pair of HIT been found?  Mark it as found. */
bool race_pairs_know (struct race_pairs *pairs, const struct unrolled_hit *hit);
void race_pairs_add (struct race_pairs *pairs, const struct unrolled_hit *hit);

/* Have all pairs that may race been found? */
bool race_pairs_are_all (const struct race_pairs *pairs);

#endif
