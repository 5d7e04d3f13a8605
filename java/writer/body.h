/* body.h -- procedures: what is left of the graphs of instances when points without
 * effect have vanished.
 *
 * Nodes are numbered in reverse postorder from node 0, where the procedure begins; an
 * edge to BODY_EXIT leaves it.  Edges of a node stand together.
 */
#ifndef JAVA_BODY_H
#define JAVA_BODY_H

#include "java/interpreter/extraction.h"

#define BODY_EXIT UINT32_MAX

struct body_edge
{
  enum effect_kind kind;
  uint32_t operand; /* a location, lock, or body */
  uint32_t value;   /* as in a graph (interpreter/graph.h) */
  uint32_t target;
  uint32_t instruction;
};

struct body_node
{
  uint32_t first, count; /* edges; none: the procedure goes no further */
  uint32_t monitors;     /* a row of locks */
};

struct body
{
  uint32_t instance;
  const char *name;
  VEC (struct body_node) nodes;
  VEC (struct body_edge) edges;
  bool reads_halves; /* it, or what it calls, takes the read half of a lock */
};

struct slice;

struct bodies
{
  VEC (struct body) list;
  const struct slice *slice; /* which values the model has */
};

/* The bodies of all instances that entries reach and that have an effect; sets
   instance->body. */
void bodies_make (struct extraction *x, struct bodies *bodies);

#endif
