/* graph_paths.c -- see graph_paths.h. */
#include <config.h>

#include "java/graph_paths.h"

#include <assert.h>

/* The nodes that lie on a cycle are those of strongly connected components that are not
   single nodes (Tarjan's algorithm, with a stack of its own). */
struct tarjan
{
  const struct graph *graph;
  uint32_t *number, *low, *next; /* by node; number 0: not visited */
  bool *is_open, *is_cyclic;
  VEC (uint32_t) path, open;
  uint32_t count;
};

static void
open_node (struct tarjan *t, struct arena *arena, uint32_t node)
{
  assert (node < t->graph->nodes.count && t->number[node] == 0);
  t->number[node] = t->low[node] = ++t->count;
  t->next[node] = t->graph->nodes.at[node].first_edge;
  t->is_open[node] = true;
  *vec_push (arena, &t->path) = node;
  *vec_push (arena, &t->open) = node;
}

/* All successors of NODE are done: if it is the first of its component, close that. */
static void
close_node (struct tarjan *t, uint32_t node)
{
  assert (t->path.count > 0 && t->path.at[t->path.count - 1] == node);
  assert (t->low[node] > 0 && t->low[node] <= t->number[node]);
  if (t->low[node] == t->number[node])
    for (uint32_t last = UINT32_MAX, size = 0; last != node; size++)
      {
        last = t->open.at[--t->open.count];
        t->is_open[last] = false;
        t->is_cyclic[last] = t->is_cyclic[last] || last != node || size > 0;
      }
  t->path.count--;
  if (t->path.count > 0)
    {
      uint32_t above = t->path.at[t->path.count - 1];
      if (t->low[node] < t->low[above])
        t->low[above] = t->low[node];
    }
}

const bool *
paths_cyclic (struct arena *arena, const struct graph *graph)
{
  uint32_t nodes = graph->nodes.count;
  struct tarjan t = { .graph = graph };
  t.number = arena_calloc (arena, nodes, sizeof *t.number);
  t.low = arena_calloc (arena, nodes, sizeof *t.low);
  t.next = arena_calloc (arena, nodes, sizeof *t.next);
  t.is_open = arena_calloc (arena, nodes, sizeof *t.is_open);
  t.is_cyclic = arena_calloc (arena, nodes, sizeof *t.is_cyclic);
  open_node (&t, arena, GRAPH_ENTRY);
  while (t.path.count > 0)
    {
      uint32_t node = t.path.at[t.path.count - 1], edge = t.next[node];
      if (edge == GRAPH_NONE)
        {
          close_node (&t, node);
          continue;
        }
      uint32_t target = graph->edges.at[edge].target;
      t.next[node] = graph->edges.at[edge].next;
      if (target == node)
        t.is_cyclic[node] = true;
      if (!t.number[target])
        open_node (&t, arena, target);
      else if (t.is_open[target] && t.number[target] < t.low[node])
        t.low[node] = t.number[target];
    }
  assert (t.open.count == 0);
  return t.is_cyclic;
}

/* Steps of all searches in a graph, for each of its edges: then a path is assumed. */
#define STEPS_MOST 32

void
path_search_init (struct path_search *search, struct arena *arena, const struct graph *graph)
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
