/* trail.h -- how a weighted engine found a violation, for the witness search. */
#ifndef ENGINE_TRAIL_H
#define ENGINE_TRAIL_H

#include "engine/engine.h"

/* What a participant does with locks in one phase: it releases locks that it held before,
   acquires and keeps others, acquires and releases others. */
struct phase_locks
{
  idset released, acquired, used;
};

/* A new trail for QUESTION; and the locks of one participant and phase in it. */
struct engine_trail *trail_new (const struct question *question, bool sampled,
                                struct arena *scratch);
void trail_put (struct engine_trail *trail, const struct question *question,
                participant_id participant, uint32_t phase, struct phase_locks locks,
                struct arena *scratch);

/* The locks that matter to the participants of QUESTION (5g, 5i, 5k). */
idset question_locks (const struct question *question, struct arena *scratch);

/* Texts for the log; call them only if LOGS. */
/* "{ a, b }": the locks of SET. */
const char *trail_locks_text (const struct pds *pds, idset set, struct arena *arena);
/* The name of a process that takes part. */
const char *question_name (const struct question *question, participant_id participant);

#endif
