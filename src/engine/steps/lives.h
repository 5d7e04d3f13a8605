/* lives.h -- the preconditions and effects of starts, joins, wakes and finishes
 * (theory.md, section 1).
 *
 * LIVES has, by process, a set of these bits:
 */
#ifndef ENGINE_LIVES_H
#define ENGINE_LIVES_H

#include <stdbool.h>
#include <stdint.h>

#include "wpds/pds.h"

enum
{
  LIFE_STARTED = 1,
  LIFE_FINISHED = 2,
  LIFE_JOINED = 4, /* some process has joined it: only in models with data */
  LIFE_WAITS = 8,  /* it is in the wait set of a lock: only if wait sets count */
};

#define LIFE_BITS 3

/* Is the precondition of ACTION, of process OWN, true in LIVES? */
bool lives_allow (const struct pds *pds, const uint8_t *lives, process_id own,
                  const struct pds_action_info *action);

/* Apply the effect of ACTION of OWN to LIVES or, if not HAPPENS, take it back. */
void lives_change (const struct pds *pds, uint8_t *lives, process_id own,
                   const struct pds_action_info *action, bool happens);

#endif
