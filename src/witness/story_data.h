/* story_data.h -- a run of a model with data told in the model's words, with all values.
 *
 * The run says which way everything goes; the values follow from it (stage.h).  A run of
 * the model without its data may not exist with data: then there is no story.
 */
#ifndef WITNESS_STORY_DATA_H
#define WITNESS_STORY_DATA_H

#include "engine/run.h"
#include "ir/project.h"
#include "witness/witness.h"

struct story_plot
{
  const struct ir_projection *lowering;
  const struct run *run;
  const process_id *processes; /* by participant; null: participant i is process i */
  uint32_t meeting;            /* how many last steps are about to happen; or 0 */
  field_id field;              /* of a race */
  bool stuck;                  /* the last steps are endless waits, and notifies count */
  int64_t guess;               /* used for values that the run does not give */
};

/* WITNESS lives in ARENA.  False, with the reason in MESSAGE: a condition goes another
   way, an assume is false, or a process goes wrong before the end. */
bool story_tell_data (struct witness *witness, const struct story_plot *plot,
                      const char **message, struct arena *arena);

#endif
