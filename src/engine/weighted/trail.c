/* trail.c -- see trail.h. */
#include <config.h>

#include "engine/weighted/trail.h"

#include <assert.h>

#include "base/log.h"

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
         trail_locks_text (pds, locks.released, scratch),
         trail_locks_text (pds, locks.acquired, scratch),
         trail_locks_text (pds, locks.used, scratch));
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

const char *
trail_locks_text (const struct pds *pds, idset set, struct arena *arena)
{
  const char *text = "{";
  IDSET_EACH (l, pds->idsets, set)
    {
      assert (l < pds->locks.count);
      text = arena_format (arena, "%s%s%s", text, text[1] ? ", " : " ", pds->locks.at[l]);
    }
  return arena_format (arena, text[1] ? "%s }" : "%s}", text);
}
