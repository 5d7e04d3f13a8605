/* endless_waits.h -- who may wait for ever, judging by one state and the places of all
 * others (doc/theory-stuck.md, Lemma 4).
 *
 * A process lingers if it has to wait for others, and every other one has ended, or can
 * make no step, or is at a place where it can run in circles for ever without doing what
 * is waited for.  If none with a lingering process is reached, no process is ever stuck.
 */
#ifndef CERTIFICATE_CHECKER_ENDLESS_WAITS_H
#define CERTIFICATE_CHECKER_ENDLESS_WAITS_H

#include "certificate/checker/faults.h"

/* Does a process that FAULT is about linger in STATE? */
gate endless_waits_in (const struct fault *fault, const struct system *system,
                       struct gates *gates, const struct system_state *state);

#endif
