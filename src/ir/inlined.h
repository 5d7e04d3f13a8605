/* inlined.h -- a process as one graph: every call is replaced by what it calls.
 *
 * For languages without procedures (promela.h).  A node is a symbol of the pushdown
 * system in a frame, a frame is one place where a body is called from; so recursion is
 * refused.  The slots of all frames are variables of the process.  Those that are never
 * needed at the same time share a register, as a person would write it; and a register
 * that is no longer needed should be set to 0, so that states differ only in what
 * matters.
 *
 * Everything is in the arena given; the lowering is borrowed.
 */
#ifndef IR_INLINED_H
#define IR_INLINED_H

#include "ir/project.h"

#define INLINED_NONE UINT32_MAX
/* The most nodes of a process; larger ones are refused. */
#define INLINED_NODES_LIMIT 20000

struct inlined_node
{
  pds_symbol symbol;
  uint32_t frame;
  uint32_t first_next, next_count;
};

struct inlined_frame
{
  body_id body;
  uint32_t call; /* the node that calls it, or INLINED_NONE */
  uint32_t first_variable;
};

struct inlined
{
  struct arena *arena;
  const struct ir_projection *lowering;
  VEC (struct inlined_node) nodes; /* node 0 is the entry */
  VEC (uint32_t) next;             /* nodes */
  VEC (struct inlined_frame) frames;
  uint32_t variables;
  uint32_t *register_of; /* by variable; INLINED_NONE: it is never needed */
  VEC (struct ir_type) registers;
  uint64_t *live; /* by node: the set of registers needed at it */
  uint32_t words; /* the words of such a set */
};

/* Build the graph of PROCESS.  False: a procedure is called recursively, or there are too
   many nodes; *PROBLEM says which. */
bool inlined_build (struct inlined *inlined, const struct ir_projection *lowering,
                    process_id process, struct arena *arena, const char **problem);

const struct ir_step *inlined_step (const struct inlined *inlined, uint32_t node);
/* The register of SLOT of FRAME, or INLINED_NONE. */
uint32_t inlined_register (const struct inlined *inlined, uint32_t frame, uint32_t slot);
/* Is the register needed at NODE? */
bool inlined_is_live (const struct inlined *inlined, uint32_t node, uint32_t reg);

#endif
