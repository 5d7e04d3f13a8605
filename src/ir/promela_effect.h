/* promela_effect.h -- for promela.c: writes what a node of a process does, as statements
   of Promela.  Control from node to node is in promela.c. */
#ifndef IR_PROMELA_EFFECT_H
#define IR_PROMELA_EFFECT_H

#include "ir/project.h"
#include "ir/promela_expr.h"

/* The state of the translation. */
struct promela
{
  const struct ir_projection *lowering;
  const struct ir *flow;
  FILE *file;
  struct arena *arena;
  bool any; /* some field starts with any value */
  /* For the present process: */
  struct inlined in;
  uint32_t *aliases; /* by node: the first node from there on that does something */
};

struct promela_scope promela_scope_of (const struct promela *p, uint32_t node);
const struct pds_action_info *promela_action_of (const struct promela *p, uint32_t node);
bool promela_is_atomic (const struct promela *p, uint32_t node);
/* The node that EDGE leads to. */
uint32_t promela_target (const struct promela *p, uint32_t node, uint32_t edge);

void promela_put_register (const struct promela *p, uint32_t reg);

/* Write the condition under which the node goes wrong; false: it never does. */
bool promela_put_wrong (const struct promela *p, uint32_t node);
/* Is there a claim that the node does not go wrong, and can it? */
bool promela_can_go_wrong (const struct promela *p, uint32_t node);

/* NODE, in the step START, accesses a cell: write the check that no other process does.
   An assume is past it at once. */
void promela_put_meeting (const struct promela *p, uint32_t node, uint32_t start,
                          const char *word);

/* Write what NODE does, besides going on: "skip" if nothing. */
void promela_put_effect (const struct promela *p, uint32_t node);

#endif
