/* decide.c -- see decide.h. */
#include <config.h>

#include "ask/decide.h"

#include <assert.h>
#include <string.h>

#include "ask/choices.h"
#include "ask/circles.h"
#include "ask/decide_data.h"
#include "ask/life_scripts.h"
#include "ask/portfolio.h"
#include "ask/retry.h"
#include "base/log.h"

void
decider_init (struct decider *decider, const struct pds *pds,
              const struct decide_options *options, struct arena *model_arena)
{
  assert (options);
  memset (decider, 0, sizeof *decider);
  decider->options = options;
  groundwork_init (&decider->groundwork, pds, model_arena);
  quota_init (&decider->quota);
  arena_init (&decider->scratch, &decider->quota);
  engine_pool_init (&decider->pool, options, &decider->quota, &decider->scratch);
}

void
decider_clear (struct decider *decider)
{
  decider_finish (decider);
  engine_pool_forget (&decider->pool);
  assert (decider->quota.bytes == 0);
}

void
decider_finish (struct decider *decider)
{
  arena_clear (&decider->scratch);
}

const struct engine *
decide_first_engine (const struct decide_options *options)
{
  return options->engine ? options->engine : portfolio_first ();
}

/* A query that is being decided. */
struct deciding
{
  struct decider *decider;
  const struct decide_confirm *confirm; /* or null */
  const struct ir_projection *lowering; /* decide_data_model */
  bool values;                          /* decide_data_has_values */
  struct decision *decision;
};

/* Reset the decision: nothing is known yet. */
static void
start_decision (struct deciding *d)
{
  const struct decide_options *options = d->decider->options;
  struct decision *decision = d->decision;
  const struct query *query = decision->query;
  decider_finish (d->decider);
  memset (decision, 0, sizeof *decision);
  decision->query = query;
  decision->kind = VERDICT_UNKNOWN;
  decision->engine = engine_name (decide_first_engine (options));
  decision->why = options->engine ? "asked" : "none";
  decision->values = d->values;
  if (d->confirm)
    d->confirm->start (d->confirm->context);
}

static void
log_query (const struct decider *decider, const struct query *query)
{
  if (!LOGS (1))
    return;
  const char *fields = "";
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    fields
      = arena_format (decider->pool.scratch, "%s%s%s", fields, i ? ", " : " to ",
                      decider->groundwork.pds->fields.at[query->fields[i].index].name);
  LOG (1, "the query: can %s%s happen%s?  Engine: %s",
       query->kind == QUERY_PATTERN ? "pattern " : "a ", query->automaton->name, fields,
       engine_name (decider->options->engine));
}

/* Ask QUESTION itself, not by scripts. */
static void
ask_plainly (void *context, const struct question *question,
             const struct life_script *script, struct answer *answer)
{
  struct deciding *d = context;
  const struct engine *engine = d->decider->options->engine;
  assert (!script == !question->scripted);
  if (engine)
    engine_pool_ask (&d->decider->pool, engine, question, &d->decision->counts, answer);
  else
    portfolio_ask (&d->decider->pool, question, d->decision, answer);
}

/* Ask the question of the decision, by scripts if the engine needs them. */
static void
ask (struct deciding *d)
{
  struct decider *decider = d->decider;
  struct decision *decision = d->decision;
  const struct engine *engine = decider->options->engine;
  bool knows = engine && (engine->abilities & ENGINE_LIFE_CYCLES);
  if (!knows && life_scripts_needed (&decider->groundwork, &decision->question))
    {
      struct question plain = decision->question;
      life_scripts_ask (&decider->groundwork, &plain, ask_plainly, d, &decision->question,
                        &decision->answer, &decider->scratch);
    }
  else
    ask_plainly (d, &decision->question, NULL, &decision->answer);
  LOG (1, "engine %s answers: %s", decision->engine,
       verdict_word (decision->answer.kind));
}

/* Where the questions of a query come from. */
struct asker
{
  bool deadlock;
  uint32_t patience;      /* of the questions, see engine.h */
  struct choices choices; /* of patterns and races */
  struct circles circles; /* of a deadlock */
};

/* The questions of a query that are unknown. */
struct open_questions
{
  VEC (uint32_t) scripts; /* open since they have too many scripts: by number, from 0 */
  bool others;            /* some are open for another reason */
};

static void
asker_init (struct asker *asker, struct deciding *d)
{
  struct decider *decider = d->decider;
  asker->deadlock = d->decision->query->kind == QUERY_DEADLOCK;
  if (asker->deadlock)
    circles_init (&asker->circles, &decider->groundwork, decider->options,
                  &decider->scratch);
  else
    choices_init (&asker->choices, &decider->groundwork, decider->options,
                  d->decision->query, decider->numbered && d->lowering,
                  &decider->scratch);
}

static bool
asker_next (struct asker *asker, struct statistics *counts, struct question *question)
{
  bool more = asker->deadlock ? circles_next (&asker->circles, counts)
                              : choices_next (&asker->choices, counts);
  if (!more)
    return false;
  if (asker->deadlock)
    circles_ask (&asker->circles, question);
  else
    choices_ask (&asker->choices, question);
  assert (question->threads > 0 && !question->lowering);
  question->patience = asker->patience;
  return true;
}

/* Store the processes that play the threads where they outlive the scratch arena.  In a
   script all participants are threads, those of the plain question first. */
static void
name_processes (const struct asker *asker, struct deciding *d)
{
  struct decision *decision = d->decision;
  struct arena *arena = d->decider->groundwork.arena;
  decision->factor = asker->deadlock ? 0 : choices_factor (&asker->choices);
  decision->automaton = asker->deadlock ? circles_automaton (&asker->circles, arena)
                                        : decision->query->automaton;
  decision->cast = decision->automaton->threads.count;
  assert (decision->question.threads >= decision->cast);
  size_t size = decision->cast * sizeof *decision->processes;
  process_id *copy = arena_alloc (arena, size);
  decision->processes = memcpy (copy, decision->question.processes, size);
}

/* The answer is a violation of the model without its data, or unknown: decide what it is
   with data.  *OVER: that is the answer to the whole query. */
static enum verdict_kind
judge_with_data (const struct asker *asker, struct deciding *d, bool *over)
{
  struct decision *decision = d->decision;
  bool suspicion = decision->answer.kind == VERDICT_VIOLATION;
  assert (d->lowering && decision->answer.kind != VERDICT_SAFE);
  if (suspicion || !asker->deadlock)
    name_processes (asker, d);
  if (suspicion)
    {
      decision->found = FOUND_CONFIRMED;
      *over = true;
      if (d->confirm && d->confirm->confirm (d->confirm->context, decision))
        return VERDICT_VIOLATION;
    }
  *over = decide_data_at_once (decision->query);
  enum verdict_kind kind = decide_data_ask (d->decider, decision);
  *over |= kind == VERDICT_VIOLATION;
  return kind;
}

/* Ask all questions of the query, until one is a violation. */
static enum verdict_kind
ask_all (struct deciding *d, struct asker *asker, struct open_questions *open)
{
  struct decision *decision = d->decision;
  bool alone = decide_data_alone (d->decider, decision->query);
  enum verdict_kind kind = VERDICT_SAFE;
  asker_init (asker, d);
  assert (!alone || d->lowering);
  for (uint32_t number = 0; asker_next (asker, &decision->counts, &decision->question);
       number++)
    {
      decision->answer.kind = VERDICT_UNKNOWN;
      if (!alone)
        ask (d);
      enum verdict_kind answer = decision->answer.kind;
      bool over = answer == VERDICT_VIOLATION;
      if (answer != VERDICT_SAFE && d->lowering)
        answer = judge_with_data (asker, d, &over);
      if (answer == VERDICT_SAFE && !over)
        continue;
      kind = answer;
      if (over)
        break;
      if (d->lowering)
        {
          open->others = true;
          continue;
        }
      bool scripts = decision->answer.reason == QUOTA_PHASES;
      if (!(scripts && open->others))
        decision->reason = decision->answer.reason;
      if (scripts)
        *vec_push (&d->decider->scratch, &open->scripts) = number;
      else
        open->others = true;
    }
  return kind;
}

/* Ask all questions; again and again if the engine is one that may search for ever. */
static enum verdict_kind
ask_patiently (struct deciding *d, struct asker *asker, struct open_questions *open)
{
  const struct engine *engine = d->decider->options->engine;
  bool grows = engine && (engine->abilities & ENGINE_PATIENCE) && !d->lowering;
  uint32_t most = grows ? ENGINE_MOST_PATIENCE : 0;
  for (asker->patience = 0;; asker->patience++)
    {
      d->decision->counts.choices = 0;
      *open = (struct open_questions){ VEC_EMPTY, false };
      enum verdict_kind kind = ask_all (d, asker, open);
      assert (asker->patience <= most);
      if (kind != VERDICT_UNKNOWN || asker->patience == most)
        return kind;
      LOG (1, "the engine gave up early: it is asked again, with more patience");
    }
}

/* No question is known to be a violation.  Those of OPEN that have too many scripts are
   asked once more, of an engine that needs no scripts, which may take long.  Safe only if
   nothing else is open. */
static enum verdict_kind
search_open (struct deciding *d, struct asker *asker, const struct open_questions *open)
{
  struct decision *decision = d->decision;
  uint64_t spare = portfolio_spare (), choices = decision->counts.choices;
  enum verdict_kind kind = VERDICT_SAFE;
  uint32_t done = 0;
  asker_init (asker, d);
  for (uint32_t number = 0;
       done < open->scripts.count && spare > 0 && kind != VERDICT_VIOLATION; number++)
    {
      bool more = asker_next (asker, &decision->counts, &decision->question);
      assert (more && number <= open->scripts.at[done]);
      (void) more;
      if (number < open->scripts.at[done])
        continue;
      done++;
      portfolio_search (&d->decider->pool, &decision->question, &spare, decision);
      LOG (1, "engine %s answers: %s", decision->engine,
           verdict_word (decision->answer.kind));
      if (decision->answer.kind != VERDICT_SAFE)
        kind = decision->answer.kind;
    }
  decision->counts.choices = choices; /* do not count them twice */
  bool all = done == open->scripts.count && !open->others;
  return kind == VERDICT_SAFE && !all ? VERDICT_UNKNOWN : kind;
}

static void
decide_within_quota (void *context)
{
  struct deciding *d = context;
  struct decision *decision = d->decision;
  const struct query *query = decision->query;
  struct asker asker;
  struct open_questions open = { VEC_EMPTY, false };
  start_decision (d);
  log_query (d->decider, query);
  bool alone = decide_data_alone (d->decider, query) && decide_data_at_once (query);
  asker.deadlock = false;
  enum verdict_kind kind
    = alone ? decide_data_ask (d->decider, decision) : ask_patiently (d, &asker, &open);
  if (kind == VERDICT_UNKNOWN && open.scripts.count > 0 && !d->decider->options->engine)
    kind = search_open (d, &asker, &open);
  if (kind != VERDICT_UNKNOWN)
    decision->reason = QUOTA_NOT_EXHAUSTED;
  if (kind == VERDICT_VIOLATION && !d->lowering)
    name_processes (&asker, d);
  if (kind != VERDICT_VIOLATION)
    decision->processes = NULL;
  decision->kind = kind;
  /* Theorem 6 of the theory (doc/theory-meetings.md). */
  assert (!(asker.deadlock && kind == VERDICT_SAFE && asker.circles.disjoint
            && decision->counts.choices > 0 && !d->decider->groundwork.pds->life_cycles
            && !d->lowering));
  assert ((kind == VERDICT_UNKNOWN) == (decision->reason != QUOTA_NOT_EXHAUSTED));
}

void
decide_query (struct decider *decider, const struct query *query,
              const struct decide_confirm *confirm, struct decision *decision)
{
  /* The options may have changed since the last query (library/check.c). */
  const struct decide_options *options = decider->options;
  struct quota *quota = &decider->quota;
  uint64_t start = quota_clock ();
  struct deciding d = { decider, confirm, decide_data_model (decider, query),
                        decide_data_has_values (decider, query), decision };
  decision->query = query;
  assert (query && query->automaton && !quota->armed);
  quota->limit = options->memory ? (size_t) options->memory : SIZE_MAX;
  quota->deadline = options->timeout ? start + options->timeout : 0;
  quota->interrupted = options->interrupted;
  if (!retry_within_quota (&decider->pool, decide_within_quota, &d))
    {
      /* What was done so far, and by which engine last. */
      struct decision done = *decision;
      start_decision (&d);
      decision->reason = quota->reason;
      decision->counts = done.counts;
      decision->engine = done.engine;
      decision->why = done.why;
    }
  engine_pool_rest (&decider->pool);
  if (decision->kind != VERDICT_VIOLATION)
    decider_finish (decider);
  decision->nanoseconds = quota_clock () - start;
  assert ((decision->kind == VERDICT_VIOLATION) == !!decision->processes);
  if (decision->kind != VERDICT_VIOLATION)
    LOG (1, "the verdict: %s", verdict_word (decision->kind));
}
