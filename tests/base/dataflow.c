/* dataflow.c -- backward data flow on random graphs, against a search from each node. */
#include <config.h>

#include <string.h>

#include "base/bitset.h"
#include "base/dataflow.h"
#include "tests/base/random.h"
#include "tests/lib/tap.h"

#define NODES 9
#define WORDS 2

struct graph
{
  bool edge[NODES][NODES];
};

static uint32_t
next_node (const void *context, uint32_t node, uint32_t *position)
{
  const struct graph *graph = context;
  for (; *position < NODES; ++*position)
    if (graph->edge[node][*position])
      return (*position)++;
  return SCC_NONE;
}

/* Does a path from NODE come to a use of MEMBER before it is set? */
static bool
is_needed (const struct graph *graph, const uint64_t *uses, const uint64_t *sets,
           uint32_t node, uint32_t member, bool *seen)
{
  if (bits_have (uses + node * WORDS, member))
    return true;
  if (seen[node] || bits_have (sets + node * WORDS, member))
    return false;
  seen[node] = true;
  for (uint32_t to = 0; to < NODES; to++)
    if (graph->edge[node][to] && is_needed (graph, uses, sets, to, member, seen))
      return true;
  return false;
}

static void
fill (uint64_t *rows, uint64_t *state, unsigned rare)
{
  for (uint32_t w = 0; w < NODES * WORDS; w++)
    {
      rows[w] = random_next (state);
      for (unsigned i = 0; i < rare; i++)
        rows[w] &= random_next (state);
    }
}

static bool
is_right (uint64_t seed, struct quota *quota)
{
  uint64_t state = seed, uses[NODES * WORDS], sets[NODES * WORDS], needed[NODES * WORDS];
  struct graph graph;
  for (uint32_t i = 0; i < NODES; i++)
    for (uint32_t j = 0; j < NODES; j++)
      graph.edge[i][j] = random_next (&state) % NODES < 1 + seed % 2;
  fill (uses, &state, 2);
  fill (sets, &state, 1);
  memcpy (needed, uses, sizeof needed);
  struct dataflow flow = { NODES, WORDS, needed, sets, next_node, &graph };
  dataflow_solve (&flow, quota);
  for (uint32_t n = 0; n < NODES; n++)
    {
      uint64_t after[WORDS];
      dataflow_after (&flow, n, after);
      for (uint32_t m = 0; m < WORDS * 64; m++)
        {
          bool seen[NODES] = { false }, later = false;
          if (bits_have (dataflow_row (&flow, needed, n), m)
              != is_needed (&graph, uses, sets, n, m, seen))
            return false;
          for (uint32_t to = 0; to < NODES; to++)
            later |= graph.edge[n][to] && bits_have (needed + to * WORDS, m);
          if (bits_have (after, m) != later)
            return false;
        }
    }
  return true;
}

int
main (void)
{
  struct quota quota;
  uint32_t wrong = 0;
  quota_init (&quota);
  for (uint64_t seed = 1; seed <= 1000; seed++)
    wrong += !is_right (seed, &quota);
  tap_ok (wrong == 0, "what is needed in 1,000 random graphs (%u wrong)",
          (unsigned) wrong);
  return tap_done ();
}
