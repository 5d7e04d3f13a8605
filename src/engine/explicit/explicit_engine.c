/* explicit_engine.c -- the explicit search as an engine.
 *
 * It is asked about processes and the automaton, without watches.  Between questions
 * it keeps the control flow of the model; the states of a question have an arena of
 * their own, so that they do not stay while the next question is answered.
 */
#include <config.h>

#include <assert.h>

#include "base/log.h"
#include "engine/engine.h"
#include "engine/explicit/search.h"
#include "phaseauto/reduction.h"

struct explicit_engine
{
  struct control *control; /* null: not made yet */
  struct arena states;
};

static void *
create (const struct engine_means *means)
{
  struct explicit_engine *engine = arena_calloc (means->kept, 1, sizeof *engine);
  arena_init (&engine->states, means->quota);
  return engine;
}

/* What the threads did, bystanders left out, unless they may have started or ended
   for the others. */
static const struct run *
keep_run (struct search *search, uint32_t threads, struct arena *scratch)
{
  struct run *run = arena_calloc (scratch, 1, sizeof *run);
  search_witness (search, run, scratch);
  uint32_t kept = 0;
  if (search->program.lives > 0)
    threads = search->program.count;
  for (uint32_t i = 0; i < run->steps.count; i++)
    if (run->steps.at[i].participant.index < threads)
      run->steps.at[kept++] = run->steps.at[i];
  run->steps.count = kept;
  assert (kept > 0 && run->steps.at[kept - 1].moves);
  return run;
}

static void
decide (void *state, const struct question *question, const struct engine_means *means,
        struct answer *answer)
{
  struct explicit_engine *engine = state;
  assert (question->threads == question->instance->automaton->threads.count);
  if (!engine->control)
    engine->control = control_new (question->survey->pds, means->kept);
  assert (engine->control->pds == question->survey->pds);
  arena_clear (&engine->states);
  struct search search;
  search_init (&search, engine->control, question->instance, question->processes,
               question->count, question->reductions & REDUCTION_TRANSACTIONS,
               &engine->states);
  search.budget = question->budget;
  answer->kind = search_decide (&search);
  LOG (2, "%llu states were visited, %llu of them stored; %u locks are in the program",
       (unsigned long long) search.counts.visited,
       (unsigned long long) search.counts.stored, (unsigned) search.program.locks.count);
  verdict_counts_add (means->counts, &search.counts);
  if (answer->kind == VERDICT_VIOLATION && question->explain)
    answer->run = keep_run (&search, question->threads, means->scratch);
  if (answer->kind == VERDICT_UNKNOWN && !search.gave_up)
    answer->reason = QUOTA_BOUND;
}

static void
rest (void *state)
{
  struct explicit_engine *engine = state;
  arena_clear (&engine->states);
}

const struct engine explicit_engine
  = { .name = "explicit", .abilities = ENGINE_REFEREE | ENGINE_BUDGET | ENGINE_LIFE_CYCLES,
      .create = create, .decide = decide, .rest = rest, .forget = rest };
