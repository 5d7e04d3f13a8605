/* decide.c -- see decide.h. */
#include <config.h>

#include "engine/decide.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "engine/choices.h"
#include "engine/portfolio.h"
#include "engine/retry.h"

void
decider_init (struct decider *decider, const struct pds *pds,
              const struct decide_options *options, struct arena *model_arena)
{
  memset (decider, 0, sizeof *decider);
  decider->options = options;
  groundwork_init (&decider->groundwork, pds, model_arena);
  quota_init (&decider->quota);
  arena_init (&decider->scratch, &decider->quota);
  crew_init (&decider->crew, &decider->quota, &decider->scratch, &decider->verdict.counts);
}

void
decider_clear (struct decider *decider)
{
  arena_clear (&decider->scratch);
  crew_forget (&decider->crew);
}

const struct engine *
decide_first_engine (const struct decide_options *options)
{
  return options->engine ? options->engine : portfolio_first ();
}

/* Nothing is known yet. */
static void
start_verdict (struct decider *decider)
{
  const struct decide_options *options = decider->options;
  decider->verdict
    = (struct verdict){ .kind = VERDICT_UNKNOWN,
                        .engine = engine_name (decide_first_engine (options)),
                        .why = options->engine ? "asked" : "none" };
}

static void
ask (struct decider *decider)
{
  const struct engine *engine = decider->options->engine;
  struct verdict *verdict = &decider->verdict;
  if (engine)
    crew_ask (&decider->crew, engine, &decider->question, &decider->answer);
  else
    portfolio_ask (&decider->crew, &decider->question, &decider->answer,
                   &verdict->engine, &verdict->why);
}

/* Who plays the threads, for longer than the scratch arena lasts. */
static const process_id *
copy_processes (const struct decider *decider)
{
  size_t size = decider->question.threads * sizeof *decider->question.processes;
  process_id *copy = arena_alloc (decider->groundwork.arena, size);
  memcpy (copy, decider->question.processes, size);
  return copy;
}

/* Ask all questions of the query, until one is a violation. */
static void
decide_within_quota (void *context)
{
  struct decider *decider = context;
  struct verdict *verdict = &decider->verdict;
  struct choices choices;
  arena_clear (&decider->scratch);
  start_verdict (decider);
  LOG (1, "query: pattern %s over %u field%s, engine %s", decider->query->automaton->name,
       (unsigned) decider->query->automaton->parameters.count,
       decider->query->automaton->parameters.count == 1 ? "" : "s",
       engine_name (decider->options->engine));
  choices_init (&choices, &decider->groundwork, decider->options, decider->query,
                &decider->scratch);
  bool cut = false;
  while (choices_next (&choices, &verdict->counts))
    {
      choices_ask (&choices, &decider->question);
      ask (decider);
      LOG (1, "%s answers: %s", verdict->engine, verdict_word (decider->answer.kind));
      if (decider->answer.kind == VERDICT_VIOLATION)
        {
          verdict->kind = VERDICT_VIOLATION;
          verdict->factor = choices_factor (&choices);
          verdict->processes = copy_processes (decider);
          return;
        }
      cut |= decider->answer.kind == VERDICT_UNKNOWN;
    }
  verdict->kind = cut ? VERDICT_UNKNOWN : VERDICT_SAFE;
  if (cut)
    verdict->reason = QUOTA_BOUND;
}

struct verdict
decide_query (struct decider *decider, const struct query *query)
{
  const struct decide_options *options = decider->options;
  struct quota *quota = &decider->quota;
  uint64_t start = quota_clock ();
  decider->query = query;
  decider->crew.means.memory = options->memory;
  quota->limit = options->memory ? (size_t) options->memory : SIZE_MAX;
  quota->deadline = options->timeout ? start + options->timeout : 0;
  quota->interrupted = options->interrupted;
  if (!retry_within_quota (&decider->crew, decide_within_quota, decider))
    {
      arena_clear (&decider->scratch);
      start_verdict (decider);
      decider->verdict.reason = quota->reason;
    }
  crew_rest (&decider->crew);
  if (decider->verdict.kind != VERDICT_VIOLATION)
    arena_clear (&decider->scratch);
  decider->verdict.nanoseconds = quota_clock () - start;
  return decider->verdict;
}
