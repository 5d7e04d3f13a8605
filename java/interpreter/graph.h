/* graph.h -- what a method does to the isolated object: a graph whose edges have effects.
 *
 * A node is a program point of the abstract interpreter, or a point between two effects
 * of one instruction.  A node with several edges is a choice.  At every node it is known
 * which monitors the method has entered (a row of extraction->rows), so that in EML they
 * nest on every path.
 */
#ifndef JAVA_GRAPH_H
#define JAVA_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum effect_kind
{
  EFFECT_NONE,
  EFFECT_READ, /* operand: a location */
  EFFECT_WRITE,
  EFFECT_LOCK, /* operand: a lock */
  EFFECT_UNLOCK,
  EFFECT_CALL, /* operand: an instance */
  EFFECT_WAIT, /* operand: a lock */
  EFFECT_NOTIFY,
  EFFECT_NOTIFY_ALL,
  EFFECT_START, /* operand: a process (threads.h) */
  EFFECT_JOIN,  /* operand: the value that is the Thread or executor */
  EFFECT_BEGIN, /* of a unit, in a loop of what a thread runs (loop_units.h) */
  EFFECT_END,
  /* Of values (formulas.h), which only a model with --values has: */
  EFFECT_SET,  /* operand: a slot of the frame; value: a term, FORMULA_NONE: any number */
  EFFECT_TEST, /* value: a condition; operand: 1 if it holds, 0 if not */
};

/* Is it seen by others, or by locks? */
static inline bool
effect_is_action (enum effect_kind kind)
{
  return kind != EFFECT_NONE && kind < EFFECT_SET;
}

#define GRAPH_NONE UINT32_MAX

struct graph_edge
{
  uint32_t target;
  uint32_t next; /* edge of the same node, or GRAPH_NONE */
  uint32_t operand;
  uint32_t value; /* of READ: one more than the slot it is read into; of WRITE: a term; of
                     CALL: a row, one more than the slot of the result, and the terms of
                     the arguments; 0: nothing is known */
  uint32_t instruction; /* of the method: the position */
  enum effect_kind kind;
  bool uncaught; /* an instruction throws what nobody in this method catches */
};

struct graph_node
{
  uint32_t first_edge, last_edge;
  uint32_t monitors; /* a row */
};

struct graph
{
  VEC (struct graph_node) nodes;
  VEC (struct graph_edge) edges;
};

/* Every graph has these two nodes. */
#define GRAPH_ENTRY 0
#define GRAPH_EXIT 1

void graph_init (struct graph *graph, struct arena *arena);
uint32_t graph_node (struct graph *graph, struct arena *arena, uint32_t monitors);
/* A further edge of FROM, after those it has. */
void graph_edge (struct graph *graph, struct arena *arena, uint32_t from,
                 struct graph_edge edge);

#define EDGES_OF(graph, node, edge)                                                      \
  for (uint32_t edge = (graph)->nodes.at[node].first_edge; edge != GRAPH_NONE;           \
       edge = (graph)->edges.at[edge].next)

#endif
