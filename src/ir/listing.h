/* listing.h -- all states that a model can come to, without an engine: who waits for
 * ever?
 *
 * Lists the states of the interpreter (interpreter.h), from a given state or from the
 * start.  Steps that no other process can notice are made at once; otherwise every
 * process that can makes its step in every state (doc/theory-stuck.md says why that loses
 * no process that waits for ever).  It shares no code with the engines, whose answers it
 * confirms.  Cost: the states, at most a limit, times the processes.
 */
#ifndef IR_LISTING_H
#define IR_LISTING_H

#include "ir/interpreter.h"

enum listing_result
{
  LISTING_YES,
  LISTING_NO,
  LISTING_TOO_MANY, /* there are more states than the limit */
  LISTING_UNKNOWN,  /* recursion, or values of too wide a type, prevent an answer */
};

/* Does each of COUNT PROCESSES wait in STATE and in all that can come after it?  At most
   LIMIT states are listed, in SCRATCH. */
enum listing_result listing_waits_for_ever (const struct interpreter *interpreter,
                                            const struct interpreter_state *state,
                                            const process_id *processes, uint32_t count,
                                            uint32_t limit, struct arena *scratch);

/* The most states that are listed for a certificate. */
#define LISTING_STATES 4000000

/* Can a process of the model FLOW, from its start, come to wait for ever? */
enum listing_result listing_is_stuck (const struct ir *flow, uint32_t limit,
                                      struct arena *scratch);

#endif
