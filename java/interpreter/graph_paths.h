/* graph_paths.h -- paths in the graph of an instance: what lies on a cycle, what comes
 * after what.
 */
#ifndef JAVA_GRAPH_PATHS_H
#define JAVA_GRAPH_PATHS_H

#include "java/interpreter/graph.h"

/* By node: is there a path from it to itself?  Linear; nodes that are not reached from
   the entry are on none. */
const bool *paths_cyclic (struct arena *arena, const struct graph *graph);

/* A search in one graph for a node among MARKED; each has a stamp of its own, so that
   nothing is cleared between searches. */
struct path_search
{
  const struct graph *graph;
  uint32_t *seen, *marked; /* by node: a stamp */
  uint32_t stamp;
  uint64_t steps, steps_most;
  VEC (uint32_t) work;
};

void path_search_init (struct path_search *search, struct arena *arena,
                       const struct graph *graph);
/* Does a path lead from NODE, by at least one edge, to a node that is marked MARK? */
bool path_search_from (struct path_search *search, struct arena *arena, uint32_t node,
                       uint32_t mark);

#endif
