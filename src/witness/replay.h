/* replay.h -- run a witness against the model itself.
 *
 * Every step is confirmed: the model has this statement there and the process can
 * reach it from its last one, the lock is free, the automaton may go on.  Locks and
 * units have counters here, calls have frames, nothing is reduced.  The replayer
 * includes no header of wpds/, of the engines, or of what they made; the model is its
 * flow graphs, the automaton its steps and clauses.
 *
 * Of a model with data, every value is computed anew (stage.h), and compared with what
 * the witness says; conditions and assumes hold, atomic blocks are obeyed, and a claim
 * or an access predicate is false in the end, if that is the question.  Of processes that
 * wait for ever, all states that can follow are listed (ir/listing.h).
 */
#ifndef WITNESS_REPLAY_H
#define WITNESS_REPLAY_H

#include "ir/ir.h"
#include "phaseauto/phase_automaton.h"
#include "witness/witness.h"

struct replay_task
{
  const struct ir *flow;
  const struct pa_automaton *automaton; /* as written, `accesses' and all; of a
                                           deadlock: the circle */
  const field_id *fields;               /* for its parameters */
  const process_id *processes;          /* for its threads */
  bool data;       /* the model has data, and is to be replayed with it */
  uint32_t claim;  /* with data: of an assert */
  bool exclusive;  /* with data: the field's access predicate is asked about */
  bool stuck;      /* the processes wait for ever; then `data' is true, whatever the model
                      has */
  uint32_t states; /* of those that can come after the last step, how many are listed at
                      most to see that they do */
};

/* States that are listed unless somebody is in a hurry. */
#define REPLAY_STATES 1000000

struct replay_failure
{
  uint32_t step; /* from 0; the number of steps: something is missing at the end */
  char message[256];
};

/* Is WITNESS an execution of the model in which all steps of the automaton
   happen?  If not, the first step that fails is in FAILURE. */
bool replay_witness (const struct replay_task *task, const struct witness *witness,
                     struct replay_failure *failure, struct arena *scratch);

#endif
