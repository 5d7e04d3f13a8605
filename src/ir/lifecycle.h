/* lifecycle.h -- who starts and joins whom.
 *
 * A process that starts or joins itself is an error, also by way of procedures that it
 * calls: it would wait for ever.  (In its own body resolve.c has seen it.)  A procedure
 * that starts P may be called by anyone but P.
 *
 * What is only suspicious is a warning: a process that can be started twice, one that is
 * joined and that no start names, or before it is started, one that never runs, joins
 * that wait for ever (joins.h), and a wait for a lock that nobody notifies.
 */
#ifndef IR_LIFECYCLE_H
#define IR_LIFECYCLE_H

#include "ir/ir.h"

/* Check the starts and joins of FLOW and warn; false if there were errors. */
bool lifecycle_check (const struct ir *flow, struct arena *arena, struct diags *diags);

/* Warn of waits in no loop that holds the lock: nobody looks again whether what was
   waited for is so. */
void lifecycle_warn_waits (const struct ir *flow, struct arena *arena,
                           struct diags *diags);

#endif
