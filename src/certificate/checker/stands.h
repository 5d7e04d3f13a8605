/* stands.h -- a process at a place: what it is about to do there. */
#ifndef CERTIFICATE_CHECKER_STANDS_H
#define CERTIFICATE_CHECKER_STANDS_H

#include "certificate/checker/terms.h"

struct stand
{
  struct gate_terms terms; /* evaluate in the top frame of the process there */
  uint32_t index, place;   /* the place, and its index in the list of the process */
  gate here;               /* the process is there */
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

/* Can other processes notice what it does? */
bool stand_is_step (const struct stand *stand);

/* The gate: others let it go on.  *WRONG: it goes wrong here (then undefined). */
gate stand_is_enabled (const struct stand *stand, gate *wrong);

/* May the process have to wait, for a lock, condition or process?  The gate: it must. */
bool stand_can_wait (const struct stand *stand);
gate stand_is_blocked (const struct stand *stand);

/* The gates: this process owns LOCK; it is free. */
gate stand_owns (const struct stand *stand, uint32_t lock);
gate stand_is_free (const struct stand *stand, uint32_t lock);

/* The index of an access or acquire in an array, in *INDEX; null: it has none. */
const struct word *stand_index (const struct stand *stand, struct word *index);

#endif
