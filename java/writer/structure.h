/* structure.h -- the shape of a procedure: loops, synchronized blocks, and where each
 * node is written. */
#ifndef JAVA_STRUCTURE_H
#define JAVA_STRUCTURE_H

#include "java/writer/body.h"

#define CONSTRUCT_NONE UINT32_MAX

/* A loop or a synchronized block: a set of nodes that is entered in one place. */
struct construct
{
  bool is_sync;
  uint32_t entry;  /* its first node: of a loop, the head */
  uint32_t owner;  /* what is written after it belongs to this node: the head of a
                      loop, the node that locks */
  uint32_t edge;   /* of a sync: the one that locks */
  uint32_t parent; /* the construct around it */
  uint32_t size;
  uint32_t exits; /* of a loop: nodes outside that edges lead to */
};

struct structure
{
  struct extraction *x;
  const struct body *body;
  bool *plain;         /* by edge: this lock is no synchronized block */
  bool structured;     /* false: the flow is irreducible, only gotos will do */
  uint32_t *idom;      /* by node */
  uint32_t *forward;   /* by node: edges from nodes before it */
  uint32_t *construct; /* by node: the innermost one it is in */
  bool *is_head;       /* by node: of a loop */
  VEC (struct construct) constructs;
  /* Followers of a node: nodes that are written after it, in order. */
  uint32_t *first_follower, *next_follower; /* by node, GRAPH_NONE ends */
  bool *is_placed; /* by node: as a follower; others where their one edge is */
};

/* Find out the shape of BODY; PLAIN (by edge) says which locks must be lock and unlock.
   More of them are marked if they are not blocks. */
void structure_find (struct structure *structure, struct extraction *x,
                     const struct body *body, bool *plain);

/* Is NODE in CONSTRUCT? */
bool structure_contains (const struct structure *structure, uint32_t construct,
                         uint32_t node);
/* The innermost synchronized block that NODE is in, or CONSTRUCT_NONE. */
uint32_t structure_sync_of (const struct structure *structure, uint32_t node);

#endif
