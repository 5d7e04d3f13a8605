/* data_model.h -- a model with data, prepared for execution: once per model.
 *
 * Flow nodes are found by symbol, cells and locks are numbered, and what a search has to
 * know of the whole model is found out: which values matter (liveness.h), which locks
 * and joins are awaited inside atomic blocks, which values an IR_ANY tries.
 *
 * Cells.  A field has as many as its array, or one; all are numbered in the order of the
 * fields.  Only the values of fields that matter are part of a state.
 */
#ifndef ENGINE_DATA_MODEL_H
#define ENGINE_DATA_MODEL_H

#include "engine/steps/evaluate.h"
#include "engine/steps/liveness.h"
#include "engine/steps/control.h"
#include "ir/project.h"
#include "wpds/lock_numbers.h"

struct data_model
{
  const struct ir_projection *lowering;
  const struct pds *pds;
  const struct ir *flow;
  const struct control *control;
  struct arena *arena;
  struct evaluator evaluator;
  struct liveness liveness;
  uint32_t *node;       /* by symbol */
  bool *is_atomic;      /* by symbol */
  uint32_t *first_slot; /* by node: of its body, in the flow's table */
  uint32_t *result;     /* by node: the slot of its body for the result, or none */
  uint32_t *first_cell; /* by field, and the end */
  uint32_t *field_of;   /* by cell */
  uint32_t cells;
  uint32_t most_slots;       /* of a body */
  struct lock_numbers locks; /* those that some process may acquire */
  bool *atomic_lock;         /* by number of a lock: awaited inside an atomic block */
  bool atomic_join;          /* some join is inside an atomic block */
  VEC (int64_t) samples;     /* of a wide type: values to try, to be cut to it */
  VEC (int64_t) arguments;   /* of a call, for a moment */
};

/* A type with at most this number of values is tried completely; of others the samples.
 */
#define DATA_VALUES_LIMIT 1024

/* LOWERING is borrowed. */
struct data_model *data_model_new (const struct ir_projection *lowering,
                                   const struct control *control, struct arena *arena);

static inline const struct ir_step *
data_model_node (const struct data_model *model, uint32_t symbol)
{
  return &model->flow->nodes.at[model->node[symbol]];
}

/* The number of values of TYPE that are tried; *ALL: there are no others.  And value
   number CHOICE. */
uint32_t data_model_values (const struct data_model *model, struct ir_type type,
                            bool *all);
int64_t data_model_value (const struct data_model *model, struct ir_type type,
                          uint32_t choice);

#endif
