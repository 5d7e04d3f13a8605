/* race_pairs.h -- pairs of statements that race, each of which is to be found once.
 *
 * Before the search it is known which pairs may race: two processes access the field, one
 * of them writes, not both in atomic blocks, and no lock is held at both.  When all of
 * them have been found, nothing is left to search for.
 */
#ifndef ENGINE_BMC_RACE_PAIRS_H
#define ENGINE_BMC_RACE_PAIRS_H

#include "base/pairmap.h"
#include "engine/symbolic/unrolling.h"

struct race_pairs
{
  const struct unrolling *all;
  struct pairmap numbers; /* of pairs, by the places of the statements in the text */
  VEC (bool) found;       /* by number */
  uint32_t left;          /* pairs that may race and have not been found */
  bool counted;           /* ... if these are known: there are not too many accesses */
};

/* Of the field that ALL, which has all its processes, is asked about. */
void race_pairs_init (struct race_pairs *pairs, const struct unrolling *all);

/* Has the pair of HIT been found? */
bool race_pairs_know (struct race_pairs *pairs, const struct unrolled_hit *hit);
/* It has been, now. */
void race_pairs_add (struct race_pairs *pairs, const struct unrolled_hit *hit);

/* Are there no others? */
bool race_pairs_are_all (const struct race_pairs *pairs);

#endif
