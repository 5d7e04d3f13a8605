/* movers.c -- see block_movers.h. */
#include <config.h>

#include "engine/ic3/block_movers.h"

#include "phaseauto/reduction.h"

void
movers_classify (struct block_relation *relation)
{
  for (uint32_t p = 0; p < relation->all.processes.count; p++)
    {
      struct places *places = &relation->processes[p].places;
      assert (places->resting.count == 0);
      for (uint32_t i = 0; i < places->list.count; i++)
        {
          struct place *place = &places->list.at[i];
          place->right = place->left
            = place->effect.visible ? MOVER_NEVER : MOVER_ALWAYS;
        }
    }
}

aig_lit
movers_condition (struct block_relation *relation, uint32_t p, uint32_t place)
{
  (void) relation;
  (void) p;
  (void) place;
  assert (false && "no step moves under a condition");
  return AIG_FALSE;
}
