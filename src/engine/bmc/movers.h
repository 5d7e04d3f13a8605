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
 * outside of atomic blocks: a step that begins a block would have to take the whole block
 * along; in the midst of a block nobody else runs anyway.  And who comes to an acquire or
 * a join in the midst of one lets the others run if it cannot go on: so somebody looks at
 * locks, or at who has ended, without a step, and if there is such a place in the model
 * these stay where they are.  Who comes to a second start there lets the others run, too.
 * Starts move all the same: to the left only, and over a step after which others ran; so
 * whoever is at a start in the midst of a block then waits already, and waits for ever.
 *
 * A transaction of a process is a sequence of right movers, one step of any kind, its
 * commit, and a sequence of left movers.  Given an execution, cut the steps of each
 * process into transactions.  The right movers of each move right, up to its commit, and
 * the left movers left; then each transaction is made in one piece, from the same steps
 * of each process, and every step finds what it found before.  A transaction that never
 * comes to its commit moves right to the end of the execution: there nobody sees it, and
 * it can be left out, if it is not the process in which what is asked for happens.  So
 *
 *   - the token need not come before a left mover that has a visible step before it (the
 *     first one of a process has none to follow);
 *   - it need not go after a right mover before the commit (`before_commit': on all ways
 * to a place), and so it need not come there either.
 *
 * It may go after each left mover: a process may stop there.  Where it may go or come
 * without need, there are more executions to choose from, and all of them are real: so it
 * does no harm to say less often of a place that it is before a commit.
 *
 * Steps are movers as far as the question does not look at them: the accesses of a race
 * that is asked for, those whose predicate is asked about, the fields in that predicate,
 * and what an automaton watches stay where they are.  Two questions look at several
 * processes, which may all be before a commit: a race, and a deadlock.  So before a step
 * that is exposed (symbolic/effect.h), one that may be part of it, the token may come,
 * and it may go if the next visible step may be exposed.
 */
#ifndef ENGINE_BMC_MOVERS_H
#define ENGINE_BMC_MOVERS_H

#include "engine/bmc/unroll.h"
#include "engine/symbolic/effect.h"

/* Fill in bmc->is_protected: by field. */
void movers_find (struct bmc *bmc);

/* Which of EFFECTS, of U, are left movers, and which locks are held around them. */
void movers_mark (const struct bmc *bmc, const struct unrolled *u,
                  struct effects *effects);

#endif
