/* endless_waits.h -- who may wait for ever, as far as one state and the places of all
 * others say (doc/theory-stuck.md, Lemma 4).
 *
 * A process lingers if it has to wait for others, and every other one has ended, or can
 * make no step, or is at a place where it can go round for ever without doing what is
 * waited for.  If no state is reached in which somebody lingers, nobody is ever stuck.
 */
#ifndef CERTIFICATE_CHECKER_ENDLESS_WAITS_H
#define CERTIFICATE_CHECKER_ENDLESS_WAITS_H

#include "certificate/checker/faults.h"

/* Does somebody linger in STATE whom FAULT is about? */
gate endless_waits_in (const struct fault *fault, const struct system *system,
                       struct gates *gates, const struct system_state *state);

#endif
