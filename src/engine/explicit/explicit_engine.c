/* explicit_engine.c -- the search over states as an engine.
 *
 * Between questions the engine keeps what it knows of the model: its control flow and, if
 * it has values, the data model.  The states for an automaton have an arena of their own,
 * so that they are freed before the next question.  Whatever concerns no automaton is
 * found in one search of the whole model, which is kept, too: it may already have the
 * answer to a later question, and otherwise goes on.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/explicit/retrace.h"
#include "engine/explicit/stuck_states.h"
#include "engine/steps/bystanders.h"
#include "phaseauto/reduction.h"

/* Reductions of this engine. */
enum
{
  EXPLICIT_GROWTH = 1 << 0,
};

static const struct engine_reduction reductions[]
  = { { "growth", "no state beside one with larger numbers that only grow", false } };

/* What the engine counts. */
enum
{
  EXPLICIT_LOCKS,
  EXPLICIT_VISITED, /* repetitions counted */
  EXPLICIT_STORED,
};

struct explicit_engine
{
  struct control *control;    /* null: not made yet */
  struct data_model *data;    /* null: not made yet, or not needed */
  struct arena pattern;       /* of the search for an automaton */
  struct arena common;        /* of the search that is kept */
  struct search *kept;        /* null: not made yet */
  bool transactions;          /* `kept' uses transactions */
  bool growth;                /* `kept' leaves out what larger states cover */
  bool is_plain;              /* which leaves out too much in this model */
  struct process_filter only; /* `kept' counts races and circles of these processes */
};

static void *
create (const struct engine_means *means)
{
  struct explicit_engine *engine = arena_calloc (means->kept, 1, sizeof *engine);
  arena_init (&engine->pattern, means->quota);
  arena_init (&engine->common, means->quota);
  return engine;
}

/* Create what the engine keeps of the model of QUESTION, once. */
static void
prepare (struct explicit_engine *engine, const struct question *question,
         const struct engine_means *means)
{
  const struct pds *pds
    = question->lowering ? &question->lowering->pds : question->survey->pds;
  if (!engine->control)
    engine->control = control_new (pds, means->kept);
  assert (engine->control->pds == pds);
  if (question->lowering && !engine->data)
    engine->data = data_model_new (question->lowering, engine->control, means->kept);
}

/* The search for the automaton of QUESTION, from the start. */
static struct search *
search_pattern (struct explicit_engine *engine, const struct question *question)
{
  assert (question->instance && question->processes);
  bool whole = question->lowering;
  arena_clear (&engine->pattern);
  struct search *search = arena_alloc (&engine->pattern, sizeof *search);
  search_init (search,
               &(struct search_options){ .control = engine->control,
                                         .data = whole ? engine->data : NULL,
                                         .processes = whole ? NULL : question->processes,
                                         .count = question->count,
                                         .instance = question->instance,
                                         .players = question->processes,
                                         .transactions = question->reductions
                                                         & REDUCTION_TRANSACTIONS },
               &engine->pattern);
  return search;
}

/* Answer who waits for ever.  The search is not kept. */
static enum verdict_kind
search_stuck (struct explicit_engine *engine, const struct question *question,
              struct search **search, struct violation *found)
{
  arena_clear (&engine->pattern);
  *search = arena_alloc (&engine->pattern, sizeof **search);
  search_init (*search,
               &(struct search_options){ .control = engine->control,
                                         .data = engine->data,
                                         .only = question->only,
                                         .waits = true },
               &engine->pattern);
  return stuck_decide (*search, question->budget, found);
}

/* The search that is kept, or a new one if it was about other processes. */
static struct search *
search_common (struct explicit_engine *engine, const struct question *question,
               const struct engine_means *means)
{
  bool transactions = question->reductions & REDUCTION_TRANSACTIONS;
  bool growth = (means->reductions & EXPLICIT_GROWTH) && !engine->is_plain;
  struct process_filter only = { NULL, 0 };
  if (question->only)
    only = *question->only;
  if (engine->kept && engine->transactions == transactions && engine->growth == growth
      && engine->only.filtered == only.filtered
      && (only.filtered == 0 || engine->only.allowed == only.allowed))
    return engine->kept;
  arena_clear (&engine->common);
  engine->kept = NULL;
  engine->transactions = transactions;
  engine->growth = growth;
  engine->only = only;
  struct search *search = arena_alloc (&engine->common, sizeof *search);
  search_init (search,
               &(struct search_options){ .control = engine->control,
                                         .data = engine->data,
                                         .only = &engine->only,
                                         .transactions = transactions,
                                         .growth = growth },
               &engine->common);
  return engine->kept = search;
}

/* Where SEARCH keeps what QUESTION asks about. */
static const struct violation *
violation_of (const struct search *search, const struct question *question)
{
  const struct violations *violations = &search->violations;
  if (search->program.instance)
    return &violations->pattern;
  const struct ir *flow = search->program.data->flow;
  switch (question->goal)
    {
    case QUERY_RACE:
      assert (question->field.index < flow->model->fields.count);
      return &violations->races[question->field.index];
    case QUERY_DEADLOCK: return &violations->deadlock;
    case QUERY_ASSERT:
      assert (question->claim < flow->claims.count);
      return &violations->claims[question->claim];
    case QUERY_PATTERN:
    case QUERY_EXCLUSIVE:
    case QUERY_STUCK: break;
    }
  assert (flow->exclusive && flow->exclusive[question->field.index] != IR_NO_EXPR);
  return &violations->exclusives[question->field.index];
}

static void
answer_violation (struct search *search, const struct violation *violation,
                  const struct question *question, struct arena *arena,
                  struct answer *answer)
{
  size_t count = violation->count;
  assert (violation->found && count > 0);
  if (!question->lowering)
    {
      if (question->explain)
        answer->run
          = bystanders_drop (retrace (search, violation, arena), &search->program);
      return;
    }
  answer->run = retrace (search, violation, arena);
  if (search->program.instance)
    return;
  process_id *processes = arena_alloc (arena, count * sizeof *processes);
  answer->processes = memcpy (processes, violation->processes, count * sizeof *processes);
  answer->count = violation->count;
  lock_id *locks = arena_alloc (arena, count * sizeof *locks);
  if (violation->locks)
    answer->locks = memcpy (locks, violation->locks, count * sizeof *locks);
}

static void
decide (void *state, const struct question *question, const struct engine_means *means,
        struct answer *answer)
{
  struct explicit_engine *engine = state;
  assert (question->lowering || question->instance);
  prepare (engine, question, means);
  bool watches = !question->lowering || question->goal == QUERY_PATTERN;
  struct search *search;
  struct violation stuck;
  const struct violation *violation = &stuck;
  uint64_t spent = 0;
  if (question->lowering && question->goal == QUERY_STUCK)
    answer->kind = search_stuck (engine, question, &search, &stuck);
  else
    {
      search = watches ? search_pattern (engine, question)
                       : search_common (engine, question, means);
      violation = violation_of (search, question);
      answer->kind = search_decide (search, violation, question->budget);
      if (answer->kind != VERDICT_VIOLATION
          && !growth_is_exact (&search->growth, &search->violations))
        {
          engine->is_plain = true;
          spent = search->counts.visited + search->counts.stored;
          means->counts[EXPLICIT_VISITED] += search->counts.visited;
          means->counts[EXPLICIT_STORED] += search->counts.stored;
          search = search_common (engine, question, means);
          violation = violation_of (search, question);
          answer->kind = search_decide (search, violation, question->budget);
        }
    }
  answer->spent = spent + search->counts.visited + search->counts.stored;
  if (!question->lowering)
    statistic_most (&means->counts[EXPLICIT_LOCKS], search->program.locks.count);
  means->counts[EXPLICIT_VISITED] += search->counts.visited;
  means->counts[EXPLICIT_STORED] += search->counts.stored;
  search->counts.visited = search->counts.stored = 0;
  if (answer->kind == VERDICT_VIOLATION)
    answer_violation (search, violation, question, means->scratch, answer);
  else if (answer->kind == VERDICT_UNKNOWN && !search->gave_up)
    answer->reason = !search->cut                    ? QUOTA_DATA
                     : question->goal == QUERY_STUCK ? QUOTA_RECURSION
                                                     : QUOTA_BOUND;
}

static void
rest (void *state)
{
  struct explicit_engine *engine = state;
  arena_clear (&engine->pattern);
}

static void
forget (void *state)
{
  struct explicit_engine *engine = state;
  rest (engine);
  arena_clear (&engine->common);
  engine->kept = NULL;
  engine->is_plain = false;
}

static const char *
tell_proof (const uint64_t *counts, struct arena *arena)
{
  if (counts[EXPLICIT_STORED] == 0)
    return NULL;
  return arena_format (arena, ", after %llu states, %llu of them stored",
                       (unsigned long long) counts[EXPLICIT_VISITED],
                       (unsigned long long) counts[EXPLICIT_STORED]);
}

static const struct statistic statistics[]
  = { [EXPLICIT_LOCKS] = { "locks", STATISTIC_MOST, "locks", false },
      [EXPLICIT_VISITED] = { "visited", STATISTIC_SUM, "states visited", false },
      [EXPLICIT_STORED] = { "stored", STATISTIC_SUM, "states stored", false } };

const struct engine explicit_engine
  = { .name = "explicit",
      .abilities = ENGINE_REFEREE | ENGINE_BUDGET | ENGINE_LIFE_CYCLES | ENGINE_CAST
                   | ENGINE_DATA | ENGINE_STUCK | ENGINE_IDLE,
      ENGINE_TABLE_OF (reduction, reductions),
      ENGINE_TABLE_OF (statistic, statistics),
      .tell_proof = tell_proof,
      .create = create,
      .decide = decide,
      .rest = rest,
      .forget = forget };
