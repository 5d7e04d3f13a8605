/* decide.c -- see decide.h. */
#include <config.h>

#include "ask/decide.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "ask/choices.h"
#include "ask/circles.h"
#include "ask/decide_data.h"
#include "engine/name_list.h"
#include "ask/portfolio.h"
#include "ask/retry.h"
#include "ask/life_scripts.h"

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
  crew_init (&decider->crew, &decider->quota, &decider->scratch,
             &decider->verdict.counts);
}

void
decider_clear (struct decider *decider)
{
  decider_finish (decider);
  crew_forget (&decider->crew);
  assert (decider->quota.bytes == 0);
}

void
decider_finish (struct decider *decider)
{
  decider->answer = (struct answer){ .kind = VERDICT_UNKNOWN };
  decider->data_answer = (struct data_answer){ .kind = VERDICT_UNKNOWN };
  arena_clear (&decider->scratch);
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
  decider_finish (decider);
  decider->verdict
    = (struct verdict){ .kind = VERDICT_UNKNOWN,
                        .engine = engine_name (decide_first_engine (options)),
                        .why = options->engine ? "asked" : "none" };
  decider->found = FOUND_WITHOUT_DATA;
  if (decider->confirm.start)
    decider->confirm.start (decider->confirm.context);
}

static void
log_query (const struct decider *decider, const struct query *query)
{
  if (!LOGS (1))
    return;
  struct name_list fields = { .arena = decider->crew.means.scratch };
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    name_list_add (&fields, i ? ", " : "",
               decider->groundwork.pds->fields.at[query->fields[i].index].name);
  LOG (1, "the query: can %s%s happen%s%s?  Engine: %s",
       query->kind == QUERY_PATTERN ? "pattern " : "a ", query->automaton->name,
       fields.text.count ? " to " : "", fields.text.count ? fields.text.at : "",
       engine_name (decider->options->engine));
}

/* Ask QUESTION as it is. */
static void
ask_plainly (void *context, const struct question *question, struct answer *answer)
{
  struct decider *decider = context;
  const struct engine *engine = decider->options->engine;
  if (engine)
    crew_ask (&decider->crew, engine, question, answer);
  else
    portfolio_ask (&decider->crew, question, answer, &decider->verdict.engine,
                   &decider->verdict.why);
}

/* Ask the question of the decider, by scripts if the engine needs them. */
static void
ask (struct decider *decider)
{
  const struct engine *engine = decider->options->engine;
  struct verdict *verdict = &decider->verdict;
  struct question plain = decider->question;
  bool knows = engine && (engine->abilities & ENGINE_LIFE_CYCLES);
  if (!knows && life_scripts_needed (&decider->groundwork, &plain))
    life_scripts_ask (&decider->groundwork, &plain, ask_plainly, decider,
                      &decider->question, &decider->answer, &decider->scratch);
  else
    ask_plainly (decider, &decider->question, &decider->answer);
  LOG (1, "engine %s answers: %s", verdict->engine, verdict_word (decider->answer.kind));
}

/* The processes that play the threads, for longer than the scratch arena lasts. */
static const process_id *
copy_processes (const struct decider *decider)
{
  uint32_t threads = decider->verdict.automaton->threads.count;
  /* In a script all participants are threads, those of the plain question first. */
  assert (decider->question.threads >= threads);
  size_t size = threads * sizeof *decider->question.processes;
  process_id *copy = arena_alloc (decider->groundwork.arena, size);
  return memcpy (copy, decider->question.processes, size);
}

/* Where the questions of a query come from. */
struct asker
{
  bool deadlock;
  struct choices choices; /* of patterns and races */
  struct circles circles; /* of a deadlock */
};

/* The questions of a query that are unknown. */
struct open_questions
{
  VEC (uint32_t) scripts; /* since there are too many scripts: by number, from 0 */
  bool others;            /* and there are some for another reason */
};

static void
asker_init (struct asker *asker, struct decider *decider)
{
  asker->deadlock = decider->query->kind == QUERY_DEADLOCK;
  if (asker->deadlock)
    circles_init (&asker->circles, &decider->groundwork, decider->options,
                  &decider->scratch);
  else
    choices_init (&asker->choices, &decider->groundwork, decider->options,
                  decider->query, &decider->scratch);
}

static bool
asker_next (struct asker *asker, struct decider *decider)
{
  struct verdict_counts *counts = &decider->verdict.counts;
  bool more = asker->deadlock ? circles_next (&asker->circles, counts)
                               : choices_next (&asker->choices, counts);
  if (!more)
    return false;
  if (asker->deadlock)
    circles_ask (&asker->circles, &decider->question);
  else
    choices_ask (&asker->choices, &decider->question);
  decider->question.patience = decider->patience;
  return true;
}

/* Who plays the threads of the current question? */
static void
name_processes (const struct asker *asker, struct decider *decider)
{
  struct verdict *verdict = &decider->verdict;
  assert (!asker->deadlock);
  verdict->factor = choices_factor (&asker->choices);
  verdict->automaton = decider->query->automaton;
  verdict->processes = copy_processes (decider);
  verdict->cast = verdict->automaton->threads.count;
}

/* The current question is a violation: of which automaton? */
static void
name_violation (const struct asker *asker, struct decider *decider)
{
  struct verdict *verdict = &decider->verdict;
  assert (decider->answer.kind == VERDICT_VIOLATION);
  if (!asker->deadlock)
    {
      name_processes (asker, decider);
      return;
    }
  verdict->factor = 0;
  verdict->automaton = circles_automaton (&asker->circles, decider->groundwork.arena);
  verdict->processes = copy_processes (decider);
  verdict->cast = verdict->automaton->threads.count;
}

/* The answer is a violation of the model without its data, or unknown: what is it with
   data?  *OVER: that is the answer of the whole query. */
static enum verdict_kind
judge_with_data (const struct asker *asker, struct decider *decider, bool *over)
{
  const struct decide_confirm *confirm = &decider->confirm;
  assert (decider->lowering && decider->answer.kind != VERDICT_SAFE);
  if (decider->answer.kind == VERDICT_VIOLATION)
    {
      name_violation (asker, decider);
      decider->found = FOUND_CONFIRMED;
      *over = true;
      if (confirm->confirm && confirm->confirm (confirm->context))
        return VERDICT_VIOLATION;
    }
  else if (!asker->deadlock)
    name_processes (asker, decider);
  *over = decide_data_at_once (decider);
  enum verdict_kind kind = decide_data_ask (decider);
  decider->found = FOUND_WITH_DATA;
  *over |= kind == VERDICT_VIOLATION;
  return kind;
}

/* Ask all questions of the query, until one is a violation. */
static enum verdict_kind
ask_all (struct decider *decider, struct asker *asker, struct open_questions *open)
{
  struct verdict *verdict = &decider->verdict;
  enum verdict_kind kind = VERDICT_SAFE;
  asker_init (asker, decider);
  for (uint32_t number = 0; asker_next (asker, decider); number++)
    {
      if (decide_data_alone (decider))
        decider->answer = (struct answer){ .kind = VERDICT_UNKNOWN };
      else
        ask (decider);
      enum verdict_kind answer = decider->answer.kind;
      bool over = answer == VERDICT_VIOLATION;
      if (answer != VERDICT_SAFE && decider->lowering)
        answer = judge_with_data (asker, decider, &over);
      if (answer == VERDICT_SAFE && !over)
        continue;
      kind = answer;
      if (over)
        break;
      if (decider->lowering)
        {
          open->others = true;
          continue;
        }
      bool scripts = decider->answer.reason == QUOTA_PHASES;
      if (!(scripts && open->others))
        verdict->reason = decider->answer.reason;
      if (scripts)
        *vec_push (&decider->scratch, &open->scripts) = number;
      else
        open->others = true;
    }
  return kind;
}

/* Ask them all, again and again if the engine is one that can search for ever. */
static enum verdict_kind
ask_patiently (struct decider *decider, struct asker *asker, struct open_questions *open)
{
  const struct engine *engine = decider->options->engine;
  bool grows = engine && (engine->abilities & ENGINE_PATIENCE) && !decider->lowering;
  uint32_t most = grows ? ENGINE_MOST_PATIENCE : 0;
  for (decider->patience = 0;; decider->patience++)
    {
      decider->verdict.counts.choices = 0;
      *open = (struct open_questions){ VEC_EMPTY, false };
      enum verdict_kind kind = ask_all (decider, asker, open);
      assert (decider->patience <= most);
      if (kind != VERDICT_UNKNOWN || decider->patience == most)
        return kind;
      LOG (1, "the engine gave up early: it is asked again, with more patience");
    }
}

/* No question is known to be a violation.  Those of OPEN that have too many scripts are
   asked once more: the explicit search needs none, but may take long.  Safe only if
   nothing else is open. */
static enum verdict_kind
search_open (struct decider *decider, struct asker *asker,
             const struct open_questions *open)
{
  struct verdict *verdict = &decider->verdict;
  uint64_t spare = PORTFOLIO_SPARE, choices = verdict->counts.choices;
  enum verdict_kind kind = VERDICT_SAFE;
  uint32_t done = 0;
  asker_init (asker, decider);
  for (uint32_t number = 0;
       done < open->scripts.count && spare > 0 && kind != VERDICT_VIOLATION; number++)
    {
      bool more = asker_next (asker, decider);
      assert (more && number <= open->scripts.at[done]);
      (void) more;
      if (number < open->scripts.at[done])
        continue;
      done++;
      portfolio_search (&decider->crew, &decider->question, &spare, &decider->answer,
                        &verdict->engine, &verdict->why);
      LOG (1, "engine %s answers: %s", verdict->engine,
           verdict_word (decider->answer.kind));
      if (decider->answer.kind != VERDICT_SAFE)
        kind = decider->answer.kind;
    }
  verdict->counts.choices = choices; /* not twice */
  bool all = done == open->scripts.count && !open->others;
  return kind == VERDICT_SAFE && !all ? VERDICT_UNKNOWN : kind;
}

static void
decide_within_quota (void *context)
{
  struct decider *decider = context;
  struct verdict *verdict = &decider->verdict;
  struct asker asker;
  struct open_questions open = { VEC_EMPTY, false };
  start_verdict (decider);
  log_query (decider, decider->query);
  bool alone = decide_data_alone (decider) && decide_data_at_once (decider);
  asker.deadlock = false;
  enum verdict_kind kind
    = alone ? decide_data_ask (decider) : ask_patiently (decider, &asker, &open);
  if (alone)
    decider->found = FOUND_WITH_DATA;
  if (kind == VERDICT_UNKNOWN && open.scripts.count > 0 && !decider->options->engine)
    kind = search_open (decider, &asker, &open);
  if (kind != VERDICT_UNKNOWN)
    verdict->reason = QUOTA_NOT_EXHAUSTED;
  if (kind == VERDICT_VIOLATION && !decider->lowering)
    name_violation (&asker, decider);
  if (kind != VERDICT_VIOLATION)
    verdict->processes = NULL;
  verdict->kind = kind;
  /* Theorem 6 of the theory (doc/theory-meetings.md). */
  assert (!(asker.deadlock && kind == VERDICT_SAFE && asker.circles.disjoint
            && verdict->counts.choices > 0 && !decider->groundwork.pds->life_cycles
            && !decider->lowering));
  assert ((kind == VERDICT_UNKNOWN) == (verdict->reason != QUOTA_NOT_EXHAUSTED));
}

struct verdict
decide_query (struct decider *decider, const struct query *query)
{
  const struct decide_options *options = decider->options;
  struct quota *quota = &decider->quota;
  uint64_t start = quota_clock ();
  assert (query && query->automaton && !quota->armed);
  decider->query = query;
  /* The options may have changed since the last query (library/check.c). */
  decide_data_choose (decider);
  decider->crew.means.memory = options->memory;
  quota->limit = options->memory ? (size_t) options->memory : SIZE_MAX;
  quota->deadline = options->timeout ? start + options->timeout : 0;
  quota->interrupted = options->interrupted;
  if (!retry_within_quota (&decider->crew, decide_within_quota, decider))
    {
      /* What was done, and by whom at last. */
      struct verdict done = decider->verdict;
      start_verdict (decider);
      decider->verdict.reason = quota->reason;
      decider->verdict.counts = done.counts;
      decider->verdict.engine = done.engine;
      decider->verdict.why = done.why;
    }
  crew_rest (&decider->crew);
  if (decider->verdict.kind != VERDICT_VIOLATION)
    decider_finish (decider);
  decider->verdict.nanoseconds = quota_clock () - start;
  assert ((decider->verdict.kind == VERDICT_VIOLATION) == !!decider->verdict.processes);
  if (decider->verdict.kind != VERDICT_VIOLATION)
    LOG (1, "the verdict: %s", verdict_word (decider->verdict.kind));
  return decider->verdict;
}
