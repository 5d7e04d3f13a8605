/* scc.h -- the strongly connected components of a graph.
 *
 *     struct scc scc;
 *     scc_init (&scc, arena, nodes, successor, graph);
 *     scc_from (&scc, root);          what ROOT leads to; or
 *     scc_all (&scc);                 every node
 *     ... scc.of[node] ...
 *
 * Tarjan's algorithm [Tarjan1972], with a stack of its own: depth is bounded by memory.
 * Linear in nodes and edges.  Components are numbered as they are closed, so an edge
 * leads to a component with the same number or a smaller one.  The graph is borrowed;
 * tables are in the arena, from whose quota each node spends a unit.
 */
#ifndef BASE_SCC_H
#define BASE_SCC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

#define SCC_NONE UINT32_MAX

/* The next successor of NODE, or SCC_NONE if there is none left.  *POSITION is 0 at the
   first call for NODE, and belongs to the function from then on. */
typedef uint32_t (*scc_successor) (const void *graph, uint32_t node, uint32_t *position);

struct scc
{
  uint32_t nodes;
  uint32_t *of; /* by node: its component, or SCC_NONE: not reached yet, or still open */
  uint32_t count;      /* of components */
  VEC (uint32_t) left; /* nodes, as the search leaves them: in postorder */
  /* By node: set if an edge leads back to it while it is on the path of the search.
     Borrowed; null: not wanted. */
  bool *back_target;
  /* The search. */
  struct arena *arena;
  scc_successor successor;
  const void *graph;
  struct scc_visit *visits; /* by node */
  VEC (uint32_t) path, open;
  uint32_t met;
};

void scc_init (struct scc *scc, struct arena *arena, uint32_t nodes,
               scc_successor successor, const void *graph);

/* Find the components of what ROOT leads to, as far as they are not known. */
void scc_from (struct scc *scc, uint32_t root);
void scc_all (struct scc *scc);

static inline bool
scc_reached (const struct scc *scc, uint32_t node)
{
  return scc->of[node] != SCC_NONE;
}

#endif
