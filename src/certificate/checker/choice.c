/* choice.c -- see choice.h. */
#include <config.h>

#include "certificate/checker/choice.h"

#include <assert.h>
#include <string.h>

#define NONE UINT32_MAX

/* ---- Different processes. ---- */

struct matching
{
  const struct choice_query *query;
  const uint32_t *bodies;
  uint32_t *thread_of;  /* by process, or NONE */
  bool *tried;          /* by process */
};

static void
matching_init (struct matching *m, const struct choice_query *query,
               const uint32_t *bodies, struct arena *scratch)
{
  size_t count = query->scene->pds->processes.count;
  m->query = query;
  m->bodies = bodies;
  m->thread_of = arena_alloc (scratch, count * sizeof *m->thread_of + 1);
  m->tried = arena_alloc (scratch, count * sizeof *m->tried + 1);
}

/* Find a process for THREAD, others making room if they can.  As deep as there
   are threads. */
static bool
place (struct matching *m, uint32_t thread)
{
  const struct pds *pds = m->query->scene->pds;
  const struct choice_query *query = m->query;
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      if (pds->processes.at[p].body != m->bodies[thread] || m->tried[p]
          || (thread < query->filtered && !query->allowed[thread][p]))
        continue;
      m->tried[p] = true;
      if (m->thread_of[p] == NONE || place (m, m->thread_of[p]))
        {
          m->thread_of[p] = thread;
          return true;
        }
    }
  return false;
}

/* Are there different processes with their bodies for the first THREADS? */
static bool
has_processes (struct matching *m, uint32_t threads)
{
  const struct scene *scene = m->query->scene;
  size_t count = scene->pds->processes.count;
  if (m->query->filtered == 0)
    {
      uint32_t last = m->bodies[threads - 1], same = 0;
      for (uint32_t t = 0; t < threads; t++)
        same += m->bodies[t] == last;
      return same <= scene->body[last].processes;
    }
  memset (m->thread_of, 0xFF, count * sizeof *m->thread_of);
  for (uint32_t t = 0; t < threads; t++)
    {
      memset (m->tried, 0, count * sizeof *m->tried);
      if (!place (m, t))
        return false;
    }
  return true;
}

/* ---- Finals as rows of bits. ----
 *
 * For each final and phase, sets of locks as rows of words: held at the start,
 * held at the end, held throughout, acquired or used.
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

static void
fill_row (const struct idsets *locks, uint64_t *row, idset set)
{
  for (uint32_t l = idset_next (locks, set, 0); l != UINT32_MAX;
       l = idset_next (locks, set, l + 1))
    row[l / 64] |= (uint64_t) 1 << l % 64;
}

void
choice_prepare (struct closure *role)
{
  const struct tuples *tuples = role->tuples;
  struct idsets *locks = tuples->summaries->locks;
  size_t words = words_of (tuples), phases = role->part.steps;
  uint64_t *rows = arena_calloc (role->arena, role->finals.count * phases * ROWS + 1,
                                 words * sizeof *rows + 1);
  role->rows = rows;
  for (uint32_t i = 0; i < role->finals.count; i++)
    {
      idset held = IDSET_EMPTY;
      for (uint32_t phase = 0; phase < phases; phase++)
        {
          summary s = tuples_stretch (tuples, role->finals.at[i], phase);
          const struct summary_info *info = &tuples->summaries->list.at[s.index];
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

/* ---- Conditions on two. ---- */

struct fitting
{
  const struct choice_query *query;
  struct tuples *tuples;
  struct summaries *summaries;
  struct idsets *locks;
  uint32_t phases, words;
  const uint32_t *bodies;  /* by thread */
  uint32_t *chosen;        /* by thread: a tuple */
  const uint64_t **rows;   /* by thread: its rows */
  uint32_t *next;          /* by thread: the final that comes next */
  uint8_t *colour;         /* by lock, for circles */
  VEC (uint32_t) path;
  struct arena *scratch;
};

static const struct summary_info *
info_of (const struct fitting *f, uint32_t tuple, uint32_t phase)
{
  return &f->summaries->list.at[tuples_stretch (f->tuples, tuple, phase).index];
}

/* Conditions 1 to 3. */
static bool
are_apart (const struct fitting *f, const uint64_t *a, const uint64_t *b)
{
  uint32_t words = f->words;
  for (uint32_t phase = 0; phase < f->phases; phase++)
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

/* ---- Circles. ---- */

/* What comes behind LOCK, by the one of the first THREADS threads that holds
   it; empty if none does. */
static idset
next_locks (const struct fitting *f, uint32_t threads, uint32_t phase, uint32_t lock,
            bool after)
{
  for (uint32_t t = 0; t < threads; t++)
    {
      const struct summary_info *s = info_of (f, f->chosen[t], phase);
      if (idset_has (f->locks, after ? s->acquired : s->released, lock))
        return summary_order (f->summaries,
                              tuples_stretch (f->tuples, f->chosen[t], phase), lock,
                              after);
    }
  return IDSET_EMPTY;
}

enum
{
  WHITE,
  GREY,
  BLACK,
};

/* A circle that is reached from START?  Depth first, with a path of its own. */
static bool
has_circle_from (struct fitting *f, uint32_t threads, uint32_t phase, uint32_t start,
                 bool after)
{
  f->path.count = 0;
  *vec_push (f->scratch, &f->path) = start;
  while (f->path.count > 0)
    {
      uint32_t l = f->path.at[f->path.count - 1];
      f->colour[l] = GREY;
      idset behind = next_locks (f, threads, phase, l, after);
      uint32_t next = UINT32_MAX;
      for (uint32_t m = idset_next (f->locks, behind, 0);
           m != UINT32_MAX && next == UINT32_MAX; m = idset_next (f->locks, behind, m + 1))
        {
          if (m != l && f->colour[m] == GREY)
            return true;
          if (f->colour[m] == WHITE)
            next = m;
        }
      if (next != UINT32_MAX)
        *vec_push (f->scratch, &f->path) = next;
      else
        {
          f->colour[l] = BLACK;
          f->path.count--;
        }
    }
  return false;
}

static bool
has_circle (struct fitting *f, uint32_t threads, uint32_t phase, bool after)
{
  memset (f->colour, WHITE, f->tuples->lock_count);
  for (uint32_t t = 0; t < threads; t++)
    {
      const struct summary_info *s = info_of (f, f->chosen[t], phase);
      idset own = after ? s->acquired : s->released;
      for (uint32_t l = idset_next (f->locks, own, 0); l != UINT32_MAX;
           l = idset_next (f->locks, own, l + 1))
        if (f->colour[l] == WHITE && has_circle_from (f, threads, phase, l, after))
          return true;
    }
  return false;
}

/* ---- Finals that fit. ---- */

/* Does the tuple chosen for THREAD fit those of the threads before it? */
static bool
fits (struct fitting *f, uint32_t thread)
{
  quota_tick (f->scratch->quota);
  for (uint32_t t = 0; t < thread; t++)
    if (are_apart (f, f->rows[t], f->rows[thread]))
      return false;
  for (uint32_t phase = 0; phase < f->phases; phase++)
    if (has_circle (f, thread + 1, phase, true) || has_circle (f, thread + 1, phase, false))
      return false;
  return true;
}

static const struct closure *
role_of (const struct choice_query *query, const uint32_t *bodies, uint32_t thread)
{
  return query->roles[(size_t) thread * query->scene->bodies + bodies[thread]];
}

/* Do some finals of the bodies fit together? */
static bool
some_fit (struct fitting *f)
{
  uint32_t threads = f->query->threads;
  uint32_t *next = f->next;
  uint32_t t = 0;
  next[0] = 0;
  for (;;)
    {
      const struct closure *role = role_of (f->query, f->bodies, t);
      if (next[t] == role->finals.count)
        {
          if (t == 0)
            return false;
          t--;
          continue;
        }
      f->rows[t] = role->rows + (size_t) next[t] * f->phases * ROWS * f->words;
      f->chosen[t] = role->finals.at[next[t]++];
      if (!fits (f, t))
        continue;
      if (t + 1 == threads)
        return true;
      next[++t] = 0;
    }
}

/* For two threads the answer is kept. */
static bool
bodies_fit (struct fitting *f)
{
  const struct choice_query *query = f->query;
  if (query->threads != 2)
    return some_fit (f);
  uint32_t a = query->numbers[f->bodies[0]];
  uint32_t b = query->numbers[query->scene->bodies + f->bodies[1]];
  if (pairmap_get (query->apart, a, b) != PAIRMAP_FREE)
    return false;
  if (some_fit (f))
    return true;
  *pairmap_at (query->apart, a, b) = 1;
  return false;
}

bool
choice_is_impossible (const struct choice_query *query, uint32_t *bodies,
                      struct arena *scratch)
{
  struct fitting f = { .query = query, .tuples = query->tuples,
                       .summaries = query->tuples->summaries,
                       .locks = query->tuples->summaries->locks, .bodies = bodies,
                       .scratch = scratch };
  f.chosen = arena_calloc (scratch, query->threads, sizeof *f.chosen);
  f.next = arena_calloc (scratch, query->threads, sizeof *f.next);
  f.colour = arena_alloc (scratch, f.tuples->lock_count + (size_t) 1);
  f.rows = arena_calloc (scratch, query->threads, sizeof *f.rows);
  f.words = words_of (f.tuples);
  struct matching matching;
  matching_init (&matching, query, bodies, scratch);
  uint32_t t = 0;
  bodies[0] = NONE;
  for (;;)
    {
      bodies[t]++;
      while (bodies[t] < query->scene->bodies && !role_of (query, bodies, t))
        bodies[t]++;
      if (bodies[t] == query->scene->bodies)
        {
          if (t == 0)
            return true;
          t--;
          continue;
        }
      f.phases = role_of (query, bodies, t)->part.steps;
      if (!has_processes (&matching, t + 1))
        continue;
      if (t + 1 < query->threads)
        bodies[++t] = NONE;
      else if (bodies_fit (&f))
        return false;
    }
}
