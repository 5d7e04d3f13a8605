/* explicit_engine.c -- the explicit search as an engine.
 *
 * It is asked about processes and the automaton, without watches.  What it keeps
 * between questions is the control of the model; the states of a question have an
 * arena of their own, so that they do not stay while the next one is asked.
 */
#include <config.h>

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

/* What the threads did, bystanders left out. */
static const struct run *
keep_run (struct search *search, uint32_t threads, struct arena *scratch)
{
  struct state_run visited = { VEC_EMPTY };
  search_witness (search, &visited, scratch);
  struct run *run = arena_calloc (scratch, 1, sizeof *run);
  for (uint32_t i = 0; i < visited.steps.count; i++)
    {
      const struct state_step *step = &visited.steps.at[i];
      if (step->process.index < threads)
        *vec_push (scratch, &run->steps)
          = (struct run_step){ step->process, step->rule, step->moved };
    }
  return run;
}

static void
decide (void *state, const struct question *question, const struct engine_means *means,
        struct answer *answer)
{
  struct explicit_engine *engine = state;
  struct verdict_counts *counts = means->counts;
  struct search_options options
    = { .transactions = question->reductions & REDUCTION_TRANSACTIONS,
        .order = SEARCH_BREADTH_FIRST, .bound = SEARCH_STACK_BOUND };
  if (!engine->control)
    engine->control = control_new (question->survey->pds, means->kept);
  arena_clear (&engine->states);
  struct search search;
  search_init (&search, engine->control, question->instance, question->processes,
               question->count, &options, &engine->states);
  enum search_answer found = search_decide (&search);
  counts->visited += search.counts.visited;
  counts->stored += search.counts.stored;
  if (counts->locks < search.program.locks.count)
    counts->locks = search.program.locks.count;
  switch (found)
    {
    case SEARCH_SAFE:
      answer->kind = VERDICT_SAFE;
      break;
    case SEARCH_VIOLATION:
      answer->kind = VERDICT_VIOLATION;
      if (question->explain)
        answer->run = keep_run (&search, question->threads, means->scratch);
      break;
    case SEARCH_BOUND:
      answer->kind = VERDICT_UNKNOWN;
      answer->reason = QUOTA_BOUND;
      break;
    }
}

static void
rest (void *state)
{
  struct explicit_engine *engine = state;
  arena_clear (&engine->states);
}

const struct engine explicit_engine
  = { .name = "explicit", .abilities = ENGINE_REFEREE, .create = create,
      .decide = decide, .rest = rest, .forget = rest };
