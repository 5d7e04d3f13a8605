/* graph_paths.c -- see graph_paths.h. */
#include <config.h>

#include "java/interpreter/graph_paths.h"

#include <assert.h>

#include "base/scc.h"

/* The next edge after position 0 is the first one; then the position is the edge's own
   number, and one more. */
static uint32_t
next_target (const void *context, uint32_t node, uint32_t *position)
{
  const struct graph *graph = context;
  uint32_t edge
    = *position ? graph->edges.at[*position - 1].next : graph->nodes.at[node].first_edge;
  if (edge == GRAPH_NONE)
    return SCC_NONE;
  *position = edge + 1;
  return graph->edges.at[edge].target;
}

/* The nodes that lie on a cycle are those with an edge to their own component. */
const bool *
paths_cyclic (struct arena *arena, const struct graph *graph)
{
  struct scc scc;
  scc_init (&scc, arena, graph->nodes.count, next_target, graph);
  scc_from (&scc, GRAPH_ENTRY);
  bool *is_cyclic = arena_calloc (arena, graph->nodes.count, sizeof *is_cyclic);
  for (uint32_t node = 0; node < graph->nodes.count; node++)
    if (scc_reached (&scc, node))
      EDGES_OF (graph, node, e)
  if (scc.of[graph->edges.at[e].target] == scc.of[node])
    is_cyclic[node] = true;
  return is_cyclic;
}

/* Steps of all searches in a graph, for each of its edges: then a path is assumed. */
#define STEPS_MOST 32

void
path_search_init (struct path_search *search, struct arena *arena,
                  const struct graph *graph)
{
  assert (graph->nodes.count > GRAPH_EXIT);
  *search = (struct path_search){ .graph = graph };
  search->seen = arena_calloc (arena, graph->nodes.count, sizeof *search->seen);
  search->marked = arena_calloc (arena, graph->nodes.count, sizeof *search->marked);
  search->steps_most = STEPS_MOST * ((uint64_t) graph->edges.count + 1);
}

bool
path_search_from (struct path_search *search, struct arena *arena, uint32_t node,
                  uint32_t mark)
{
  assert (mark > 0 && node < search->graph->nodes.count);
  search->stamp++;
  search->work.count = 0;
  *vec_push (arena, &search->work) = node;
  while (search->work.count > 0)
    {
      uint32_t at = search->work.at[--search->work.count];
      EDGES_OF (search->graph, at, e)
      {
        uint32_t target = search->graph->edges.at[e].target;
        if (search->marked[target] == mark || ++search->steps > search->steps_most)
          return true;
        if (search->seen[target] != search->stamp)
          {
            search->seen[target] = search->stamp;
            *vec_push (arena, &search->work) = target;
          }
      }
    }
  return false;
}
