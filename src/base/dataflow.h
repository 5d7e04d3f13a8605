/* dataflow.h -- backward data flow over a graph: the least sets with
 *
 *     needed (n)  =  uses (n) + (needed (s), for each successor s of n) - sets (n)
 *
 * The values that are live before a node, say.  A set is a row of bits (bitset.h).
 */
#ifndef BASE_DATAFLOW_H
#define BASE_DATAFLOW_H

#include <stdint.h>

#include "base/quota.h"
#include "base/scc.h"

/* All is borrowed. */
struct dataflow
{
  uint32_t nodes, words; /* words of a row */
  uint64_t *needed;      /* by node: its row; what the node uses, then what is needed */
  uint64_t *sets;        /* by node: its row */
  scc_successor successor;
  const void *graph;
};

/* Cost: nodes and edges times words, for each pass; one pass more than loops are deep if
   most edges lead to a node with a greater number. */
void dataflow_solve (struct dataflow *flow, struct quota *quota);

/* The row of NODE among ROWS, one of the two above. */
static inline uint64_t *
dataflow_row (const struct dataflow *flow, uint64_t *rows, uint32_t node)
{
  return rows + (size_t) node * flow->words;
}

/* Write to SET, a row, what is needed after NODE: by its successors. */
void dataflow_after (const struct dataflow *flow, uint32_t node, uint64_t *set);

#endif
