/* waiting.h -- may a process wait, or notify, where it does?
 *
 * `wait l' gives l back whatever its depth, so l must be held, by this procedure or by
 * a caller; and since locks nest, no lock may still be held that was taken after l.
 * What counts is when a lock was really taken, that is the outermost acquisition of it
 * that is still open, callers counted: with m held before l, an inner `sync m' is in
 * nobody's way.  `notify l' needs l held.
 *
 * Both depend on the callers, so the check follows the calls of each process.
 */
#ifndef IR_WAITING_H
#define IR_WAITING_H

#include "ir/project.h"

/* Check the waits and notifies of LOWERING; false, with errors that show how a process
   gets there, if one is wrong. */
bool waiting_check (const struct ir_projection *lowering, struct arena *arena,
                    struct diags *diags);

#endif
