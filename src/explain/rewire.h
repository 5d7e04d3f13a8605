/* rewire.h -- the steps of a model, changed as one would change a program in which
 * somebody waits for ever.
 *
 * Each function changes IR in place, and is false if there is nothing to change.  Which
 * locks are held where must be computed afterwards; locks may then no longer nest.
 */
#ifndef EXPLAIN_REWIRE_H
#define EXPLAIN_REWIRE_H

#include "ir/statements.h"

/* Every notify of LOCK wakes all who wait. */
bool rewire_notify_all (struct ir *ir, lock_id lock);

/* `while' for `if': who has waited for LOCK at the end of a branch looks at the condition
   of that branch again.  Offsets of IR are places of STATEMENTS. */
bool rewire_look_again (struct ir *ir, const struct ir_statements *statements,
                        lock_id lock);

/* Who comes to a wait for INNER before it releases OUTER does not take OUTER. */
bool rewire_wait_outside (struct ir *ir, lock_id inner, lock_id outer,
                          struct arena *scratch);

#endif
