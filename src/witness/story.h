/* story.h -- a run of pushdown processes told in the model's words. */
#ifndef WITNESS_STORY_H
#define WITNESS_STORY_H

#include "eml/lower.h"
#include "engine/run.h"
#include "witness/witness.h"

/* PROCESSES are those of the COUNT participants of RUN.  WITNESS lives in ARENA. */
void story_tell (struct witness *witness, const struct lowering *lowering,
                 const struct run *run, const process_id *processes, uint32_t count,
                 struct arena *arena);

#endif
