/* portfolio.c -- see portfolio.h. */
#include <config.h>

#include "ask/portfolio.h"

#include <assert.h>

#include "ask/turns.h"
#include "base/log.h"
#include "phaseauto/reduction.h"

/* Up to this number of states, listing them all is the least work. */
#define TINY_STATES 2000

/* When an engine is asked.  The first five are about a cast, in this order. */
enum stage_when
{
  STAGE_TINY,
  STAGE_FREE,
  STAGE_FIRST,
  STAGE_TURNS,
  STAGE_SCRIPTS,
  STAGE_VALUES,
  STAGE_CONFIRM,
};

struct stage
{
  enum stage_when when;
  const struct engine *engine;
  const char *why;
  uint64_t budget;
  uint64_t joins; /* see turns.h */
  uint32_t pace;
};

static const struct stage stages[] = {
#define STAGE(when, name, why, budget, joins, pace)                                      \
  { when, &name##_engine, why, budget, joins, pace },
#include "ask/portfolio.def"
#undef STAGE
};
#define STAGES (sizeof stages / sizeof *stages)

/* The first stage from I on that has WHEN and an engine that is there; or STAGES. */
static size_t
next_stage (enum stage_when when, size_t i)
{
  while (i < STAGES && (stages[i].when != when || stages[i].engine->missing))
    i++;
  assert (i <= STAGES);
  return i;
}

const struct engine *
portfolio_first (void)
{
  size_t first = next_stage (STAGE_FIRST, 0);
  assert (first < STAGES && (stages[first].engine->abilities & ENGINE_RECURSION));
  return stages[first].engine;
}

/* Are there so few states that listing them is the least work?  Without calls a
   process is where its symbol says, or at its end, and locks follow from that. */
static bool
is_tiny (const struct question *question)
{
  uint64_t states = question->steps + (uint64_t) 1;
  if (!(question->reductions & REDUCTION_ACTIVE) || question->scripted)
    return false;
  for (uint32_t p = 0; p < question->threads; p++)
    {
      const struct survey_body *body
        = &question->survey->body[question->participants[p].body.index];
      assert (body->known);
      if (body->calls)
        return false;
      states *= body->symbols.count + 1;
      if (states > TINY_STATES)
        return false;
    }
  return true;
}

/* Should an engine that does not search be tried first?  A person who will see the
   witness of a small program gets the one that a search comes to first. */
static bool
is_for_tracks (const struct question *question)
{
  bool large = false;
  for (uint32_t p = 0; p < question->threads; p++)
    large |= question->survey->body[question->participants[p].body.index].symbols.count
             > question->large;
  return (question->reductions & REDUCTION_FREE_PLACES) && (large || !question->shown);
}

/* Ask the engine of STAGE, with BUDGET. */
static void
ask (struct engine_pool *pool, const struct stage *stage, uint64_t budget,
     const struct question *question, struct decision *decision, struct answer *answer)
{
  struct question within = *question;
  assert (!question->budget);
  within.budget = budget;
  decision->engine = stage->engine->name;
  decision->why = stage->why;
  assert (decision->engine && decision->why);
  if (budget)
    LOG (1, "engine %s is asked%s (why: %s); it may do %llu units of effort",
         decision->engine, question->lowering ? ", with data" : "", stage->why,
         (unsigned long long) budget);
  else
    LOG (1, "engine %s is asked (why: %s)", decision->engine, stage->why);
  engine_pool_ask (pool, stage->engine, &within, &decision->counts, answer);
}

static bool
is_spent (const struct answer *answer)
{
  return answer->kind == VERDICT_UNKNOWN && answer->reason == QUOTA_NOT_EXHAUSTED;
}

/* Ask several engines in turn.  An engine for which starts and joins have a meaning is
   left out: it would misunderstand a script. */
static void
take_turns (struct engine_pool *pool, const struct question *question,
            struct decision *decision, struct answer *answer)
{
  struct turns_engine who[STAGES];
  uint32_t count = 0;
  for (size_t i = next_stage (STAGE_TURNS, 0); i < STAGES;
       i = next_stage (STAGE_TURNS, i + 1))
    {
      const struct engine *engine = stages[i].engine;
      if (question->scripted && (engine->abilities & ENGINE_LIFE_CYCLES))
        continue;
      if (engine->abilities & ENGINE_AFRESH)
        engine_pool_dismiss (pool, engine);
      decision->why = stages[i].why;
      who[count++] = (struct turns_engine){ engine, stages[i].joins, stages[i].pace };
    }
  assert (count > 1);
  LOG (1, "%u engines take turns", (unsigned) count);
  decision->engine
    = turns_ask (pool, who, count, question, &decision->counts, answer)->name;
}

void
portfolio_ask (struct engine_pool *pool, const struct question *question,
               struct decision *decision, struct answer *answer)
{
  assert (!question->lowering && question->threads > 0);
  for (size_t i = 0; i < STAGES && stages[i].when <= STAGE_FIRST; i++)
    {
      if ((stages[i].when == STAGE_TINY && !is_tiny (question))
          || (stages[i].when == STAGE_FREE && !is_for_tracks (question)))
        continue;
      ask (pool, &stages[i], stages[i].budget, question, decision, answer);
      if (!is_spent (answer))
        return;
    }
  take_turns (pool, question, decision, answer);
  assert (!is_spent (answer));
}

uint64_t
portfolio_spare (void)
{
  return stages[next_stage (STAGE_SCRIPTS, 0)].budget;
}

void
portfolio_search (struct engine_pool *pool, const struct question *question,
                  uint64_t *spare, struct decision *decision)
{
  const struct stage *stage = &stages[next_stage (STAGE_SCRIPTS, 0)];
  assert (!question->scripted && *spare > 0);
  ask (pool, stage, *spare, question, decision, &decision->answer);
  uint64_t spent = decision->answer.spent;
  assert (spent > 0 && (stage->engine->abilities & ENGINE_LIFE_CYCLES));
  *spare -= spent < *spare ? spent : *spare;
}

/* An engine that lists no states makes circuits of the whole model before it begins.  So
   many steps of that take as long as a unit of effort. */
#define STEPS_OF_A_UNIT 4

/* The budget of STAGE.  Who allows BUDGET states (0: the usual ones, USUAL) wants an
   answer sooner of engines that list none, too; but these get a greater part of theirs,
   since they are asked where states are too many. */
#define PART_MORE 4
static uint64_t
share_of (const struct stage *stage, uint64_t budget, uint64_t usual)
{
  assert (usual > 0 && stage->budget <= UINT64_MAX / usual);
  if (budget == 0 || budget >= usual / PART_MORE)
    return stage->budget;
  return stage->budget * PART_MORE * budget / usual + 1;
}

void
portfolio_ask_data (struct engine_pool *pool, const struct question *question,
                    uint64_t budget, struct decision *decision)
{
  size_t first = next_stage (STAGE_VALUES, 0);
  assert (first < STAGES && question->lowering && !question->without_data);
  struct answer *answer = &decision->answer;
  ask (pool, &stages[first], budget ? budget : stages[first].budget, question, decision,
       answer);
  for (size_t i = next_stage (STAGE_VALUES, first + 1);
       i < STAGES && answer->kind == VERDICT_UNKNOWN;
       i = next_stage (STAGE_VALUES, i + 1))
    {
      struct answer next;
      bool again = false;
      for (size_t k = first; k < i; k++)
        again |= stages[k].engine == stages[i].engine;
      bool able = question->goal != QUERY_STUCK
                  || engine_tells_stuck (stages[i].engine, question->lowering->flow);
      if ((budget && again) || !able)
        continue;
      uint64_t share = share_of (&stages[i], budget, stages[first].budget);
      if (budget && question->lowering->flow->nodes.count > share * STEPS_OF_A_UNIT)
        continue; /* building its circuits would take longer than the search may */
      ask (pool, &stages[i], share, question, decision, &next);
      if (next.kind != VERDICT_UNKNOWN)
        *answer = next;
      else if (next.reason == QUOTA_RECURSION && answer->reason == QUOTA_BOUND)
        answer->reason = QUOTA_RECURSION; /* what was cut off was recursion */
    }
}

void
portfolio_confirm (struct engine_pool *pool, const struct question *question,
                   struct statistics *counts, struct answer *answer)
{
  size_t i = next_stage (STAGE_CONFIRM, 0);
  struct question within = *question;
  assert (question->suspicion);
  if (i == STAGES)
    return;
  assert (stages[i].engine->abilities & ENGINE_CONFIRM);
  within.budget = stages[i].budget;
  engine_pool_ask (pool, stages[i].engine, &within, counts, answer);
}
