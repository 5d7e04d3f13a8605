/* find.c -- see find.h. */
#include <config.h>

#include "witness/find.h"

#include <assert.h>

#include "base/log.h"
#include "engine/companions.h"
#include "engine/weighted/trail.h"
#include "witness/best.h"
#include "witness/local.h"
#include "witness/schedule.h"
#include "witness/shorten.h"

/* ---- Who takes part. ---- */

/* Those participants of QUESTION that a witness needs, as a question about them alone;
   PLACES: where they were.  Bystanders that are nobody's companions have no part in a
   witness. */
static struct question
select_cast (const struct question *question, participant_id **places, struct arena *arena)
{
  const struct pds *pds = question->survey->pds;
  struct question cast = *question;
  struct participant *participants
    = arena_alloc (arena, question->count * sizeof *participants);
  process_id *processes = arena_alloc (arena, question->count * sizeof *processes);
  *places = arena_alloc (arena, question->count * sizeof **places);
  bool *in = arena_calloc (arena, pds->processes.count, sizeof *in);
  companions_mark (question->survey, question->processes, question->threads, in, arena);
  cast.count = 0;
  for (participant_id p = { 0 }; p.index < question->count; p.index++)
    if (in[question->processes[p.index].index])
      {
        participants[cast.count] = question->participants[p.index];
        processes[cast.count] = question->processes[p.index];
        (*places)[cast.count++] = p;
      }
  assert (cast.count >= question->threads);
  cast.participants = participants;
  cast.processes = processes;
  return cast;
}

/* ---- Local paths. ---- */

/* A local path for each participant of QUESTION, read off RUN, whose participants are
   at PLACES. */
static void
read_paths (struct local_path *paths, const struct question *question,
            const participant_id *places, const struct run *run, struct arena *arena)
{
  for (uint32_t p = 0; p < question->count; p++)
    paths[p] = (struct local_path){ .entry = question->participants[p].entry };
  for (uint32_t i = 0; i < run->steps.count; i++)
    {
      const struct run_step *step = &run->steps.at[i];
      for (uint32_t p = 0; p < question->count; p++)
        if (participant_equal (places[p], step->participant))
          *vec_push (arena, &paths[p].steps)
            = (struct local_step){ step->rule, step->moves };
    }
}

/* The locks whose operations a shorter path must keep.  Life cycles make all matter:
   who waits for a start or an end may hold one. */
static idset
find_kept (const struct question *question, struct arena *arena)
{
  const struct pds *pds = question->survey->pds;
  if (!pds->life_cycles)
    return question_locks (question, arena);
  idset all = IDSET_EMPTY;
  for (uint32_t l = 0; l < pds->locks.count; l++)
    all = idset_add (pds->idsets, all, l);
  return all;
}

/* Make the paths shorter, each by itself. */
static void
shorten (struct local_path *paths, const struct question *question, bool best,
         struct quota *quota, struct arena *arena)
{
  idset kept = best ? find_kept (question, arena) : IDSET_EMPTY;
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
  participant_id *places;
  struct question question = select_cast (asked, &places, arena);
  struct local_path *paths = arena_calloc (arena, question.count, sizeof *paths);
  if (answer->run)
    read_paths (paths, &question, places, answer->run, arena);
  else
    {
      enum witness_outcome outcome
        = route_find (paths, &question, answer->trail, quota, arena);
      if (outcome != WITNESS_FOUND)
        return outcome;
    }
  /* From here on life cycles are obeyed as they are, and no script is needed. */
  if (question.plain)
    {
      question.instance = question.plain;
      question.threads = question.plain->automaton->threads.count;
    }
  shorten (paths, &question, best, quota, arena);
  if (!schedule_find (run, &question, paths, quota, arena))
    return WITNESS_NONE;
  if (best)
    best_find (run, &question, quota, arena);
  /* A run ends with the last step of the automaton. */
  assert (run->steps.count > 0 && run->steps.at[run->steps.count - 1].moves);
  for (uint32_t i = 0; i < run->steps.count; i++)
    run->steps.at[i].participant = places[run->steps.at[i].participant.index];
  return WITNESS_FOUND;
}
