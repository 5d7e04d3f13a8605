/* stateless_engine.c -- the stateless search as an engine.
 *
 * Between questions it keeps the control flow of the model, and nothing else.
 */
#include <config.h>

#include <assert.h>

#include "engine/engine.h"
#include "engine/stateless/execution.h"
#include "engine/steps/bystanders.h"

enum
{
  STATELESS_RACES = 1 << 0,
};

static const struct engine_reduction reductions[]
  = { { "races", "try another order only where steps race", false } };

enum
{
  STATELESS_LOCKS,
  STATELESS_VISITED,
  STATELESS_EXECUTIONS,
};

static const struct statistic statistics[]
  = { [STATELESS_LOCKS] = { "locks", STATISTIC_MOST, "locks", false },
      [STATELESS_VISITED] = { "visited", STATISTIC_SUM, "states visited", false },
      [STATELESS_EXECUTIONS] = { "executions", STATISTIC_SUM, "executions", false } };

struct stateless_engine
{
  struct control *control; /* null: not made yet */
  struct arena current;    /* of the question */
};

static void *
create (const struct engine_means *means)
{
  struct stateless_engine *engine = arena_calloc (means->kept, 1, sizeof *engine);
  arena_init (&engine->current, means->quota);
  return engine;
}

static void
decide (void *state, const struct question *question, const struct engine_means *means,
        struct answer *answer)
{
  struct stateless_engine *engine = state;
  assert (question->threads == question->instance->automaton->threads.count);
  if (!engine->control)
    engine->control = control_new (question->survey->pds, means->kept);
  assert (engine->control->pds == question->survey->pds);
  arena_clear (&engine->current);
  struct stateless_search execution;
  execution_init (&execution, engine->control, question->instance, question->processes,
                  question->count, means->reductions & STATELESS_RACES, &engine->current);
  answer->kind = execution_search (&execution);
  statistic_most (&means->counts[STATELESS_LOCKS], execution.program.locks.count);
  means->counts[STATELESS_VISITED] += execution.counts.visited;
  means->counts[STATELESS_EXECUTIONS] += execution.counts.executions;
  if (answer->kind == VERDICT_VIOLATION && question->explain)
    {
      struct run *run = arena_calloc (means->scratch, 1, sizeof *run);
      execution_witness (&execution, run, means->scratch);
      answer->run = bystanders_drop (run, &execution.program);
    }
  if (answer->kind == VERDICT_UNKNOWN)
    answer->reason = QUOTA_BOUND;
}

static void
rest (void *state)
{
  struct stateless_engine *engine = state;
  arena_clear (&engine->current);
}

const struct engine stateless_engine
  = { .name = "stateless",
      .abilities = ENGINE_CAST | ENGINE_REFEREE | ENGINE_LIFE_CYCLES,
      ENGINE_TABLE_OF (reduction, reductions),
      ENGINE_TABLE_OF (statistic, statistics),
      .create = create,
      .decide = decide,
      .rest = rest,
      .forget = rest };
