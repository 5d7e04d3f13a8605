/* draft.h -- the flow graph of one body under construction.
 *
 * `current' is the node that the next statement starts at; it is created together
 * with its predecessor, and filled in by the statement.  A node that turns out
 * to do nothing (the end of a branch, a break) becomes an alias of the node
 * where control goes on, so joins cost no nodes.
 *
 * build.c drafts statements, data.c those with data, evaluation.c the expressions in them.
 * Nobody else includes this header.
 */
#ifndef EML_DRAFT_H
#define EML_DRAFT_H

#include "eml/resolved.h"
#include "ir/ir.h"

#define NONE UINT32_MAX

/* A node under construction.  Its edges are a linked list, since more may come. */
struct draft
{
  struct ir_step node;
  bool orphan;         /* it comes after a jump: no edge leads here */
  uint32_t alias;      /* the node that it stands for, possibly itself */
  uint32_t first_edge, last_edge;
  uint32_t number;     /* in the finished graph, NONE if unreachable */
};

struct draft_edge
{
  uint32_t to, next;
};

struct frame; /* a statement in whose block the pass is: build.c */

struct builder
{
  struct ir *flow;
  const struct ir_model *model;
  const struct resolved *resolved;
  const struct tree *tree;
  struct diags *diags;
  struct arena *arena;
  const struct ir_body *body;
  const struct resolved_body *text; /* the same body */
  VEC (struct draft) drafts;
  VEC (struct draft_edge) edges;
  VEC (struct frame) frames;
  VEC (uint32_t) pending;    /* nodes to be numbered */
  VEC (uint32_t) numbered;   /* drafts, by their number in the finished body */
  uint32_t *starts;          /* by statement: the node it starts at */
  uint32_t *labels;          /* by statement: the node of a label, or NONE */
  bool *warned;              /* by declaration: dead code was looked for */
  uint32_t current;
  uint32_t last_return;      /* the node at the end of the body, or NONE */
  idset units;               /* the units of this body that are open here */
  uint32_t atomic;           /* the number of `atomic' blocks around */
  struct data *data;         /* what is known of values (data.h) */
};

uint32_t draft_new_node (struct builder *b);
/* The node that NODE stands for. */
uint32_t draft_find (struct builder *b, uint32_t node);
void draft_add_edge (struct builder *b, uint32_t from, uint32_t to);
void draft_set_place (struct builder *b, uint32_t node, uint32_t offset,
                      name_id position);

/* The current node does nothing: control goes on at TARGET at once. */
void draft_continue_at (struct builder *b, uint32_t target);
/* Control goes on from the current node to a new one, which becomes current. */
void draft_go_on (struct builder *b);
/* After a jump: the new current node is one that no edge leads to. */
void draft_go_nowhere (struct builder *b);

/* Make the current node do OP at OFFSET, for the statement with POSITION; its object is
   still to be set. */
struct ir_step *draft_fill (struct builder *b, enum ir_op op, uint32_t offset,
                            name_id position);

/* Make the current node do STEP at OFFSET. */
void draft_put (struct builder *b, struct ir_step step, uint32_t offset, name_id position);

/* Number what is reachable from ENTRY, in depth-first order, and store it as the next
   body of the flow. */
void draft_store (struct builder *b, uint32_t entry);

#endif
