/* sketch.h -- the graph of a method on its way to a procedure: some of its edges count,
 * the others only lead on.
 *
 * Tables are in the arena of the run.
 */
#ifndef JAVA_SKETCH_H
#define JAVA_SKETCH_H

#include "java/writer/body.h"

struct sketch_edge
{
  enum effect_kind kind;
  uint32_t operand, value, target, instruction;
  uint32_t place; /* of the instruction, as far as it is told from others */
};

struct sketch
{
  struct extraction *x;
  const struct graph *graph;
  const struct java_code *code;
  uint32_t *order; /* postorder */
  uint32_t count;
  bool has_tests;
  uint32_t *alias; /* by node: itself, or the node that it is */
  uint32_t *class; /* by node */
  VEC (struct sketch_edge) edges;
  uint32_t *first, *edge_count; /* by node */
};

/* The nodes of GRAPH that are reached from its entry, in postorder. */
void graph_postorder (struct arena *arena, const struct graph *graph, uint32_t **order,
                      uint32_t *count);

/* A sketch of INSTANCE without edges; s->order is there. */
void sketch_init (struct sketch *sketch, struct extraction *x, uint32_t instance);
/* One more edge of NODE; those of a node are added together. */
void sketch_add (struct sketch *sketch, uint32_t node, struct sketch_edge edge);
/* Leave out what does nothing; MERGES: equal points are one, and choices that follow
   each other are, too. */
void sketch_reduce (struct sketch *sketch, bool merges);
/* Give BODY what is left, numbered from the entry on. */
void sketch_give (struct sketch *sketch, struct body *body);

#endif
