/* decide_data.c -- see decide_data.h. */
#include <config.h>

#include "ask/decide_data.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "ask/portfolio.h"
#include "phaseauto/meetings.h"

/* ---- What the model is like. ---- */

void
decider_use_data (struct decider *decider, const struct ir_projection *lowering)
{
  const struct ir *flow = lowering->flow;
  assert (decider->groundwork.pds == &lowering->pds && !decider->model);
  decider->model = lowering;
  if (!ir_has_data (flow))
    return;
  for (uint32_t e = 0; e < flow->exprs.count; e++)
    decider->numbered |= flow->exprs.at[e].op == IR_SELF;
  decider->hidden_locks = ir_hides_locks (flow);
  LOG (1, "the model has data%s%s",
       decider->numbered ? "; no two processes are alike" : "",
       decider->hidden_locks ? "; some locks are chosen by an index" : "");
}

bool
decide_data_has_values (const struct decider *decider, const struct query *query)
{
  return decider->model && !decider->options->ignores_data
         && (query->kind == QUERY_STUCK || ir_has_data (decider->model->flow));
}

const struct ir_projection *
decide_data_model (const struct decider *decider, const struct query *query)
{
  const struct engine *engine = decider->options->engine;
  bool casts = !engine || (engine->abilities & ENGINE_CAST);
  return casts && !decide_data_has_values (decider, query) ? NULL : decider->model;
}

static bool
knows_data (const struct engine *engine)
{
  return engine && (engine->abilities & ENGINE_DATA);
}

bool
decide_data_alone (const struct decider *decider, const struct query *query)
{
  if (!decide_data_model (decider, query))
    return false;
  return query->kind >= QUERY_ASSERT || knows_data (decider->options->engine)
         || (query->kind == QUERY_DEADLOCK && decider->hidden_locks);
}

bool
decide_data_at_once (const struct query *query)
{
  return query->kind != QUERY_PATTERN;
}

/* ---- The question. ---- */

static struct question
question_of (const struct decider *decider, const struct decision *decision)
{
  const struct query *query = decision->query;
  const struct question *cast = &decision->question;
  struct question question = { .steps = 0 };
  if (!decide_data_at_once (query))
    question = cast->plain ? *cast->plain : *cast;
  question.goal = query->kind;
  question.lowering = decide_data_model (decider, query);
  question.without_data = !decision->values;
  question.field = query->automaton->parameters.count > 0 ? query->fields[0] : FIELD_NONE;
  question.claim = query->claim;
  question.only = &decider->options->only;
  question.reductions = decider->options->reductions;
  assert (question.lowering && (query->kind != QUERY_PATTERN || question.instance));
  return question;
}

/* Store in the decision which processes committed the violation; of a pattern, those that
   were asked about. */
static void
name_found (const struct decider *decider, struct decision *decision)
{
  const struct query *query = decision->query;
  const struct answer *answer = &decision->answer;
  struct arena *arena = decider->groundwork.arena;
  assert (answer->kind == VERDICT_VIOLATION && answer->run);
  if (query->kind == QUERY_PATTERN)
    {
      assert (decision->processes);
      return;
    }
  size_t size = answer->count * sizeof *answer->processes;
  process_id *processes = arena_alloc (arena, size);
  decision->processes = memcpy (processes, answer->processes, size);
  decision->cast = answer->count;
  decision->factor = 0;
  decision->automaton
    = query->kind == QUERY_DEADLOCK ? pa_circle (answer->locks, answer->count, arena)
      : query->kind == QUERY_STUCK  ? pa_stuck_threads (answer->count, arena)
                                    : query->automaton;
  assert (decision->automaton->threads.count == answer->count);
}

enum verdict_kind
decide_data_ask (struct decider *decider, struct decision *decision)
{
  const struct engine *engine = decider->options->engine;
  struct answer *answer = &decision->answer;
  assert (decide_data_model (decider, decision->query));
  *answer = (struct answer){ .kind = VERDICT_UNKNOWN, .reason = QUOTA_DATA };
  decision->found = FOUND_IN_MODEL;
  if (engine && decision->query->kind == QUERY_STUCK
      && !engine_tells_stuck (engine, decider->model->flow))
    {
      LOG (1, "engine %s cannot tell who waits for ever", engine->name);
      decision->reason = QUOTA_QUESTION;
      return VERDICT_UNKNOWN;
    }
  if (engine && !knows_data (engine))
    {
      LOG (1, "engine %s does not know data: the suspicion stays one", engine->name);
      decision->reason = QUOTA_DATA;
      return VERDICT_UNKNOWN;
    }
  struct question question = question_of (decider, decision);
  if (decide_data_at_once (decision->query))
    decision->counts.choices++;
  if (engine)
    engine_pool_ask (&decider->pool, engine, &question, &decision->counts, answer);
  else
    portfolio_ask_data (&decider->pool, &question, decider->options->data_budget,
                        decision);
  LOG (1, "engine %s answers, with data: %s", decision->engine,
       verdict_word (answer->kind));
  if (answer->kind == VERDICT_UNKNOWN)
    decision->reason
      = answer->reason == QUOTA_NOT_EXHAUSTED ? QUOTA_DATA : answer->reason;
  else
    decision->with_data = decision->values;
  if (answer->kind == VERDICT_VIOLATION)
    name_found (decider, decision);
  return answer->kind;
}

/* Are there values that do not follow from the steps of a run? */
static bool
has_free_values (const struct ir *flow)
{
  for (uint32_t f = 0; f < flow->model->fields.count; f++)
    if (flow->model->fields.at[f].any)
      return true;
  for (uint32_t n = 0; n < flow->nodes.count; n++)
    if (flow->nodes.at[n].op == IR_ANY)
      return true;
  return false;
}

const struct run *
decide_data_confirm (struct decider *decider, struct decision *decision,
                     const struct suspicion *suspicion)
{
  struct answer answer = { .kind = VERDICT_UNKNOWN };
  assert (decider->model && suspicion->run->steps.count > suspicion->meeting);
  if (decider->options->engine || !decision->values
      || !has_free_values (decider->model->flow))
    return NULL;
  struct question question = question_of (decider, decision);
  question.suspicion = suspicion;
  portfolio_confirm (&decider->pool, &question, &decision->counts, &answer);
  return answer.run;
}
