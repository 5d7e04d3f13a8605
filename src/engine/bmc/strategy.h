/* strategy.h -- how a bounded search unrolls processes and combines them into executions.
 *
 * Processes are unrolled apart, and a token that they pass to each other ties them
 * together: pair by pair (tokens.c), or time by time (passings.c).  Or all of them are
 * unrolled together, one global step at a time (paper/eager.c); then no token is passed.
 * The search (bounded.c) is the same for all of them.
 */
#ifndef ENGINE_BMC_STRATEGY_H
#define ENGINE_BMC_STRATEGY_H

#include "engine/bmc/coupling.h"

struct bmc_strategy
{
  bool together; /* one global step at a time; movers are not used */
  const struct coupling_kind *coupling;
  /* Go one step deeper; the literal "some process can make more steps than that". */
  void (*deepen) (struct bmc *bmc);
  aig_lit (*is_deeper) (struct bmc *bmc);
};

/* One way to tie processes together. */
struct coupling_kind
{
  /* Create it, in the arena of BMC, whose processes are at depth 0. */
  struct coupling *(*begin) (struct bmc *bmc, struct clauses *clauses, bool locksets);
  /* Are times, and numbers of points, wide enough for this depth? */
  bool (*fit) (const struct coupling *coupling);
  /* Add the conditions and points that are new at this depth. */
  void (*add) (struct coupling *coupling);
  /* Assume for the next call of the solver: the token is passed a few times at most
     (hurry); no point receives it from a greater depth or a later stage (close). */
  void (*hurry) (struct coupling *coupling);
  void (*close) (struct coupling *coupling);
  /* reach: which executions does the last answer "no" cover?  If not all: extend adds
     more; false: times have too few bits for more. */
  enum coupling_reach (*reach) (const struct coupling *coupling);
  bool (*extend) (struct coupling *coupling);
};

extern const struct coupling_kind coupling_by_tokens, coupling_by_passings;

/* All processes unrolled together (paper/eager.c). */
void eager_deepen (struct bmc *bmc);
aig_lit eager_is_deeper (struct bmc *bmc);

#endif
