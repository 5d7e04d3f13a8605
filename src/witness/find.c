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

/* Up to this many participants all take part in a search, even those with an empty path:
   the best interleaving may need others than the first one. */
#define FEW 64

/* Read off RUN a local path for each participant of QUESTION that may be needed. */
static void
read_paths (struct local_path *paths, const struct question *question,
            const struct run *run, struct arena *arena)
{
  for (uint32_t i = 0; i < run->steps.count; i++)
    {
      const struct run_step *step = &run->steps.at[i];
      if (step->participant.index < question->count)
        *vec_push (arena, &paths[step->participant.index].steps)
          = (struct local_step){ step->rule, step->moves };
    }
}

/* Find local paths by solving the trail of ASKED, which is QUESTION or a script of it. */
static enum witness_outcome
solve_paths (struct local_path *paths, const struct question *question,
             const struct question *asked, const struct engine_trail *trail,
             struct quota *quota, struct arena *arena)
{
  struct question threads = *asked;
  threads.count = threads.threads;
  struct local_path *solved = arena_calloc (arena, threads.count, sizeof *solved);
  enum witness_outcome outcome = route_find (solved, &threads, trail, quota, arena);
  for (uint32_t t = 0; t < threads.count && outcome == WITNESS_FOUND; t++)
    {
      uint32_t p = 0;
      while (!process_equal (question->processes[p], threads.processes[t]))
        {
          p++;
          assert (p < question->count);
        }
      paths[p] = solved[t];
    }
  return outcome;
}

/* The locks whose operations a shorter path must keep.  With life cycles all locks
   matter: a process that waits for a start or an end may hold one. */
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

/* Shorten each path by itself. */
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

/* If there are more participants than FEW, drop those that play no thread and have an
   empty path: every state of a search has a place for each participant.  Returns their
   numbers before that, or null. */
static const participant_id *
leave_out_idle (struct question *question, struct local_path *paths, struct arena *arena)
{
  if (question->count <= FEW)
    return NULL;
  size_t count = question->count;
  participant_id *before = arena_alloc (arena, count * sizeof *before);
  process_id *processes = arena_alloc (arena, count * sizeof *processes);
  struct participant *participants = arena_alloc (arena, count * sizeof *participants);
  uint32_t kept = 0;
  for (participant_id p = { 0 }; p.index < count; p.index++)
    {
      if (p.index >= question->threads && paths[p.index].steps.count == 0)
        continue;
      before[kept] = p;
      processes[kept] = question->processes[p.index];
      participants[kept] = question->participants[p.index];
      paths[kept++] = paths[p.index];
    }
  assert (question->threads <= kept);
  LOG (2, "%u of %u processes take part in the interleaving", (unsigned) kept,
       (unsigned) count);
  question->processes = processes;
  question->participants = participants;
  question->count = question->needed = kept;
  return before;
}

enum witness_outcome
witness_find (struct run *run, const struct question *asked, const struct answer *answer,
              bool best, struct quota *quota, struct arena *arena)
{
  assert (answer->kind == VERDICT_VIOLATION && !answer->run != !answer->trail);
  assert (arena->quota == quota);
  if (answer->run && answer->plain && !best)
    {
      *run = *answer->run;
      return WITNESS_FOUND;
    }
  /* Bystanders that are not needed have no part in a witness.  With local paths, starts
     and joins are obeyed as they stand, so no script is needed. */
  struct question question = asked->plain ? *asked->plain : *asked;
  question.count = question.needed;
  struct local_path *paths = arena_calloc (arena, question.count, sizeof *paths);
  for (uint32_t p = 0; p < question.count; p++)
    paths[p].entry = question.participants[p].entry;
  if (answer->run)
    {
      assert (!asked->plain);
      read_paths (paths, &question, answer->run, arena);
    }
  else
    {
      enum witness_outcome outcome
        = solve_paths (paths, &question, asked, answer->trail, quota, arena);
      if (outcome != WITNESS_FOUND)
        return outcome;
    }
  const participant_id *before = leave_out_idle (&question, paths, arena);
  shorten (paths, &question, best, quota, arena);
  if (!schedule_find (run, &question, paths, quota, arena))
    return WITNESS_NONE;
  if (best)
    best_find (run, &question, quota, arena);
  for (uint32_t i = 0; before && i < run->steps.count; i++)
    run->steps.at[i].participant = before[run->steps.at[i].participant.index];
  /* A run ends with the last step of the automaton. */
  assert (run->steps.count > 0 && run->steps.at[run->steps.count - 1].moves);
  return WITNESS_FOUND;
}
