/* replay_data.h -- the part of the replay that knows data: where each process is, what
 * the values are, and who is in the midst of an atomic block.
 *
 * A witness of a model with data tells every choice, so that a process is always at one
 * node.  Between two steps that are told it passes nodes that do nothing but what follows
 * from the values.  Locks, units and life cycles are counted by replay.c, which is asked.
 */
#ifndef WITNESS_REPLAY_DATA_H
#define WITNESS_REPLAY_DATA_H

#include "ir/interpreter.h"
#include "witness/stage.h"
#include "witness/replay.h"

/* What the rest of the replay knows. */
struct replay_rules
{
  void *context;
  /* Does PROCESS do nothing at NODE that a witness tells? */
  bool (*passes) (void *context, process_id process, const struct ir_step *node);
  /* Is NODE, in BODY, the statement of STEP?  Of all but data. */
  bool (*matches) (const struct ir_step *node, body_id body,
                   const struct witness_step *step);
  /* Can PROCESS not go on at LOOK, an acquire or a join? */
  bool (*is_blocked) (void *context, process_id process, const struct stage_look *look);
};

struct replay_data
{
  const struct replay_task *task;
  struct replay_rules rules;
  struct stage stage;
  bool *committed;        /* by process: it has made a step in its atomic block, */
  bool *midst;            /* ... and nobody else may go on */
  VEC (process_id) begun; /* processes that were met, whose flags may be set */
  struct stage_look met;  /* the access of the first of two that race */
  /* Of `stuck': another stage, where waits need a notify. */
  struct interpreter *interpreter;
  struct interpreter_state mirror;
  bool broken;       /* what was passed cannot be done there */
  char message[200]; /* why something failed */
};

/* The values that WITNESS starts with.  False, with the message: they are not those of
   the model. */
bool replay_data_init (struct replay_data *data, const struct replay_task *task,
                       const struct replay_rules *rules, const struct witness *witness,
                       struct arena *arena);

/* The process of STEP comes to what that tells, and does it, unless it is about to:
   MEETS. False, with the message: it cannot. */
bool replay_data_advance (struct replay_data *data, const struct witness_step *step,
                          bool meets);

/* The last step was made: do those who wait wait for ever?  False, with the message: they
   do not, or nobody knows. */
bool replay_data_end (struct replay_data *data, struct arena *arena);

/* STEP is done, and everything else is counted: is its process in the midst of an atomic
   block now? */
void replay_data_settle (struct replay_data *data, const struct witness_step *step);

#endif
