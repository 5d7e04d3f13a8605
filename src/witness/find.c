/* find.c -- see find.h. */
#include <config.h>

#include "witness/find.h"

#include <assert.h>

#include "base/log.h"
#include "engine/weighted/trail.h"
#include "witness/best.h"
#include "witness/local.h"
#include "witness/schedule.h"
#include "witness/shorten.h"

/* A local path for each thread: solved from a trail, or read off a run. */
static enum witness_outcome
find_paths (struct local_path *paths, const struct question *question,
            const struct answer *answer, struct quota *quota, struct arena *arena)
{
  assert (question->count == question->threads);
  if (!answer->run)
    return route_find (paths, question, answer->trail, quota, arena);
  for (uint32_t p = 0; p < question->count; p++)
    paths[p] = (struct local_path){ .entry = question->participants[p].entry };
  for (uint32_t i = 0; i < answer->run->steps.count; i++)
    {
      const struct run_step *step = &answer->run->steps.at[i];
      assert (step->participant.index < question->count);
      *vec_push (arena, &paths[step->participant.index].steps)
        = (struct local_step){ step->rule, step->moves };
    }
  return WITNESS_FOUND;
}

/* Make the paths shorter, each by itself. */
static void
shorten (struct local_path *paths, const struct question *question, bool best,
         struct quota *quota, struct arena *arena)
{
  idset kept = best ? question_locks (question, arena) : IDSET_EMPTY;
  for (participant_id p = { 0 }; p.index < question->count; p.index++)
    {
      struct local_path *path = &paths[p.index];
      uint32_t before = path->steps.count;
      local_path_cut_loops (path, question->survey->pds, arena);
      uint32_t without_loops = path->steps.count;
      if (best)
        local_path_shorten (path, question->survey, &question->participants[p.index],
                            kept, quota, arena);
      LOG (2, "the local path of %s: %u rules, %u without loops, %u in the end",
           question_name (question, p), (unsigned) before, (unsigned) without_loops,
           (unsigned) path->steps.count);
      assert (without_loops <= before);
    }
}

enum witness_outcome
witness_find (struct run *run, const struct question *asked, const struct answer *answer,
              bool best, struct quota *quota, struct arena *arena)
{
  assert (answer->kind == VERDICT_VIOLATION && !answer->run != !answer->trail);
  assert (arena->quota == quota);
  /* Bystanders have no part in a witness. */
  struct question threads = *asked;
  threads.count = threads.threads;
  const struct question *question = &threads;
  struct local_path *paths = arena_calloc (arena, question->count, sizeof *paths);
  enum witness_outcome outcome = find_paths (paths, question, answer, quota, arena);
  if (outcome != WITNESS_FOUND)
    return outcome;
  shorten (paths, question, best, quota, arena);
  if (!schedule_find (run, question, paths, quota, arena))
    return WITNESS_NONE;
  if (best)
    best_find (run, question, quota, arena);
  /* A run ends with the last step of the automaton. */
  assert (run->steps.count > 0 && run->steps.at[run->steps.count - 1].moves);
  return WITNESS_FOUND;
}
