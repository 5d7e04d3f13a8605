/* graph.c -- building graphs of effects. */
#include <config.h>

#include "java/interpreter/graph.h"

#include <assert.h>

void
graph_init (struct graph *graph, struct arena *arena)
{
  *graph = (struct graph){ .nodes = VEC_EMPTY, .edges = VEC_EMPTY };
  graph_node (graph, arena, 0);
  graph_node (graph, arena, 0);
  assert (graph->nodes.count == GRAPH_EXIT + 1);
}

uint32_t
graph_node (struct graph *graph, struct arena *arena, uint32_t monitors)
{
  *vec_push (arena, &graph->nodes) = (struct graph_node){
    .first_edge = GRAPH_NONE,
    .last_edge = GRAPH_NONE,
    .monitors = monitors,
  };
  return graph->nodes.count - 1;
}

void
graph_edge (struct graph *graph, struct arena *arena, uint32_t from,
            struct graph_edge edge)
{
  assert (from < graph->nodes.count && from != GRAPH_EXIT);
  assert (edge.target < graph->nodes.count);
  edge.next = GRAPH_NONE;
  *vec_push (arena, &graph->edges) = edge;
  struct graph_node *node = &graph->nodes.at[from];
  uint32_t number = graph->edges.count - 1;
  if (node->first_edge == GRAPH_NONE)
    node->first_edge = number;
  else
    graph->edges.at[node->last_edge].next = number;
  node->last_edge = number;
}
