/* stands.h -- a process that stands at a place: what it is about to do there. */
#ifndef CERTIFICATE_CHECKER_STANDS_H
#define CERTIFICATE_CHECKER_STANDS_H

#include "certificate/checker/terms.h"

struct stand
{
  struct terms terms;    /* of the process, in the frame that is on top there */
  uint32_t index, place; /* number of the place in the list of the process, and it */
  gate here;             /* it is there */
  pds_symbol symbol;
  struct pds_range rules;
  const struct ir_step *node;
  const struct pds_action_info *action; /* of the first rule */
  bool atomic;                          /* the node is inside an atomic block */
};

/* PROCESS at place number INDEX of its list, which is a stack, in STATE. */
struct stand stand_at (const struct system *system, struct gates *gates,
                       const struct system_state *state, uint32_t process,
                       uint32_t index);

/* Is what it does a step, and not only something local? */
bool stand_is_step (const struct stand *stand);

/* Can it go on, as far as others decide?  *WRONG: it goes wrong here.  Then the answer
   means nothing. */
gate stand_is_enabled (const struct stand *stand, gate *wrong);

/* Is it something that may have to wait, for a lock, a condition or a process; has it to?
 */
bool stand_can_wait (const struct stand *stand);
gate stand_is_blocked (const struct stand *stand);

/* Does this process own LOCK, or is it free? */
gate stand_owns (const struct stand *stand, uint32_t lock);
gate stand_is_free (const struct stand *stand, uint32_t lock);

/* The index of an element, an access or an acquire; not null: there is one. */
const struct word *stand_index (const struct stand *stand, struct word *index);

#endif
