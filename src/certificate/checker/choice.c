/* choice.c -- see choice.h: a search, thread by thread, for bodies, and for each choice
   of bodies, thread by thread, for finals.  Cost: exponential in the threads at worst. */
#include <config.h>

#include "certificate/checker/choice.h"

#include <assert.h>
#include <string.h>

#include "base/bitset.h"
#include "base/log.h"

/* A lock that is acquired or released in a phase, and its after[] or before[]. */
struct node
{
  lock_id lock;
  idset order;
};

struct search
{
  const struct choice_query *query;
  const struct summaries *summaries;
  uint32_t words; /* of a row */
  struct arena *scratch;
  uint32_t choices; /* choices of bodies so far, for the log */
  body_id *bodies;  /* by thread */
  /* For finding processes. */
  thread_id *thread_of; /* by process, or THREAD_NONE */
  bool *tried;          /* by process */
  /* For finding finals: by thread. */
  uint32_t *chosen;      /* the final, a tuple */
  const uint64_t **rows; /* its rows */
  /* For finding cycles. */
  VEC (struct node) nodes;
  bool *open; /* by lock: is it one of the nodes? */
};

static const struct closure *
role_of (const struct search *search, uint32_t thread)
{
  const struct choice_query *query = search->query;
  uint32_t bodies = query->scene->bodies, body = search->bodies[thread].index;
  assert (thread < query->threads && body < bodies);
  return query->roles[(size_t) thread * bodies + body];
}

/* ---- Different processes. ---- */

/* Find a process for THREAD; threads that have one may have to take another.  The
   recursion is as deep as there are threads. */
static bool
place (struct search *search, thread_id thread)
{
  const struct choice_query *query = search->query;
  const struct pds *pds = query->scene->pds;
  assert (thread.index < query->threads);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      if (!body_equal (pds->processes.at[p].body, search->bodies[thread.index])
          || search->tried[p]
          || (thread.index < query->filtered && !query->allowed[thread.index][p]))
        continue;
      search->tried[p] = true;
      thread_id other = search->thread_of[p];
      if (thread_equal (other, THREAD_NONE) || place (search, other))
        {
          search->thread_of[p] = thread;
          return true;
        }
    }
  return false;
}

/* Are there different processes with the bodies of the first THREADS threads, given that
   there are for one thread less? */
static bool
has_processes (struct search *search, uint32_t threads)
{
  const struct part_scene *scene = search->query->scene;
  size_t count = scene->pds->processes.count;
  assert (0 < threads && threads <= search->query->threads);
  if (search->query->filtered == 0)
    {
      body_id last = search->bodies[threads - 1];
      uint32_t same = 0;
      for (uint32_t t = 0; t < threads; t++)
        same += body_equal (search->bodies[t], last);
      return same <= scene->body[last.index].processes;
    }
  memset (search->thread_of, 0xFF, count * sizeof *search->thread_of);
  for (thread_id t = { 0 }; t.index < threads; t.index++)
    {
      memset (search->tried, 0, count * sizeof *search->tried);
      if (!place (search, t))
        return false;
    }
  return true;
}

/* ---- Finals as rows of bits. ----
 *
 * For each final and phase, sets of locks as rows of words: held at the start of the
 * phase, held at its end, held throughout, acquired or used.
 */

enum
{
  ROW_START,
  ROW_END,
  ROW_ALWAYS,
  ROW_TAKEN,
  ROWS,
};

static uint32_t
words_of (const struct tuples *tuples)
{
  return (tuples->lock_count + 63) / 64;
}

static const struct summary_info *
info_of (const struct tuples *tuples, uint32_t tuple, uint32_t phase)
{
  return &tuples->summaries->list.at[tuples_summary (tuples, tuple, phase).index];
}

static void
fill_row (const struct idsets *locks, uint64_t *row, idset set)
{
  IDSET_EACH (l, locks, set)
    bits_add (row, l);
}

void
choice_prepare (struct closure *role)
{
  const struct tuples *tuples = role->tuples;
  struct idsets *locks = tuples->summaries->locks;
  size_t words = words_of (tuples), phases = role->part.steps;
  assert (!role->rows && role->contexts.count > 0);
  uint64_t *rows = arena_calloc (role->arena, role->finals.count * phases * ROWS + 1,
                                 words * sizeof *rows + 1);
  role->rows = rows;
  for (uint32_t i = 0; i < role->finals.count; i++)
    {
      idset held = IDSET_EMPTY;
      for (uint32_t phase = 0; phase < phases; phase++)
        {
          const struct summary_info *info = info_of (tuples, role->finals.at[i], phase);
          idset always = idset_minus (locks, held, info->released);
          fill_row (locks, rows + ROW_START * words, held);
          held = idset_union (locks, always, info->acquired);
          fill_row (locks, rows + ROW_END * words, held);
          fill_row (locks, rows + ROW_ALWAYS * words, always);
          fill_row (locks, rows + ROW_TAKEN * words, info->acquired);
          fill_row (locks, rows + ROW_TAKEN * words, info->used);
          rows += ROWS * words;
        }
    }
}

/* Is one of the conditions 1 to 3 violated by the finals with the rows A and B? */
static bool
are_apart (const struct search *search, const uint64_t *a, const uint64_t *b)
{
  uint32_t words = search->words;
  for (uint32_t phase = 0; phase < search->query->phases; phase++)
    {
      for (uint32_t w = 0; w < words; w++)
        if ((a[ROW_START * words + w] & b[ROW_START * words + w])
            || (a[ROW_END * words + w] & b[ROW_END * words + w])
            || (a[ROW_TAKEN * words + w] & b[ROW_ALWAYS * words + w])
            || (a[ROW_ALWAYS * words + w] & b[ROW_TAKEN * words + w]))
          return true;
      a += ROWS * words;
      b += ROWS * words;
    }
  return false;
}

/* ---- Cycles. ---- */

/* Does the order of NODE name another lock that is open? */
static bool
waits (const struct search *search, const struct node *node)
{
  const struct idsets *locks = search->summaries->locks;
  IDSET_EACH (m, locks, node->order)
    if (m != node->lock.index && search->open[m])
      return true;
  return false;
}

/* Condition 4 if AFTER, otherwise 5: is there a cycle among the locks that the first
   THREADS threads acquire, or release, in PHASE?  Nodes that wait for no other one are
   removed until none is left. */
static bool
has_cycle (struct search *search, uint32_t threads, uint32_t phase, bool after)
{
  const struct tuples *tuples = search->query->tuples;
  const struct summaries *summaries = search->summaries;
  assert (threads <= search->query->threads && phase < search->query->phases);
  search->nodes.count = 0;
  for (uint32_t t = 0; t < threads; t++)
    {
      summary s = tuples_summary (tuples, search->chosen[t], phase);
      const struct summary_info *info = &summaries->list.at[s.index];
      idset own = after ? info->acquired : info->released;
      IDSET_EACH (l, summaries->locks, own)
        {
          search->open[l] = true;
          *vec_push (search->scratch, &search->nodes)
            = (struct node){ { l }, summary_order (summaries, s, (lock_id){ l }, after) };
        }
    }
  uint32_t before, left = search->nodes.count;
  do
    {
      before = left;
      left = 0;
      for (uint32_t i = 0; i < before; i++)
        {
          struct node node = search->nodes.at[i];
          if (waits (search, &node))
            search->nodes.at[left++] = node;
          else
            search->open[node.lock.index] = false;
        }
      assert (left <= before);
    }
  while (left > 0 && left < before);
  for (uint32_t i = 0; i < left; i++)
    search->open[search->nodes.at[i].lock.index] = false;
  return left > 0;
}

/* ---- Finals that fit. ---- */

/* Does the final chosen for THREAD fit those of the threads before it? */
static bool
fits (struct search *search, uint32_t thread)
{
  quota_tick (search->scratch->quota);
  for (uint32_t t = 0; t < thread; t++)
    if (are_apart (search, search->rows[t], search->rows[thread]))
      return false;
  for (uint32_t phase = 0; phase < search->query->phases; phase++)
    if (has_cycle (search, thread + 1, phase, true)
        || has_cycle (search, thread + 1, phase, false))
      return false;
  return true;
}

/* Do some finals of the bodies fit together?  THREAD and those after it have none yet. */
static bool
some_fit (struct search *search, uint32_t thread)
{
  const struct choice_query *query = search->query;
  assert (thread <= query->threads);
  if (thread == query->threads)
    return true;
  const struct closure *role = role_of (search, thread);
  assert (role->rows && role->part.steps == query->phases);
  search->rows[thread] = role->rows;
  for (uint32_t i = 0; i < role->finals.count; i++)
    {
      search->chosen[thread] = role->finals.at[i];
      if (fits (search, thread) && some_fit (search, thread + 1))
        return true;
      search->rows[thread] += (size_t) query->phases * ROWS * search->words;
    }
  return false;
}

/* For two threads a negative answer is remembered. */
static bool
bodies_fit (struct search *search)
{
  const struct choice_query *query = search->query;
  assert (role_of (search, query->threads - 1));
  search->choices++;
  if (query->threads != 2)
    return some_fit (search, 0);
  uint32_t a = role_of (search, 0)->number, b = role_of (search, 1)->number;
  if (pairmap_get (query->apart, a, b) != PAIRMAP_FREE)
    return false;
  if (some_fit (search, 0))
    return true;
  *pairmap_at (query->apart, a, b) = 1;
  return false;
}

/* ---- Bodies. ---- */

/* Is a choice possible?  THREAD and the threads after it have no body yet. */
static bool
some_choice (struct search *search, uint32_t thread)
{
  assert (thread <= search->query->threads);
  const struct choice_query *query = search->query;
  if (thread == query->threads)
    return bodies_fit (search)
           && !(query->excuse && query->excuse (query->context, search->bodies));
  body_id *body = &search->bodies[thread];
  for (body->index = 0; body->index < search->query->scene->bodies; body->index++)
    if (role_of (search, thread) && has_processes (search, thread + 1)
        && some_choice (search, thread + 1))
      return true;
  return false;
}

bool
choice_is_impossible (const struct choice_query *query, body_id *bodies,
                      struct arena *scratch)
{
  size_t processes = query->scene->pds->processes.count, threads = query->threads;
  assert (threads > 0 && query->filtered <= threads);
  struct search search = { .query = query,
                           .summaries = query->tuples->summaries,
                           .words = words_of (query->tuples),
                           .bodies = bodies,
                           .scratch = scratch };
  search.thread_of = arena_calloc (scratch, processes + 1, sizeof *search.thread_of);
  search.tried = arena_calloc (scratch, processes + 1, sizeof *search.tried);
  search.chosen = arena_calloc (scratch, threads, sizeof *search.chosen);
  search.rows = arena_calloc (scratch, threads, sizeof *search.rows);
  search.open
    = arena_calloc (scratch, query->tuples->lock_count + (size_t) 1, sizeof *search.open);
  bool possible = some_choice (&search, 0);
  LOG (1, "%u choices of bodies: %s is possible", (unsigned) search.choices,
       possible ? "the last one" : "none");
  return !possible;
}
