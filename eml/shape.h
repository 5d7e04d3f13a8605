/* shape.h -- the shape of a body: blocks and loops, and where each step is written.
 *
 * ir has edges; text has blocks.  The nodes of a shape are the steps of a body that are
 * written, in reverse postorder.  A block (`sync', `unit', `atomic') is what is reached
 * from the node that opens it before a node that closes it; a loop is a natural one.
 * Both are constructs, and constructs nest.
 *
 * A node that several edges lead to is written after its immediate dominator, and after
 * the constructs that end between the two.  That is the idea of Ramsey's translation to
 * structured code, with EML's goto where its break is not enough; so irreducible flow
 * needs no special case.  Dominators are computed as by Cooper, Harvey and Kennedy.
 * Cost: near linear but for dominators, which are quadratic at worst.
 */
#ifndef EML_SHAPE_H
#define EML_SHAPE_H

#include "base/pairmap.h"
#include "ir/ir.h"

#define SHAPE_NONE UINT32_MAX

struct shape_node
{
  uint32_t step;         /* in the ir; SHAPE_NONE: where an atomic block begins */
  uint32_t first, count; /* its successors */
};

enum shape_kind
{
  SHAPE_SYNC,
  SHAPE_UNIT,
  SHAPE_ATOMIC,
  SHAPE_LOCK, /* a lock that is held without a block */
};

/* A stack of open blocks, or of held locks: its top and the rest.  Cell 0 is empty. */
struct shape_cell
{
  enum shape_kind kind;
  uint32_t opener; /* the opening node; of a lock, its number */
  uint32_t rest;
};

struct shape_construct
{
  bool is_loop;
  uint32_t entry;  /* its first node: of a loop, the head */
  uint32_t owner;  /* what is written after it belongs to this node: the head of a loop,
                      the opener of a block */
  uint32_t parent; /* the construct around it, or SHAPE_NONE */
  uint32_t depth;  /* constructs around it */
  uint32_t size;
  uint32_t exits; /* of a loop: nodes outside that come after it */
};

struct shape
{
  struct arena *arena;
  const struct ir *ir;
  VEC (struct shape_node) nodes; /* the entry first */
  VEC (uint32_t) edges;
  uint32_t *idom;    /* by node */
  uint32_t *forward; /* by node: how many edges come from nodes before it */
  uint32_t *before;  /* by node: one of these nodes */
  bool *is_head;     /* by node: it is the head of a loop */
  /* What earlier attempts to write have found out. */
  bool *plain;   /* by node: this acquire is no block */
  bool *is_next; /* by node: it comes first among those written after its owner */
  /* Blocks. */
  VEC (struct shape_cell) cells;
  struct pairmap known; /* cells, by the rest, and kind and opener */
  uint32_t *cell;       /* by node: the stack of blocks that are open before it */
  uint32_t *held;       /* by node: the stack of locks */
  bool *closes;         /* by node: it ends a block, and does nothing else */
  uint32_t *first_end;  /* by node that opens a block: a node where it is left, */
  uint32_t *next_end;   /* by that node: the next one; SHAPE_NONE ends the list */
  /* Constructs. */
  VEC (struct shape_construct) constructs;
  uint32_t *construct; /* by node: the innermost one, or SHAPE_NONE */
  /* Followers of a node: nodes that are written after it, in order. */
  uint32_t *first_follower, *next_follower; /* by node, SHAPE_NONE ends */
  bool *is_placed; /* by node: a follower; others are written at their one edge */
};

/* Build the nodes of BODY. */
void shape_init (struct shape *shape, const struct ir *ir, const struct ir_graph *body,
                 struct arena *arena);
/* Find the constructs; false: units or atomic blocks do not nest.  Acquires that are no
   blocks become plain. */
bool shape_find (struct shape *shape);

/* Compute what is open at each node (shape_blocks.c). */
bool shape_find_blocks (struct shape *shape);

/* The step of NODE; for the begin of an atomic block, a skip. */
const struct ir_step *shape_step (const struct shape *shape, uint32_t node);
/* Does NODE open a block? */
bool shape_opens (const struct shape *shape, uint32_t node);
/* The innermost block around NODE: its opener, or SHAPE_NONE. */
uint32_t shape_block (const struct shape *shape, uint32_t node);
/* Is NODE in CONSTRUCT? */
bool shape_contains (const struct shape *shape, uint32_t construct, uint32_t node);
/* The loop of HEAD. */
uint32_t shape_loop (const struct shape *shape, uint32_t head);

/* Is NODE written wherever an edge leads to it: a return, or the end of a block? */
static inline bool
shape_is_repeated (const struct shape *shape, uint32_t node)
{
  return shape->closes[node] || shape_step (shape, node)->op == IR_RETURN;
}

#endif
