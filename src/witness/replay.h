/* replay.h -- run a witness against the model itself.
 *
 * Every step is checked: the model has this statement there and the process can reach it
 * from its last one, the lock is free, the automaton may go on.  Locks and units have
 * counters here, calls have frames, nothing is reduced.  The replayer includes no header
 * of wpds/, of the engines, or of what they made; the model is its flow graphs, the
 * automaton its steps and clauses.
 *
 * In a model with data, every value is computed anew (stage.h) and compared with that of
 * the witness; conditions and assumes hold, atomic blocks are obeyed, and a claim or an
 * access predicate is false in the end, if that is the question.  For processes that wait
 * for ever, all states that can follow are listed (ir/listing.h).
 */
#ifndef WITNESS_REPLAY_H
#define WITNESS_REPLAY_H

#include "ir/ir.h"
#include "phaseauto/phase_automaton.h"
#include "witness/witness.h"

struct replay_task
{
  const struct ir *flow;
  const struct pa_automaton *automaton; /* as written, with `accesses'; or the circle */
  const field_id *fields;               /* for its parameters */
  const process_id *processes;          /* for its threads */
  bool data;       /* the model has data, and is to be replayed with it */
  uint32_t claim;  /* with data: the claim of an assert */
  bool exclusive;  /* with data: the field's access predicate is asked about */
  bool stuck;      /* the processes wait for ever; then `data' is true for any model */
  uint32_t states; /* the most states after the last step that are listed to check that */
};

/* The limit of listed states, unless the caller is in a hurry. */
#define REPLAY_STATES 1000000

struct replay_failure
{
  uint32_t step; /* from 0; or the number of steps: something is missing at the end */
  char message[256];
};

/* Is WITNESS an execution of the model in which all steps of the automaton happen?  If
   not, FAILURE has the first step that fails. */
bool replay_witness (const struct replay_task *task, const struct witness *witness,
                     struct replay_failure *failure, struct arena *scratch);

#endif
