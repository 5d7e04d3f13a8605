/* tokens.h -- processes that were unrolled apart, tied together by a token, pair by pair.
 *
 * For each pair of a point where one process may receive the token and a point where
 * another may pass it on there is a variable: the token goes from here to there.  If it
 * does, the receiver's state is the sender's, and its time the sender's and one more
 * [GanaiGupta2008, tables 1 to 3].  Three things make an execution of that:
 *
 *   - who receives has a sender, and a sender at most one receiver (its number);
 *   - the receiver's time is the sender's and one more;
 *   - time grows along each process, so that its own steps stay in order.
 *
 * Then no two processes ever have the token at one time, by induction over the time: at
 * time 0 there is one that has it, and who has it passes it on once, to one receiver.  So
 * a receiver has only one sender, no token comes from the future, and the steps of an
 * execution follow each other as their times do.  The paper has a clock for each process
 * in each process, and a number at both ends; one time and one number are enough.  In
 * the paper a read needs no token as long as nobody writes; here every visible step needs
 * it, so that an execution is told by its times alone, and reads have their place among
 * the steps of an automaton.
 *
 * Deeper points come later: a receiver at which nothing has arrived yet may still receive
 * from a point that does not exist, unless that is assumed away (`open').
 */
#ifndef ENGINE_BMC_TOKENS_H
#define ENGINE_BMC_TOKENS_H

#include "engine/bmc/ties.h"

struct tokens
{
  struct ties ties;
  VEC (aig_lit) open; /* by receiver: it receives, from a point that is not there yet */
  VEC (struct bits) numbers; /* by sender: inputs, the number of its receiver */
  bool locksets;             /* no pair of points at which one lock is held */
  uint64_t pairs;
};

void tokens_init (struct tokens *tokens, struct bmc *bmc, struct clauses *clauses,
                  bool locksets);

/* Have times and numbers of points enough bits for what was new at the last depth? */
bool tokens_fit (const struct tokens *tokens);

/* Take over what was new at the last depth. */
void tokens_add (struct tokens *tokens);

/* The token is passed a few times at most in the next call of the solver. */
void tokens_hurry (struct tokens *tokens);

/* Nobody receives what is not there, in the next call of the solver. */
void tokens_close (struct tokens *tokens);

#endif
