/* waits_warn.h -- waits and notifies after which somebody may well wait for ever.
 *
 * Each warning is about the text of a statement, and proves nothing: `check -p stuck'
 * decides.
 *
 *     wait-once     a wait in no loop that holds the lock: nobody looks again whether
 * what was waited for is so wait-holding  a wait with another lock held: it gives back
 * one of them only notify-one    a notify of a lock for which several statements wait: it
 * may wake one that waits for something else
 */
#ifndef IR_WAITS_WARN_H
#define IR_WAITS_WARN_H

#include "ir/project.h"
#include "ir/provenance.h"

/* Warn of these in LOWERING, a model made from a program if there is PROVENANCE: the
   position of the statement is then part of the message. */
void waits_warn (const struct ir_projection *lowering,
                 const struct provenance *provenance, struct arena *arena,
                 struct diags *diags);

#endif
