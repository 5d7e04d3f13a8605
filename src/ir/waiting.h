/* waiting.h -- may a process wait, or notify, where it does?
 *
 * `wait l' releases l at any depth, so l must be held, by this procedure or by a caller;
 * and since locks nest, no lock that was taken after l may still be held.  What counts is
 * when a lock was really taken, that is the outermost acquisition of it that is still
 * open, callers included: with m held before l, an inner `sync m' does not matter.
 * `notify l' needs l held.
 *
 * Both depend on the callers, so the check follows the calls of each process.
 */
#ifndef IR_WAITING_H
#define IR_WAITING_H

#include "ir/project.h"

/* Check the waits and notifies of LOWERING; false: one is wrong, and errors show how a
   process gets there. */
bool waiting_check (const struct ir_projection *lowering, struct arena *arena,
                    struct diags *diags);

#endif
