/* scc.c -- strongly connected components of random graphs, against reachability. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/scc.h"
#include "tests/lib/tap.h"

#define MOST 12

struct graph
{
  uint32_t nodes;
  bool edge[MOST][MOST];
};

static uint32_t
next_node (const void *context, uint32_t node, uint32_t *position)
{
  const struct graph *graph = context;
  for (; *position < graph->nodes; ++*position)
    if (graph->edge[node][*position])
      return (*position)++;
  return SCC_NONE;
}

/* Does a path of one edge or more lead from FROM to TO? */
static void
close_paths (const struct graph *graph, bool path[MOST][MOST])
{
  memcpy (path, graph->edge, sizeof graph->edge);
  for (uint32_t k = 0; k < graph->nodes; k++)
    for (uint32_t i = 0; i < graph->nodes; i++)
      for (uint32_t j = 0; j < graph->nodes; j++)
        path[i][j] |= path[i][k] && path[k][j];
}

/* Does each node come after what it has an edge to, unless that leads back?  (What only a
   path leads to may come later: the path can go through a node that is still open.) */
static bool
is_postorder (const struct graph *graph, const struct scc *scc, bool path[MOST][MOST])
{
  uint32_t reached = 0;
  for (uint32_t i = 0; i < graph->nodes; i++)
    reached += scc_reached (scc, i);
  for (uint32_t i = 0; i < scc->left.count; i++)
    for (uint32_t j = 0; j < i; j++)
      {
        uint32_t later = scc->left.at[i], earlier = scc->left.at[j];
        if (later == earlier || (graph->edge[earlier][later] && !path[later][earlier]))
          return false;
      }
  return scc->left.count == reached;
}

static bool
are_components (const struct graph *graph, const struct scc *scc, uint32_t root,
                const bool *back_target)
{
  bool path[MOST][MOST];
  close_paths (graph, path);
  for (uint32_t i = 0; i < graph->nodes; i++)
    {
      bool reached = root == SCC_NONE || i == root || path[root][i];
      if (scc_reached (scc, i) != reached || (reached && scc->of[i] >= scc->count))
        return false;
      /* A cycle has a node that the search comes back to; others have none. */
      if (back_target[i] && !path[i][i])
        return false;
      bool broken = !reached || !path[i][i];
      for (uint32_t j = 0; j < graph->nodes; j++)
        {
          broken = broken || (back_target[j] && path[i][j] && path[j][i]);
          if (reached && scc_reached (scc, j)
              && (scc->of[i] == scc->of[j]) != (i == j || (path[i][j] && path[j][i])))
            return false;
          if (reached && graph->edge[i][j] && scc->of[j] > scc->of[i])
            return false;
        }
      if (!broken)
        return false;
    }
  return is_postorder (graph, scc, path);
}

static void
test_random (struct quota *quota)
{
  struct arena arena;
  arena_init (&arena, quota);
  uint32_t wrong = 0;
  for (unsigned seed = 1; seed <= 3000; seed++)
    {
      struct graph graph = { .nodes = seed % (MOST + 1) };
      srandom (seed);
      for (uint32_t i = 0; i < graph.nodes; i++)
        for (uint32_t j = 0; j < graph.nodes; j++)
          graph.edge[i][j] = random () % graph.nodes < 1 + (long) (seed % 3) / 2;
      bool back_target[MOST] = { false };
      struct scc scc;
      scc_init (&scc, &arena, graph.nodes, next_node, &graph);
      scc.back_target = back_target;
      uint32_t root = seed % 2 && graph.nodes > 0 ? seed % graph.nodes : SCC_NONE;
      if (root == SCC_NONE)
        scc_all (&scc);
      else
        scc_from (&scc, root);
      wrong += !are_components (&graph, &scc, root, back_target);
    }
  tap_ok (wrong == 0, "components of 3,000 random graphs (%u wrong)", (unsigned) wrong);
  arena_clear (&arena);
}

/* A path of a million nodes that leads back to its beginning. */
#define LONG 1000000

static uint32_t
next_of_cycle (const void *context, uint32_t node, uint32_t *position)
{
  (void) context;
  return (*position)++ == 0 ? (node + 1) % LONG : SCC_NONE;
}

static void
test_deep (struct quota *quota)
{
  struct arena arena;
  arena_init (&arena, quota);
  struct scc scc;
  scc_init (&scc, &arena, LONG, next_of_cycle, NULL);
  scc_all (&scc);
  tap_ok (scc.count == 1 && scc.of[LONG - 1] == 0, "a cycle of a million nodes is one");
  arena_clear (&arena);
}

int
main (void)
{
  struct quota quota;
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  test_random (&quota);
  test_deep (&quota);
  return tap_done ();
}
