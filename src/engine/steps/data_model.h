/* data_model.h -- a model with data, prepared for execution: once per model.
 *
 * Flow nodes are found by symbol, cells and locks are numbered, and facts about the whole
 * model that a search needs are computed: which values matter (liveness.h), which locks
 * and joins are awaited inside of atomic blocks, which values an IR_ANY tries.
 *
 * Cells.  A field has one cell, or as many as its array; all are numbered in the order of
 * the fields.  Only the values of fields that matter are part of a state.
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
  uint32_t *first_slot; /* by node: the first slot of its body, in flow->slots */
  uint32_t *result;     /* by node: the slot of its body for the result, or none */
  uint32_t *first_cell; /* by field; one more entry for the end */
  uint32_t *field_of;   /* by cell */
  uint32_t cells;
  uint32_t most_slots;       /* the most that a body has */
  struct lock_numbers locks; /* those that some process may acquire */
  bool *atomic_lock;         /* by number of a lock: awaited inside an atomic block */
  bool atomic_join;          /* some join is inside an atomic block */
  VEC (int64_t) samples;     /* values to try of a wide type, to be cut to it */
  VEC (int64_t) arguments;   /* buffer for the arguments of a call */
};

/* All values of a type with at most this many are tried; of wider types the samples. */
#define DATA_VALUES_LIMIT 1024

/* LOWERING is borrowed. */
struct data_model *data_model_new (const struct ir_projection *lowering,
                                   const struct control *control, struct arena *arena);

static inline const struct ir_step *
data_model_node (const struct data_model *model, uint32_t symbol)
{
  return &model->flow->nodes.at[model->node[symbol]];
}

/* The number of values of TYPE that are tried; *ALL: these are all values.  And value
   number CHOICE of them. */
uint32_t data_model_values (const struct data_model *model, struct ir_type type,
                            bool *all);
int64_t data_model_value (const struct data_model *model, struct ir_type type,
                          uint32_t choice);

#endif
