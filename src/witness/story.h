/* story.h -- a run of pushdown processes told in the model's words. */
#ifndef WITNESS_STORY_H
#define WITNESS_STORY_H

#include "engine/run.h"
#include "ir/project.h"
#include "witness/witness.h"

/* A procedure that a process has not left, and where it is in it. */
struct story_frame
{
  const struct ir_instance *instance;
  pds_symbol at;
};

struct story_stack
{
  VEC (struct story_frame) frames; /* the innermost last */
};

/* PROCESSES are those of the COUNT participants of RUN.  WITNESS lives in ARENA. */
void story_tell (struct witness *witness, const struct ir_projection *lowering,
                 const struct run *run, const process_id *processes, uint32_t count,
                 struct arena *arena);

/* ---- For stories with data (story_data.h). ---- */

/* Put STACK at ENTRY; and move it along RULE. */
void story_enter (struct story_stack *stack, const struct ir_projection *lowering,
                  pds_symbol entry, struct arena *arena);
void story_follow (struct story_stack *stack, const struct ir_projection *lowering,
                   const struct pds_rule *rule, struct arena *arena);

/* Describe in STEP what PROCESS does at FRAME, by RULE; MOVES: it is a step of the
   automaton.  False: a witness does not show it. */
bool story_step (struct witness_step *step, const struct ir_projection *lowering,
                 const struct story_frame *frame, const struct pds_rule *rule,
                 process_id process, bool moves);

#endif
