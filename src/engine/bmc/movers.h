/* movers.h -- where no other process need run: transactions [Lipton1975,
 * FlanaganQadeer2003].
 *
 * A step is a left mover if it can be made earlier, before any step of another process
 * that comes right before it, with the same result; and a right mover if it can be made
 * later, after any step of another process that comes right after it.  Left movers are
 *
 *     the release of a lock                  who comes before it cannot need the lock
 *     start, and the end of a process        who waits for it comes after it
 *
 * right movers
 *
 *     the acquire of a lock                  who comes after it cannot need the lock
 *     join, and the begin of a process       that somebody has ended, or was started,
 *                                            stays so
 *
 * and both at once
 *
 *     an access to a field that a lock protects: all accesses to the field in the model
 *                                    are made with the lock held
 *     an access to a field that only one process accesses
 *     an assume over such fields
 *
 * All of this holds outside of atomic blocks only: a step that begins a block would have
 * to take the whole block along, and in the midst of a block nobody else runs anyway.  A
 * process that is blocked at an acquire or a join inside of a block lets the others run.
 * So that process looks at a lock, or at whether another has ended, without making a
 * step; if the model has such a place, steps of locks and ends of processes do not move.
 * A process blocked at a second start inside of a block lets the others run, too.  Starts
 * move all the same: to the left only, and over a step after which others ran; so a
 * process at a start inside of a block then waits already, and waits for ever.
 *
 * A transaction of a process is a sequence of right movers, then one step of any kind,
 * its commit, and then a sequence of left movers.  Given an execution, cut the steps of
 * each process into transactions.  Move the right movers of each to the right, up to its
 * commit, and the left movers to the left; then each transaction is made in one piece,
 * each process makes its steps in the order as before, and every step reads what it read
 * before.  A transaction that never comes to its commit moves to the end of the
 * execution, where nobody sees it; it can be left out unless the event that is asked for
 * happens in its process.  So
 *
 *   - the token need not come before a left mover that has a visible step before it (the
 *     first one of a process has none to follow);
 *   - it need not go after a right mover before the commit (`before_commit': on all
 *     ways to a place), and so it need not come there either.
 *
 * The token may pass after each left mover: a process may stop there.  Where the token
 * may pass without need, there are more executions to choose from, all of them real; so
 * it is sound to mark fewer places than possible as before a commit.
 *
 * A step that the question observes is no mover: an access of the race that is asked for,
 * an access whose predicate is asked about, an access to a field of that predicate, and
 * what an automaton watches.  Two questions, race and deadlock, are about several
 * processes, all of which may be before a commit.  So before a step that is exposed
 * (symbolic/effect.h), one that may be part of the race or deadlock, the token may
 * arrive, and it may leave if the next visible step may be exposed.
 */
#ifndef ENGINE_BMC_MOVERS_H
#define ENGINE_BMC_MOVERS_H

#include "engine/bmc/unroll.h"
#include "engine/symbolic/effect.h"

/* Fill in bmc->is_protected: by field. */
void movers_find (struct bmc *bmc);

/* Mark in EFFECTS, of U, left and right movers, and the locks held around them. */
void movers_mark (const struct bmc *bmc, const struct unrolled *u,
                  struct effects *effects);

#endif
