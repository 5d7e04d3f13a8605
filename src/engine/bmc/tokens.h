/* tokens.h -- processes that were unrolled apart, tied together by a token.
 *
 * For each pair of a point where one process may receive the token and a point where
 * another may pass it on there is a variable: the token goes from here to there.  If it
 * does, the receiver's state is the sender's, and its time the sender's and one more
 * [GanaiGupta2008, tables 1 to 3].  Three things make an execution of that:
 *
 *   - each point has at most one partner (the number of the other point), and a receiver
 *     has one;
 *   - time grows from the sender to the receiver, so that no token comes from the future;
 *   - time grows along each process, so that its own steps stay in order.
 *
 * The paper has a clock for each process in each process; one number is enough, since
 * only one process has the token: the times of all that happens while it is held
 * follow each other as the passings do.  In the paper a read needs no token as long as
 * nobody writes; here every visible step needs it, so that an execution is told by its
 * times alone, and reads have their place among the steps of an automaton.
 *
 * Deeper points come later: a receiver at which nothing has arrived yet may still receive
 * from a point that does not exist, unless that is assumed away (`open').
 */
#ifndef ENGINE_BMC_TOKENS_H
#define ENGINE_BMC_TOKENS_H

#include "engine/bmc/unroll.h"
#include "engine/sat/clauses.h"

struct tokens
{
  struct bmc *bmc;
  struct clauses *clauses;
  struct unrolled_points receivers, senders;
  VEC (aig_lit) open;  /* by receiver: it receives, from a point that is not there yet */
  bool locksets;       /* no pair of points at which one lock is held */
  uint64_t pairs;
};

void tokens_init (struct tokens *tokens, struct bmc *bmc, struct clauses *clauses,
                  bool locksets);

/* Take over what was new at the last depth. */
void tokens_add (struct tokens *tokens);

/* Nobody receives what is not there, in the next call of the solver. */
void tokens_close (struct tokens *tokens);

#endif
