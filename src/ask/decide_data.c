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
  assert (decider->groundwork.pds == &lowering->pds && !decider->query);
  decider->model = lowering;
  decide_data_choose (decider);
}

void
decide_data_choose (struct decider *decider)
{
  const struct engine *engine = decider->options->engine;
  decider->lowering = NULL;
  if (!decider->model)
    return;
  const struct ir *flow = decider->model->flow;
  decider->without_data = decider->options->ignores_data || !ir_has_data (flow);
  if (decider->without_data && (!engine || engine->decide))
    return;
  decider->lowering = decider->model;
  if (decider->looked_at_data)
    return;
  decider->looked_at_data = true;
  for (uint32_t e = 0; e < flow->exprs.count; e++)
    decider->groundwork.numbered |= flow->exprs.at[e].op == IR_SELF;
  decider->hidden_locks = ir_hides_locks (flow);
  LOG (1, "the model has data%s%s",
       decider->groundwork.numbered ? "; no two processes are alike" : "",
       decider->hidden_locks ? "; some locks are chosen by an index" : "");
}

static bool
knows_data (const struct engine *engine)
{
  return engine && (engine->abilities & ENGINE_DATA);
}

bool
decide_data_alone (const struct decider *decider)
{
  enum query_kind kind = decider->query->kind;
  if (!decider->lowering)
    return false;
  return kind == QUERY_ASSERT || kind == QUERY_EXCLUSIVE
         || knows_data (decider->options->engine)
         || (kind == QUERY_DEADLOCK && decider->hidden_locks);
}

bool
decide_data_at_once (const struct decider *decider)
{
  return decider->query->kind != QUERY_PATTERN;
}

/* ---- The question. ---- */

static struct data_question
question_of (const struct decider *decider)
{
  static const enum data_goal goals[]
    = { [QUERY_PATTERN] = DATA_PATTERN, [QUERY_RACE] = DATA_RACE,
        [QUERY_DEADLOCK] = DATA_DEADLOCK, [QUERY_ASSERT] = DATA_ASSERT,
        [QUERY_EXCLUSIVE] = DATA_EXCLUSIVE };
  const struct query *query = decider->query;
  assert (query->kind < sizeof goals / sizeof *goals && decider->lowering);
  struct data_question question
    = { .lowering = decider->lowering, .goal = goals[query->kind], .field = FIELD_NONE,
        .claim = query->claim, .options = decider->options,
        .reductions = decider->options->reductions,
        .without_data = decider->without_data };
  if (query->automaton->parameters.count > 0)
    question.field = query->fields[0];
  if (query->kind == QUERY_PATTERN)
    {
      const struct question *asked = &decider->question;
      asked = asked->plain ? asked->plain : asked;
      question.instance = asked->instance;
      question.threads = asked->processes;
    }
  return question;
}

/* The verdict says who did it.  Of a pattern those who were asked about. */
static void
name_found (struct decider *decider)
{
  struct verdict *verdict = &decider->verdict;
  const struct data_answer *answer = &decider->data_answer;
  struct arena *arena = decider->groundwork.arena;
  assert (answer->kind == VERDICT_VIOLATION && answer->run);
  if (decider->query->kind == QUERY_PATTERN)
    {
      assert (verdict->processes);
      return;
    }
  size_t size = answer->count * sizeof *answer->processes;
  process_id *processes = arena_alloc (arena, size);
  verdict->processes = memcpy (processes, answer->processes, size);
  verdict->cast = answer->count;
  verdict->factor = 0;
  verdict->automaton = decider->query->kind == QUERY_DEADLOCK
                         ? pa_circle (answer->locks, answer->count, arena)
                         : decider->query->automaton;
  assert (verdict->automaton->threads.count == answer->count);
}

enum verdict_kind
decide_data_ask (struct decider *decider)
{
  const struct engine *engine = decider->options->engine;
  struct verdict *verdict = &decider->verdict;
  struct data_answer *answer = &decider->data_answer;
  assert (decider->lowering);
  *answer = (struct data_answer){ .kind = VERDICT_UNKNOWN, .reason = QUOTA_DATA };
  if (engine && !knows_data (engine))
    {
      LOG (1, "engine %s does not know data: the suspicion stays one", engine->name);
      verdict->reason = QUOTA_DATA;
      return VERDICT_UNKNOWN;
    }
  struct data_question question = question_of (decider);
  if (decide_data_at_once (decider))
    verdict->counts.choices++;
  if (engine)
    crew_ask_data (&decider->crew, engine, &question, answer);
  else
    portfolio_ask_data (&decider->crew, &question, decider->options->data_budget, answer,
                        &verdict->engine, &verdict->why);
  LOG (1, "engine %s answers, with data: %s", verdict->engine,
       verdict_word (answer->kind));
  if (answer->kind == VERDICT_UNKNOWN)
    verdict->reason
      = answer->reason == QUOTA_NOT_EXHAUSTED ? QUOTA_DATA : answer->reason;
  else
    verdict->with_data = !decider->without_data;
  if (answer->kind == VERDICT_VIOLATION)
    name_found (decider);
  return answer->kind;
}

/* Are there values that a run does not follow from? */
static bool
has_free_values (const struct ir *flow)
{
  for (uint32_t f = 0; f < flow->model->fields.count; f++)
    if (flow->model->fields.at[f].any)
      return true;
  for (uint32_t c = 0; c < flow->codes.count; c++)
    if (flow->codes.at[c].kind == CODE_ANY)
      return true;
  return false;
}

const struct run *
decide_data_confirm (struct decider *decider, const struct data_suspicion *suspicion)
{
  struct data_answer answer = { .kind = VERDICT_UNKNOWN };
  assert (decider->lowering && suspicion->run->steps.count > suspicion->meeting);
  if (decider->options->engine || decider->without_data
      || !has_free_values (decider->lowering->flow))
    return NULL;
  struct data_question question = question_of (decider);
  question.suspicion = suspicion;
  portfolio_confirm (&decider->crew, &question, &answer);
  return answer.run;
}
