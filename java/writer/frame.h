/* frame.h -- with --values: the slots of a body of the model, and expressions over them.
 *
 * A body has a slot for each parameter that the slice keeps, one for its result, and then
 * those that its steps ask for.
 */
#ifndef JAVA_WRITER_FRAME_H
#define JAVA_WRITER_FRAME_H

#include "ir/ir.h"
#include "java/writer/value_slice.h"

#define FRAME_OF_PROCESS UINT32_MAX

struct frame
{
  const struct slice *slice;
  struct ir *ir;
  struct arena *arena; /* of the run */
  uint32_t instance;   /* whose body it is, or FRAME_OF_PROCESS */
  struct slice_parameters parameters;
  bool has_result;
  VEC (struct ir_type) slots;
  struct pairmap slot_of; /* (slot of the instance, 0) -> slot of the body */
};

/* The type of the values of LOCATION. */
struct ir_type frame_type_of (const struct extraction *x, uint32_t location);

/* The next body is that of INSTANCE. */
void frame_begin (struct frame *frame, const struct slice *slice, uint32_t instance,
                  struct ir *ir);
/* The body's own slot for SLOT of the instance. */
uint32_t frame_slot (struct frame *frame, uint32_t slot);
/* One more slot. */
uint32_t frame_new_slot (struct frame *frame, struct ir_type type);
/* FORMULA, which the slice has, as an expression. */
uint32_t frame_expression (struct frame *frame, uint32_t formula);
/* The expression that reads SLOT of the body. */
uint32_t frame_read (struct frame *frame, uint32_t slot);
/* The body has been built: it gets its slots. */
void frame_end (struct frame *frame);

#endif
