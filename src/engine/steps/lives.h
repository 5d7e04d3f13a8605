/* lives.h -- what starts, joins, wakes and finishes need, and what they do (theory.md,
 * section 1).
 *
 * LIVES, by process: has it been started, has it finished?
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
  LIFE_JOINED = 4, /* somebody has joined it: only kept of models with data */
  LIFE_WAITS = 8,  /* it is in the wait set of a lock: only where these count */
};

#define LIFE_BITS 3

/* Has what ACTION of process OWN needs happened, to others or to OWN itself? */
bool lives_allow (const struct pds *pds, const uint8_t *lives, process_id own,
                  const struct pds_action_info *action);

/* ACTION of OWN happens or, if not HAPPENS, has not happened. */
void lives_change (const struct pds *pds, uint8_t *lives, process_id own,
                   const struct pds_action_info *action, bool happens);

#endif
