/* promela_effect.h -- for promela.c: what a node of a process does, as statements of
 * Promela.  How control goes from node to node is in promela.c.
 */
#ifndef IR_PROMELA_EFFECT_H
#define IR_PROMELA_EFFECT_H

#include "ir/project.h"
#include "ir/promela_expr.h"

/* What is being written. */
struct promela
{
  const struct ir_projection *lowering;
  const struct ir *flow;
  FILE *file;
  struct arena *arena;
  bool any; /* some field starts with any value */
  /* Of the process in hand: */
  struct inlined in;
  uint32_t *aliases; /* by node: the first node from there on that does something */
};

struct promela_scope promela_scope_of (const struct promela *p, uint32_t node);
const struct pds_action_info *promela_action_of (const struct promela *p, uint32_t node);
bool promela_is_atomic (const struct promela *p, uint32_t node);
/* The node that EDGE leads to. */
uint32_t promela_target (const struct promela *p, uint32_t node, uint32_t edge);

void promela_put_register (const struct promela *p, uint32_t reg);

/* When the node goes wrong; false if it never does. */
bool promela_put_wrong (const struct promela *p, uint32_t node);
/* Is there something to write for the claim that the node does not go wrong? */
bool promela_can_go_wrong (const struct promela *p, uint32_t node);

/* NODE, in the step START, accesses a cell: do others?  An assume is at once past it. */
void promela_put_meeting (const struct promela *p, uint32_t node, uint32_t start,
                          const char *word);

/* What NODE does, besides going on: "skip" if nothing. */
void promela_put_effect (const struct promela *p, uint32_t node);

#endif
