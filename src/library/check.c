/* check.c -- the queries of a model: listing and deciding them. */
#include <config.h>

#include "library/library.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "engine/reductions.h"

/* ---- About the library. ---- */

const char *
phaselock_version (void)
{
  return PACKAGE_VERSION;
}

const char *
phaselock_status_text (enum phaselock_status status)
{
  switch (status)
    {
    case PHASELOCK_OK: return "fine";
    case PHASELOCK_BAD_INPUT: return "the text has errors or cannot be read";
    case PHASELOCK_NO_MEMORY: return "not enough memory";
    case PHASELOCK_MISUSE:
      return "the library was called with something that it cannot use";
    case PHASELOCK_INTERNAL: return "internal error: a bug in phaselock";
    }
  return "not a status of phaselock";
}

/* ---- Checks. ---- */

static enum phaselock_status
fill_check (struct phaselock_check *check)
{
  const struct ir *flow = &check->model->subject.flow;
  struct query_filter all = { .race = true,
                              .deadlock = true,
                              .claims = flow->claims.count,
                              .exclusive = flow->exclusive };
  const struct pds *pds = &check->model->subject.projection.pds;
  assert (check->model->fine && check->automata->fine);
  if (check->model->spoilt)
    return PHASELOCK_NO_MEMORY;
  if (quota_checkpoint (&check->model->quota))
    {
      check->model->spoilt = true;
      return PHASELOCK_NO_MEMORY;
    }
  query_filter_fit (&all, &check->model->subject, check->automata->pa.set.automata.count,
                    &check->arena);
  queries_list (&check->queries, &check->automata->pa.set, pds, &all, &check->arena);
  uint32_t count = check->queries.list.count;
  check->answers
    = arena_calloc (&check->arena, count + (size_t) 1, sizeof *check->answers);
  assert (!check->judge.subject);
  for (uint32_t q = 0; q < count; q++)
    arena_init (&check->answers[q].arena, &check->model->quota);
  const struct decide_options defaults = { .reductions = reductions_default () };
  judge_init (&check->judge, &check->model->subject, &defaults);
  check->places = arena_calloc (&check->arena, flow->claims.count + (size_t) 1,
                                sizeof *check->places);
  for (uint32_t c = 0; c < flow->claims.count; c++)
    check->places[c] = library_place (&check->model->subject.source,
                                      flow->claims.at[c].span.begin, &check->arena);
  LOG (1, "%s: %u queries", check->model->subject.source.path, (unsigned) count);
  return PHASELOCK_OK;
}

enum phaselock_status
phaselock_check_new (struct phaselock_check **result, struct phaselock_model *model,
                     const struct phaselock_automata *automata)
{
  if (!result)
    return PHASELOCK_MISUSE;
  *result = NULL;
  if (!model || !model->fine || !automata || !automata->fine)
    return PHASELOCK_MISUSE;
  struct phaselock_check *check = calloc (1, sizeof *check);
  if (!check)
    return PHASELOCK_NO_MEMORY;
  check->model = model;
  check->automata = automata;
  arena_init (&check->arena, &model->quota);
  enum phaselock_status status = fill_check (check);
  if (status != PHASELOCK_OK)
    {
      arena_clear (&check->arena);
      free (check);
      return status;
    }
  *result = check;
  return PHASELOCK_OK;
}

void
phaselock_check_free (struct phaselock_check *check)
{
  if (!check)
    return;
  judge_clear (&check->judge);
  for (uint32_t q = 0; q < check->queries.list.count; q++)
    arena_clear (&check->answers[q].arena);
  arena_clear (&check->arena);
  free (check);
}

/* ---- Queries. ---- */

/* Query NUMBER of CHECK; null if CHECK is, or if there is no such query. */
static const struct query *
find_query (const struct phaselock_check *check, size_t number)
{
  bool there = check && number < check->queries.list.count;
  return there ? &check->queries.list.at[number] : NULL;
}

size_t
phaselock_check_queries (const struct phaselock_check *check)
{
  return check ? check->queries.list.count : 0;
}

const char *
phaselock_query_pattern (const struct phaselock_check *check, size_t number)
{
  const struct query *query = find_query (check, number);
  assert (!query || query->automaton->name);
  return query ? query->automaton->name : NULL;
}

const char *
phaselock_query_question (const struct phaselock_check *check, size_t number)
{
  const struct query *query = find_query (check, number);
  return query ? query_kind_word (query->kind) : NULL;
}

const char *
phaselock_query_title (const struct phaselock_check *check, size_t number)
{
  const struct query *query = find_query (check, number);
  return query ? query->automaton->title : NULL;
}

size_t
phaselock_query_fields (const struct phaselock_check *check, size_t number)
{
  const struct query *query = find_query (check, number);
  return query ? query->automaton->parameters.count : 0;
}

const char *
phaselock_query_field (const struct phaselock_check *check, size_t number, size_t i)
{
  if (i >= phaselock_query_fields (check, number))
    return NULL;
  field_id field = find_query (check, number)->fields[i];
  assert (field.index < check->model->subject.projection.pds.fields.count);
  return check->model->subject.projection.pds.fields.at[field.index].name;
}

const char *
phaselock_query_place (const struct phaselock_check *check, size_t number)
{
  const struct query *query = find_query (check, number);
  if (!query || query->kind != QUERY_ASSERT)
    return NULL;
  assert (query->claim < check->model->subject.flow.claims.count && check->places);
  return check->places[query->claim];
}

/* ---- How to decide. ---- */

enum phaselock_status
phaselock_set_engine (struct phaselock_check *check, const char *engine)
{
  if (!check || !engine || (strcmp (engine, "auto") != 0 && !engine_find (engine)))
    return PHASELOCK_MISUSE;
  check->judge.options.engine = engine_find (engine);
  assert (!check->judge.options.engine
          || strcmp (check->judge.options.engine->name, engine) == 0);
  return PHASELOCK_OK;
}

/* Seconds or megabytes: a larger limit is as good as none, and would overflow. */
#define LARGEST_LIMIT 1e9

static bool
is_limit (double amount)
{
  return amount >= 0 && amount <= LARGEST_LIMIT;
}

enum phaselock_status
phaselock_set_limits (struct phaselock_check *check, double seconds, double megabytes)
{
  if (!check || !is_limit (seconds) || !is_limit (megabytes))
    return PHASELOCK_MISUSE;
  /* A limit that rounds to zero is not the same as none. */
  check->judge.options.timeout = (uint64_t) ceil (seconds * 1e9);
  check->judge.options.memory = (uint64_t) ceil (megabytes * 1048576.0);
  assert ((seconds > 0) == (check->judge.options.timeout > 0));
  assert ((megabytes > 0) == (check->judge.options.memory > 0));
  return PHASELOCK_OK;
}

enum phaselock_status
phaselock_set_interrupt (struct phaselock_check *check, const volatile sig_atomic_t *flag)
{
  if (!check)
    return PHASELOCK_MISUSE;
  check->judge.options.interrupted = flag;
  return PHASELOCK_OK;
}

enum phaselock_status
phaselock_set_option (struct phaselock_check *check, const char *name,
                      unsigned long number)
{
  const struct engine *engine;
  const struct engine_option *option;
  bool found = false;
  for (uint32_t i = 0; name && (option = engine_option (i, &engine)); i++)
    found |= option->kind == ENGINE_OPTION_NUMBER && strcmp (option->name, name) == 0;
  if (!check || !found || number >= UINT32_MAX)
    return PHASELOCK_MISUSE;
  bool set = engine_set_option (check->judge.options.settings, name, number);
  assert (set);
  return set ? PHASELOCK_OK : PHASELOCK_MISUSE;
}

/* ---- Deciding. ---- */

static enum phaselock_verdict
public_verdict (enum verdict_kind kind)
{
  return kind == VERDICT_SAFE        ? PHASELOCK_SAFE
         : kind == VERDICT_VIOLATION ? PHASELOCK_VIOLATION
                                     : PHASELOCK_UNKNOWN;
}

enum phaselock_status
phaselock_decide (struct phaselock_check *check, size_t number,
                  enum phaselock_verdict *verdict)
{
  const struct query *query = find_query (check, number);
  if (!query || !verdict)
    return PHASELOCK_MISUSE;
  struct library_answer *answer = &check->answers[number];
  assert (answer->known || !answer->witness || check->model->spoilt);
  *verdict = PHASELOCK_UNKNOWN;
  answer->known = false;
  answer->witness = NULL;
  answer->suspicion = NULL;
  arena_clear (&answer->arena);
  if (check->model->spoilt)
    return PHASELOCK_NO_MEMORY;
  /* The decider has a checkpoint of its own, for its limits; to this one unwinds what
     runs out of memory in the arenas of the model, which outlive the query. */
  if (quota_checkpoint (&check->model->quota))
    {
      judge_clear (&check->judge);
      check->model->spoilt = true;
      return PHASELOCK_NO_MEMORY;
    }
  answer->verdict = judge_query (&check->judge, query);
  if (answer->verdict.bug)
    return PHASELOCK_INTERNAL;
  LOG (1, "query %zu: %s by %s", number, verdict_word (answer->verdict.kind),
       answer->verdict.engine);
  assert ((answer->verdict.kind == VERDICT_VIOLATION)
          == (answer->verdict.witness != NULL));
  if (answer->verdict.witness)
    answer->witness
      = library_witness (&check->model->subject, answer->verdict.witness, &answer->arena);
  if (answer->verdict.suspicion)
    answer->suspicion = library_witness (&check->model->subject,
                                         answer->verdict.suspicion, &answer->arena);
  answer->known = true;
  *verdict = public_verdict (answer->verdict.kind);
  return PHASELOCK_OK;
}

/* The verdict on query NUMBER; null if there is no such query, or it is not decided. */
static const struct verdict *
find_verdict (const struct phaselock_check *check, size_t number)
{
  if (!find_query (check, number) || !check->answers[number].known)
    return NULL;
  assert (!check->answers[number].verdict.bug);
  return &check->answers[number].verdict;
}

const char *
phaselock_query_reason (const struct phaselock_check *check, size_t number)
{
  const struct verdict *verdict = find_verdict (check, number);
  return verdict && verdict->kind == VERDICT_UNKNOWN
           ? verdict_reason_word (verdict->reason)
           : NULL;
}

const char *
phaselock_query_engine (const struct phaselock_check *check, size_t number)
{
  const struct verdict *verdict = find_verdict (check, number);
  assert (!verdict || verdict->engine);
  return verdict ? verdict->engine : NULL;
}

const char *
phaselock_query_process (const struct phaselock_check *check, size_t number,
                         size_t thread)
{
  const struct verdict *verdict = find_verdict (check, number);
  if (!verdict || verdict->kind != VERDICT_VIOLATION
      || thread >= verdict->automaton->threads.count)
    return NULL;
  process_id process = verdict->processes[thread];
  assert (process.index < check->model->subject.projection.pds.processes.count);
  return check->model->subject.projection.pds.processes.at[process.index].name;
}

const char *
phaselock_query_lock (const struct phaselock_check *check, size_t number, size_t thread)
{
  const struct verdict *verdict = find_verdict (check, number);
  if (!verdict || verdict->kind != VERDICT_VIOLATION
      || find_query (check, number)->kind != QUERY_DEADLOCK
      || thread >= verdict->automaton->steps.count)
    return NULL;
  lock_id lock = verdict->automaton->steps.at[thread].lock;
  assert (lock.index < check->model->subject.projection.pds.locks.count);
  return check->model->subject.projection.pds.locks.at[lock.index];
}

const struct phaselock_witness *
phaselock_query_witness (const struct phaselock_check *check, size_t number)
{
  const struct verdict *verdict = find_verdict (check, number);
  assert (!verdict
          || (verdict->kind == VERDICT_VIOLATION)
               == (check->answers[number].witness != NULL));
  return verdict ? check->answers[number].witness : NULL;
}

const struct phaselock_witness *
phaselock_query_suspicion (const struct phaselock_check *check, size_t number)
{
  const struct verdict *verdict = find_verdict (check, number);
  assert (!verdict || verdict->kind == VERDICT_UNKNOWN
          || !check->answers[number].suspicion);
  return verdict ? check->answers[number].suspicion : NULL;
}
