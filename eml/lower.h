/* lower.h -- from a model to a multi-PDS (theory.md, section 1).
 *
 * Every body is specialised by the contexts it is called in: which locks its
 * callers hold and in whose units they are.  A body in a context is an
 * instance; its stack symbols are the nodes of the body's flow graph, in
 * order.  Where a lock is held already its operations become skips, where a
 * unit is open already so do its ends; so locks are not reentrant and units do
 * not nest in the result, and every access knows in whose units it is.
 */
#ifndef EML_LOWER_H
#define EML_LOWER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "eml/flow.h"
#include "wpds/pds.h"

/* What the callers of an instance hold and are in. */
struct lower_context
{
  idset locks;
  idset units;
};

struct lower_instance
{
  body_id body;
  uint32_t context;
  uint32_t first_symbol;
};

struct lowering
{
  struct arena *arena;
  const struct flow *flow;
  struct pds pds;
  VEC (struct lower_context) contexts;   /* context 0: nothing held */
  VEC (struct lower_instance) instances; /* by their first symbol */
  uint32_t *instances_of;                /* by body: how many */
};

/* One body may be called in so many contexts, and the pushdown systems may
   have so many symbols.  Beyond, the model is refused. */
#define LOWER_CONTEXTS_LIMIT ((uint32_t) 1 << 16)
#define LOWER_SYMBOLS_LIMIT ((uint32_t) 1 << 26)

/* Lower FLOW, which is properly nested; false if there were errors.  Warns of
   what is never called and of fields in no unit. */
bool lower_model (struct lowering *lowering, const struct flow *flow,
                  struct arena *arena, struct diags *diags);

/* The instance that SYMBOL belongs to, and the flow node that it stands for. */
const struct lower_instance *lower_instance_of (const struct lowering *lowering,
                                                pds_symbol symbol);
const struct flow_node *lower_node_of (const struct lowering *lowering,
                                       pds_symbol symbol);

#endif
