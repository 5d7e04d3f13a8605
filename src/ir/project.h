/* project.h -- from a model to a multi-PDS (theory.md, section 1).
 *
 * Every body is specialised by the contexts it is called in: which locks its callers
 * hold, and the units of which atomic sets they are in.  A body in a context is an
 * instance; its stack symbols are the nodes of the body's flow graph, in order.  If a
 * lock is already held, its operations become skips; if a unit is already open, so do its
 * begin and end.  So in the result locks are not reentrant and units do not nest, and
 * each access has its units.
 */
#ifndef IR_PROJECT_H
#define IR_PROJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "ir/ir.h"
#include "wpds/pds.h"

/* The locks that the callers of an instance hold, the sets in whose units they are, and
   whether they are in an atomic block. */
struct ir_context
{
  idset locks;
  idset units;
  bool atomic;
};

struct ir_instance
{
  body_id body;
  uint32_t context;
  uint32_t first_symbol;
};

struct ir_projection
{
  struct arena *arena;
  const struct ir *flow;
  struct pds pds;
  VEC (struct ir_context) contexts;   /* context 0: nothing held */
  VEC (struct ir_instance) instances; /* in the order of their symbols */
  uint32_t *instances_of;             /* by body: the number of its instances */
};

/* A model is refused if one body is called in more contexts than this, or if the
   pushdown systems need more symbols. */
#define IR_CONTEXTS_LIMIT ((uint32_t) 1 << 16)
#define IR_SYMBOLS_LIMIT ((uint32_t) 1 << 26)

/* Project FLOW, whose locks nest; false: there were errors. */
bool ir_project (struct ir_projection *lowering, const struct ir *flow,
                 struct arena *arena, struct diags *diags);

/* Is SYMBOL inside an atomic block, of its body or of a caller (ir.h)? */
bool ir_is_atomic (const struct ir_projection *lowering, pds_symbol symbol);

/* The locks that are held before SYMBOL in any case; a wait releases its lock. */
idset ir_locks_at (const struct ir_projection *lowering, pds_symbol symbol);

/* The instance that SYMBOL belongs to, and the flow node that it stands for. */
const struct ir_instance *ir_instance_of (const struct ir_projection *lowering,
                                          pds_symbol symbol);
const struct ir_step *ir_step_of (const struct ir_projection *lowering,
                                  pds_symbol symbol);
/* As ir_step_of, for a SYMBOL of INSTANCE. */
const struct ir_step *ir_step_in (const struct ir_projection *lowering,
                                  const struct ir_instance *instance, pds_symbol symbol);

#endif
