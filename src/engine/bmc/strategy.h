/* strategy.h -- how a bounded search unrolls processes, and what makes executions of
 * that.
 *
 * Processes are unrolled apart, and a token that goes from one to the other ties them
 * together: pair by pair (tokens.c), or time by time (passings.c).  Or all of them are
 * unrolled together, one global step at a time (paper/eager.c); then nobody passes a
 * token.  The search (bounded.c) is the same for all of them.
 */
#ifndef ENGINE_BMC_STRATEGY_H
#define ENGINE_BMC_STRATEGY_H

#include "engine/bmc/coupling.h"

struct bmc_strategy
{
  bool together; /* one global step at a time: nothing moves */
  const struct coupling_kind *coupling;
  /* One step deeper; does some process make more steps than that? */
  void (*deepen) (struct bmc *bmc);
  aig_lit (*is_deeper) (struct bmc *bmc);
};

/* One way to tie processes together. */
struct coupling_kind
{
  /* For the processes of BMC, which are at depth 0; in its arena. */
  struct coupling *(*begin) (struct bmc *bmc, struct clauses *clauses, bool locksets);
  /* Have times, and numbers of points, enough bits for this depth? */
  bool (*fit) (const struct coupling *coupling);
  /* Take over what was new at this depth. */
  void (*add) (struct coupling *coupling);
  /* In the next call of the solver the token is passed a few times at most; nobody
     receives what is not there. */
  void (*hurry) (struct coupling *coupling);
  void (*close) (struct coupling *coupling);
  /* Which executions does the solver know?  If not all: add more; false: times have too
     few bits for these. */
  enum coupling_reach (*reach) (const struct coupling *coupling);
  bool (*extend) (struct coupling *coupling);
};

extern const struct coupling_kind coupling_by_tokens, coupling_by_passings;

/* All processes together (paper/eager.c). */
void eager_deepen (struct bmc *bmc);
aig_lit eager_is_deeper (struct bmc *bmc);

#endif
