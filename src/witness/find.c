/* find.c -- see find.h. */
#include <config.h>

#include "find.h"

#include "best.h"
#include "local.h"
#include "route.h"
#include "schedule.h"
#include "shorten.h"

static enum route_outcome
find_paths (struct local_path *paths, const struct witness_task *task,
            struct quota *quota, struct arena *arena)
{
  const struct engine_question *question = &task->question;
  if (!task->run)
    return route_find (paths, question, quota, arena);
  for (uint32_t p = 0; p < question->count; p++)
    paths[p] = (struct local_path){ .entry = question->participants[p].entry };
  local_paths_of_run (paths, question->count, task->run, arena);
  return ROUTE_FOUND;
}

static void
shorten (struct local_path *paths, const struct engine_question *question,
         struct quota *quota, struct arena *arena)
{
  idset kept = locks_that_matter (question->survey, question->participants,
                                  question->count, question->reductions, arena);
  for (uint32_t p = 0; p < question->count; p++)
    local_path_shorten (&paths[p], question->survey, &question->participants[p], kept,
                        quota, arena);
}

static void
improve (struct run *run, const struct witness_task *task, struct quota *quota,
         struct arena *arena)
{
  const struct engine_question *question = &task->question;
  pds_symbol *entries = arena_alloc (arena, question->count * sizeof *entries);
  for (uint32_t p = 0; p < question->count; p++)
    entries[p] = question->participants[p].entry;
  best_find (run, question->survey, task->instance, entries, question->count, quota,
             arena);
}

enum witness_outcome
witness_find (struct run *run, const struct witness_task *task, struct quota *quota,
              struct arena *arena)
{
  const struct engine_question *question = &task->question;
  const struct pds *pds = question->survey->pds;
  struct local_path *paths = arena_calloc (arena, question->count, sizeof *paths);
  enum route_outcome outcome = find_paths (paths, task, quota, arena);
  if (outcome != ROUTE_FOUND)
    return outcome == ROUTE_NONE ? WITNESS_NONE : WITNESS_TOO_LONG;
  for (uint32_t p = 0; p < question->count; p++)
    local_path_cut_loops (&paths[p], pds, arena);
  if (task->best)
    shorten (paths, question, quota, arena);
  if (!schedule_find (run, pds, task->instance, paths, question->count, quota, arena))
    return WITNESS_NONE;
  if (task->best)
    improve (run, task, quota, arena);
  return WITNESS_FOUND;
}
