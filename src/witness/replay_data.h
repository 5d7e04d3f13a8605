/* replay_data.h -- the part of the replay that knows data: where each process is, the
 * values, and who is in the midst of an atomic block.
 *
 * A witness of a model with data has every choice, so that a process is always at one
 * node.  Between two of its steps the process passes nodes whose effect follows from the
 * values.  Locks, units and life cycles are counted by replay.c, which is asked.
 */
#ifndef WITNESS_REPLAY_DATA_H
#define WITNESS_REPLAY_DATA_H

#include "ir/interpreter.h"
#include "witness/stage.h"
#include "witness/replay.h"

/* Questions to the rest of the replay. */
struct replay_rules
{
  void *context;
  /* Does a witness say nothing of NODE, so that PROCESS passes it? */
  bool (*passes) (void *context, process_id process, const struct ir_step *node);
  /* Is NODE, in BODY, the statement of STEP?  Data is not compared. */
  bool (*matches) (const struct ir_step *node, body_id body,
                   const struct witness_step *step);
  /* Is PROCESS blocked at LOOK, an acquire or a join? */
  bool (*is_blocked) (void *context, process_id process, const struct stage_look *look);
};

struct replay_data
{
  const struct replay_task *task;
  struct replay_rules rules;
  struct stage stage;
  bool *committed;        /* by process: it has made a step in its atomic block */
  bool *midst;            /* by process: it is in the midst of it: no other may go on */
  VEC (process_id) begun; /* processes that were met, whose flags may be set */
  struct stage_look met;  /* the first access of a race */
  /* For `stuck': a second execution, in which waits need a notify. */
  struct interpreter *interpreter;
  struct interpreter_state mirror;
  bool broken;       /* the second execution does not allow what was passed */
  char message[200]; /* why something failed */
};

/* Set the initial values of WITNESS.  False, with the message: the model has others. */
bool replay_data_init (struct replay_data *data, const struct replay_task *task,
                       const struct replay_rules *rules, const struct witness *witness,
                       struct arena *arena);

/* Let the process of STEP come to it, and make it, unless it is only about to: MEETS.
   False, with the message: it cannot. */
bool replay_data_advance (struct replay_data *data, const struct witness_step *step,
                          bool meets);

/* The last step was made: do those that wait wait for ever?  False, with the message:
   they do not, or that is not known. */
bool replay_data_end (struct replay_data *data, struct arena *arena);

/* STEP was made, and all its counters updated: set whether its process is in the midst of
   an atomic block now. */
void replay_data_settle (struct replay_data *data, const struct witness_step *step);

#endif
