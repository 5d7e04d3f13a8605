/* lives.c -- see lives.h. */
#include <config.h>

#include "engine/steps/lives.h"

#include <assert.h>

bool
lives_allow (const struct pds *pds, const uint8_t *lives, process_id own,
             const struct pds_action_info *action)
{
  assert (action->op >= PDS_WAKE);
  if (action->op == PDS_WAKE)
    return !pds->processes.at[own.index].started || (lives[own.index] & LIFE_STARTED);
  if (action->op == PDS_FINISH)
    return true;
  bool starts = action->op == PDS_START;
  idset processes = pds_action_processes (action);
  IDSET_EACH (p, pds->idsets, processes)
    if (starts ? lives[p] & LIFE_STARTED : !(lives[p] & LIFE_FINISHED))
      return false;
  return true;
}

void
lives_change (const struct pds *pds, uint8_t *lives, process_id own,
              const struct pds_action_info *action, bool happens)
{
  if (action->op == PDS_FINISH)
    {
      assert (!(lives[own.index] & LIFE_FINISHED) == happens);
      lives[own.index] ^= LIFE_FINISHED;
    }
  if (action->op != PDS_START)
    return;
  idset processes = pds_action_processes (action);
  IDSET_EACH (p, pds->idsets, processes)
    {
      assert (!(lives[p] & LIFE_STARTED) == happens);
      lives[p] ^= LIFE_STARTED;
    }
}
