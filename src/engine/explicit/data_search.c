/* data_search.c -- see data_search.h. */
#include <config.h>

#include "engine/explicit/data_search.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "engine/data/retrace.h"
#include "phaseauto/reduction.h"

void
data_search_init (struct data_search *search, const struct engine_means *means)
{
  *search = (struct data_search){ .model = NULL };
  arena_init (&search->pattern, means->quota);
  arena_init (&search->common, means->quota);
}

void
data_search_clear (struct data_search *search)
{
  arena_clear (&search->pattern);
  arena_clear (&search->common);
  search->kept = NULL;
}

/* The exploration of the automaton of QUESTION, from the start. */
static struct exploration *
explore_pattern (struct data_search *search, const struct question *question)
{
  assert (question->instance && question->processes);
  arena_clear (&search->pattern);
  struct exploration *e = arena_alloc (&search->pattern, sizeof *e);
  exploration_init (e, search->model, question->instance, question->processes, NULL,
                    question->reductions & REDUCTION_TRANSACTIONS, &search->pattern);
  return e;
}

/* The exploration that is kept, if it is about the same. */
static struct exploration *
explore_common (struct data_search *search, const struct question *question)
{
  bool transactions = question->reductions & REDUCTION_TRANSACTIONS;
  struct process_filter only = { NULL, 0 };
  if (question->only)
    only = *question->only;
  if (search->kept && search->transactions == transactions
      && search->only.filtered == only.filtered
      && (only.filtered == 0 || search->only.allowed == only.allowed))
    return search->kept;
  arena_clear (&search->common);
  search->kept = NULL;
  search->transactions = transactions;
  search->only = only;
  struct exploration *e = arena_alloc (&search->common, sizeof *e);
  exploration_init (e, search->model, NULL, NULL, &search->only, transactions,
                    &search->common);
  return search->kept = e;
}

/* Where E keeps what QUESTION asks about. */
static struct sighting *
sighting_of (struct exploration *e, const struct question *question)
{
  struct sightings *sightings = &e->sightings;
  const struct ir *flow = e->model->flow;
  switch (question->goal)
    {
    case QUERY_PATTERN: return &sightings->pattern;
    case QUERY_RACE:
      assert (question->field.index < flow->model->fields.count);
      return &sightings->races[question->field.index];
    case QUERY_DEADLOCK: return &sightings->deadlock;
    case QUERY_ASSERT:
      assert (question->claim < flow->claims.count);
      return &sightings->claims[question->claim];
    case QUERY_EXCLUSIVE: break;
    }
  assert (flow->exclusive && flow->exclusive[question->field.index] != IR_NO_EXPR);
  return &sightings->exclusives[question->field.index];
}

static void
answer_violation (struct exploration *e, const struct sighting *sighting,
                  struct arena *arena, struct answer *answer)
{
  size_t count = sighting->count;
  assert (sighting->found && count > 0);
  answer->kind = VERDICT_VIOLATION;
  answer->run = retrace (e, sighting, arena);
  if (sighting == &e->sightings.pattern)
    return;
  process_id *processes = arena_alloc (arena, count * sizeof *processes);
  answer->processes = memcpy (processes, sighting->processes, count * sizeof *processes);
  answer->count = sighting->count;
  lock_id *locks = arena_alloc (arena, count * sizeof *locks);
  if (sighting->locks)
    answer->locks = memcpy (locks, sighting->locks, count * sizeof *locks);
}

void
data_search_decide (struct data_search *search, const struct control *control,
                    const struct question *question, const struct engine_means *means,
                    struct answer *answer)
{
  if (!search->model)
    search->model = data_model_new (question->lowering, control, means->kept);
  assert (search->model->lowering == question->lowering);
  struct exploration *e = question->goal == QUERY_PATTERN
                            ? explore_pattern (search, question)
                            : explore_common (search, question);
  const struct sighting *sighting = sighting_of (e, question);
  uint64_t limit = question->budget ? question->budget : UINT64_MAX, spent = 0;
  bool more = true;
  while (!sighting->found && more && spent < limit)
    {
      uint64_t before = e->counts.visited + e->counts.stored;
      more = exploration_goes_on (e);
      spent += e->counts.visited + e->counts.stored - before;
    }
  means->counts[EXPLICIT_VISITED] += e->counts.visited;
  means->counts[EXPLICIT_STORED] += e->counts.stored;
  LOG (2, "%llu states were visited, %u are stored, each in %u words",
       (unsigned long long) e->counts.visited, (unsigned) worlds_count (&e->worlds),
       (unsigned) e->worlds.words);
  e->counts.visited = e->counts.stored = 0;
  if (sighting->found)
    answer_violation (e, sighting, means->scratch, answer);
  else if (!more && !e->cut && !e->sampled)
    answer->kind = VERDICT_SAFE;
  else if (!more)
    answer->reason = e->cut ? QUOTA_BOUND : QUOTA_DATA;
}
