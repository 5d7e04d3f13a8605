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

#include "engine/bmc/ties.h"

struct bmc_strategy
{
  bool together; /* one global step at a time: nothing moves */
  const struct ties_kind *ties;
  /* One step deeper; does some process make more steps than that? */
  void (*deepen) (struct bmc *bmc);
  aig_lit (*is_deeper) (struct bmc *bmc);
};

/* One way to tie processes together. */
struct ties_kind
{
  /* For the processes of BMC, which are at depth 0; in its arena. */
  struct ties *(*begin) (struct bmc *bmc, struct clauses *clauses, bool locksets);
  /* Have times, and numbers of points, enough bits for this depth? */
  bool (*fit) (const struct ties *ties);
  /* Take over what was new at this depth. */
  void (*add) (struct ties *ties);
  /* In the next call of the solver the token is passed a few times at most; nobody
     receives what is not there. */
  void (*hurry) (struct ties *ties);
  void (*close) (struct ties *ties);
  /* Which executions does the solver know?  If not all: add more; false: times have too
     few bits for these. */
  enum ties_reach (*reach) (const struct ties *ties);
  bool (*extend) (struct ties *ties);
};

extern const struct ties_kind ties_by_tokens, ties_by_passings;

/* All processes together (paper/eager.c). */
void eager_deepen (struct bmc *bmc);
aig_lit eager_is_deeper (struct bmc *bmc);

#endif
