/* dataflow.c -- see dataflow.h. */
#include <config.h>

#include "base/dataflow.h"

#include <assert.h>
#include <string.h>

/* Add to SET what the successors of NODE need, without what SETS has, which may be null;
   returns whether SET has grown. */
static bool
add_after (const struct dataflow *flow, uint32_t node, uint64_t *set,
           const uint64_t *sets)
{
  uint32_t position = 0;
  bool grown = false;
  for (uint32_t to; (to = flow->successor (flow->graph, node, &position)) != SCC_NONE;)
    {
      assert (to < flow->nodes);
      const uint64_t *needed = dataflow_row (flow, flow->needed, to);
      for (uint32_t w = 0; w < flow->words; w++)
        {
          uint64_t more = needed[w] & ~set[w] & ~(sets ? sets[w] : 0);
          grown |= more != 0;
          set[w] |= more;
        }
    }
  return grown;
}

void
dataflow_solve (struct dataflow *flow, struct quota *quota)
{
  assert (flow->words > 0);
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t n = flow->nodes; n-- > 0;)
        {
          quota_work (quota, flow->words);
          changed |= add_after (flow, n, dataflow_row (flow, flow->needed, n),
                                dataflow_row (flow, flow->sets, n));
        }
    }
}

void
dataflow_after (const struct dataflow *flow, uint32_t node, uint64_t *set)
{
  assert (node < flow->nodes);
  memset (set, 0, flow->words * sizeof *set);
  add_after (flow, node, set, NULL);
}
