/* process_filter.c -- see process_filter.h. */
#include <config.h>

#include "query/process_filter.h"

#include <assert.h>

/* Is each process that name A means meant by name B, too? */
static bool
is_within (const struct process_filter *filter, uint32_t a, uint32_t b, uint32_t all)
{
  assert (a < filter->filtered && b < filter->filtered);
  for (uint32_t p = 0; p < all; p++)
    if (filter->allowed[a][p] && !filter->allowed[b][p])
      return false;
  return true;
}

/* By Hall's theorem, each name has a process of its own if, for each set of names, there
   are as many processes that one of them means.  A name means one process or all copies
   of a body, so two names mean processes within each other or disjoint ones, and only the
   sets of names within one name need be checked. */
bool
process_filter_include (const struct process_filter *filter, uint32_t names,
                        const process_id *processes, uint32_t count, uint32_t all)
{
  assert (names <= filter->filtered);
  for (uint32_t a = 0; a < names; a++)
    {
      uint32_t needed = 0, meant = 0;
      for (uint32_t b = 0; b < names; b++)
        needed += is_within (filter, b, a, all);
      for (uint32_t i = 0; i < count; i++)
        {
          assert (processes[i].index < all);
          meant += filter->allowed[a][processes[i].index];
        }
      assert (needed > 0);
      if (meant < needed)
        return false;
    }
  return true;
}

bool
process_filter_mean (const struct process_filter *filter, const process_id *processes,
                     uint32_t count, uint32_t all)
{
  assert (count > 0 && count <= all); /* they are different ones */
  return !filter
         || process_filter_include (filter, filter->filtered, processes, count, all);
}
