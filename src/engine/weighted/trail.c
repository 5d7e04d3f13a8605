/* trail.c -- see trail.h. */
#include <config.h>

#include "engine/weighted/trail.h"

#include <assert.h>

#include "base/log.h"
#include "engine/name_list.h"

struct engine_trail *
trail_new (const struct question *question, bool sampled, struct arena *scratch)
{
  assert (question->explain);
  struct engine_trail *trail = arena_alloc (scratch, sizeof *trail);
  trail->sampled = sampled;
  trail->touched = arena_calloc (scratch, (size_t) question->count * question->steps,
                                 sizeof *trail->touched);
  return trail;
}

void
trail_put (struct engine_trail *trail, const struct question *question,
           participant_id participant, uint32_t phase, struct phase_locks locks,
           struct arena *scratch)
{
  assert (participant.index < question->count && phase < question->steps);
  const struct pds *pds = question->survey->pds;
  trail->touched[participant.index * question->steps + phase] = idset_union (
    pds->idsets, locks.released, idset_union (pds->idsets, locks.acquired, locks.used));
  if (LOGS (2))
    LOG (2, "chosen: %s in phase %u releases %s, acquires and keeps %s, uses %s",
         question_name (question, participant), (unsigned) phase + 1,
         name_list_of_locks (pds, locks.released, scratch),
         name_list_of_locks (pds, locks.acquired, scratch),
         name_list_of_locks (pds, locks.used, scratch));
}

idset
question_locks (const struct question *question, struct arena *scratch)
{
  assert (question->count > 0);
  return locks_that_matter (question->survey, question->participants, question->count,
                            question->reductions, scratch);
}

const char *
question_name (const struct question *question, participant_id participant)
{
  assert (participant.index < question->count);
  process_id process = question->processes[participant.index];
  return question->survey->pds->processes.at[process.index].name;
}
