/* companions.c -- see companions.h.  Cost: for each process in the list, the starts and
   joins of the model times its processes. */
#include <config.h>

#include "engine/companions.h"

#include <assert.h>

static bool
is_in (const process_id *list, uint32_t count, process_id process)
{
  for (uint32_t i = 0; i < count; i++)
    if (process_equal (list[i], process))
      return true;
  return false;
}

uint32_t
companions_add (const struct life_cycles *cycles, process_id *list, uint32_t count)
{
  uint32_t all = cycles->pds->processes.count;
  assert (count <= all);
  for (uint32_t i = 0; i < count && cycles->orders.count > 0; i++)
    for (process_id p = { 0 }; p.index < all; p.index++)
      if (!is_in (list, count, p)
          && (life_cycles_may_start (cycles, p, list[i])
              || life_cycles_may_join (cycles, list[i], p)))
        {
          assert (count < all);
          list[count++] = p;
        }
  return count;
}
