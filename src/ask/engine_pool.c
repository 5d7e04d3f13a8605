/* engine_pool.c -- see engine_pool.h. */
#include <config.h>

#include "ask/engine_pool.h"

#include <assert.h>

#include "base/log.h"

void
engine_pool_init (struct engine_pool *pool, const struct decide_options *options,
                  struct quota *quota, struct arena *scratch)
{
  assert (options && scratch->quota == quota);
  assert (engine_count <= ENGINE_LIMIT);
  *pool = (struct engine_pool){ .options = options, .quota = quota, .scratch = scratch };
  arena_init (&pool->kept, quota);
}

/* Start ENGINE, if it was not; returns its number among those that were. */
static uint32_t
start (struct engine_pool *pool, const struct engine *engine)
{
  for (uint32_t i = 0; i < pool->count; i++)
    if (pool->started[i].engine == engine)
      {
        pool->started[i].keeps = true;
        return i;
      }
  assert (pool->count < ENGINE_LIMIT);
  assert (engine->name && engine->create && engine->decide && engine->rest
          && engine->forget);
  struct engine_means means
    = { .quota = pool->quota, .kept = &pool->kept, .scratch = pool->scratch };
  /* Counted only when the state exists: creating it may unwind. */
  void *state = engine->create (&means);
  assert (state);
  pool->started[pool->count].engine = engine;
  pool->started[pool->count].keeps = true;
  pool->started[pool->count].means = means;
  pool->started[pool->count].first = engine_numbers (engine);
  pool->started[pool->count].state = state;
  LOG (2, "engine %s starts; it will keep what may help with later questions",
       engine->name);
  return pool->count++;
}

/* Can ENGINE answer QUESTION? */
static bool
is_for (const struct question *question, const struct engine *engine)
{
  if (question->budget && !(engine->abilities & ENGINE_BUDGET))
    return false;
  if (!question->lowering)
    return (engine->abilities & ENGINE_CAST) && question->threads > 0
           && question->threads <= question->count
           && question->steps == pa_phases (question->instance->automaton);
  if (question->goal == QUERY_STUCK)
    return engine_tells_stuck (engine, question->lowering->flow);
  return (engine->abilities & ENGINE_DATA)
         && (question->without_data ? !(engine->abilities & ENGINE_CAST)
                                    : ir_has_data (question->lowering->flow));
}

void
engine_pool_ask (struct engine_pool *pool, const struct engine *engine,
                 const struct question *question, struct statistics *counts,
                 struct answer *answer)
{
  assert (engine && !engine->missing && is_for (question, engine));
  *answer = (struct answer){ .kind = VERDICT_UNKNOWN };
  uint32_t i = start (pool, engine);
  struct engine_means *means = &pool->started[i].means;
  means->memory = pool->options->memory;
  means->settings = pool->options->settings + pool->started[i].first.option;
  means->output = pool->options->output;
  means->reductions = question->reductions >> pool->started[i].first.reduction;
  means->counts = counts->at + pool->started[i].first.statistic;
  engine->decide (pool->started[i].state, question, means, answer);
  if (answer->kind == VERDICT_VIOLATION && question->lowering)
    assert (answer->run);
  else if (answer->kind == VERDICT_VIOLATION && question->explain)
    assert (!answer->trail != !answer->run);
  /* Only an engine that may give up is unknown without a reason. */
  assert (answer->kind != VERDICT_UNKNOWN || question->budget
          || answer->reason != QUOTA_NOT_EXHAUSTED);
}

bool
engine_pool_has (const struct engine_pool *pool, const struct engine *engine)
{
  for (uint32_t i = 0; i < pool->count; i++)
    if (pool->started[i].engine == engine)
      return pool->started[i].keeps;
  return false;
}

void
engine_pool_dismiss (struct engine_pool *pool, const struct engine *engine)
{
  assert (engine);
  for (uint32_t i = 0; i < pool->count; i++)
    if (pool->started[i].engine == engine)
      {
        engine->forget (pool->started[i].state);
        pool->started[i].keeps = false;
      }
}

void
engine_pool_rest (struct engine_pool *pool)
{
  for (uint32_t i = 0; i < pool->count; i++)
    pool->started[i].engine->rest (pool->started[i].state);
}

void
engine_pool_forget (struct engine_pool *pool)
{
  while (pool->count > 0)
    {
      pool->count--;
      pool->started[pool->count].engine->forget (pool->started[pool->count].state);
    }
  arena_clear (&pool->kept);
}
