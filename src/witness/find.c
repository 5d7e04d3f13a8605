/* find.c -- see find.h. */
#include <config.h>

#include "witness/find.h"

#include <assert.h>

#include "witness/best.h"
#include "witness/local.h"
#include "witness/route.h"
#include "witness/schedule.h"
#include "witness/shorten.h"

static enum route_outcome
find_paths (struct local_path *paths, const struct question *question,
            const struct answer *answer, struct quota *quota, struct arena *arena)
{
  if (!answer->run)
    return route_find (paths, question, answer->trail, quota, arena);
  for (uint32_t p = 0; p < question->count; p++)
    paths[p] = (struct local_path){ .entry = question->participants[p].entry };
  local_paths_of_run (paths, question->count, answer->run, arena);
  return ROUTE_FOUND;
}

static void
shorten (struct local_path *paths, const struct question *question,
         struct quota *quota, struct arena *arena)
{
  idset kept = locks_that_matter (question->survey, question->participants,
                                  question->count, question->reductions, arena);
  for (uint32_t p = 0; p < question->count; p++)
    local_path_shorten (&paths[p], question->survey, &question->participants[p], kept,
                        quota, arena);
}

static void
improve (struct run *run, const struct question *question, struct quota *quota,
         struct arena *arena)
{
  pds_symbol *entries = arena_alloc (arena, question->count * sizeof *entries);
  for (uint32_t p = 0; p < question->count; p++)
    entries[p] = question->participants[p].entry;
  best_find (run, question->survey, question->instance, entries, question->count, quota,
             arena);
}

enum witness_outcome
witness_find (struct run *run, const struct question *asked, const struct answer *answer,
              bool best, struct quota *quota, struct arena *arena)
{
  assert (answer->kind == VERDICT_VIOLATION && (answer->run || answer->trail));
  /* Bystanders have no part in a witness. */
  struct question threads = *asked;
  threads.count = threads.threads;
  const struct question *question = &threads;
  const struct pds *pds = question->survey->pds;
  struct local_path *paths = arena_calloc (arena, question->count, sizeof *paths);
  enum route_outcome outcome = find_paths (paths, question, answer, quota, arena);
  if (outcome != ROUTE_FOUND)
    return outcome == ROUTE_NONE ? WITNESS_NONE : WITNESS_TOO_LONG;
  for (uint32_t p = 0; p < question->count; p++)
    local_path_cut_loops (&paths[p], pds, arena);
  if (best)
    shorten (paths, question, quota, arena);
  if (!schedule_find (run, pds, question->instance, paths, question->count, quota, arena))
    return WITNESS_NONE;
  if (best)
    improve (run, question, quota, arena);
  return WITNESS_FOUND;
}
