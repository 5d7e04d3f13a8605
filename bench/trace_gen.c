/* trace_gen.c -- write a large random trace, as a server with a pool of threads might
 * leave it.
 *
 *     trace_gen EVENTS THREADS LOCKS VARIABLES [SEED]
 *
 * Of the variables, a third is initialised by the main thread and then only read, a third
 * belongs to one thread each, and a third is protected: variable v by lock v mod LOCKS.
 * Now and then a thread hands one of its own variables over to the next thread, under
 * some lock, and goes on with another one.  One protected access in 100,000 is made
 * without the lock.
 */
#include <config.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "../tests/base/random.h"

#define NOBODY UINT32_MAX

struct worker
{
  uint32_t lock; /* that it holds, or NOBODY */
  uint32_t left; /* accesses before it gives the lock back */
};

struct generator
{
  uint64_t seed, events, written;
  uint32_t threads, locks, variables;
  struct worker *workers;
  uint32_t *holder; /* by lock */
  uint32_t *owner;  /* by variable of the second third */
};

static void
emit (struct generator *g, uint32_t thread, const char *op, char kind, uint32_t object)
{
  /* The place in the program goes with the object. */
  printf ("T%u|%s(%c%u)|%u\n", thread, op, kind, object, object % 4096 + 1);
  g->written++;
}

static const char *
read_or_write (struct generator *g)
{
  return random_below (&g->seed, 4) ? "r" : "w";
}

/* Below BOUND, small numbers more often than large ones. */
static uint32_t
skewed (struct generator *g, uint32_t bound)
{
  uint32_t a = random_below (&g->seed, bound), b = random_below (&g->seed, bound);
  return a < b ? a : b;
}

static void
take (struct generator *g, uint32_t thread)
{
  uint32_t lock = random_below (&g->seed, g->locks);
  if (g->holder[lock] != NOBODY)
    return;
  g->holder[lock] = thread;
  g->workers[thread] = (struct worker){ lock, 1 + random_below (&g->seed, 6) };
  emit (g, thread, "acq", 'L', lock);
}

/* Inside of a critical section. */
static void
work (struct generator *g, uint32_t thread)
{
  struct worker *worker = &g->workers[thread];
  uint32_t third = g->variables / 3;
  if (worker->left == 0)
    {
      emit (g, thread, "rel", 'L', worker->lock);
      g->holder[worker->lock] = NOBODY;
      worker->lock = NOBODY;
      return;
    }
  worker->left--;
  uint32_t per_lock = third / g->locks;
  uint32_t variable = worker->lock + g->locks * skewed (g, per_lock ? per_lock : 1);
  if (random_below (&g->seed, 100000) == 0)
    variable = random_below (&g->seed, third);
  emit (g, thread, read_or_write (g), 'V', 2 * third + variable);
}

static void
step (struct generator *g)
{
  uint32_t thread = random_below (&g->seed, g->threads), third = g->variables / 3;
  uint32_t kind = random_below (&g->seed, 16);
  if (g->workers[thread].lock != NOBODY)
    work (g, thread);
  else if (kind < 6)
    take (g, thread);
  else if (kind < 9)
    emit (g, thread, "r", 'V', skewed (g, third));
  else
    {
      /* Its own: every THREADS-th, unless it was handed over. */
      uint32_t own = thread + g->threads * skewed (g, third / g->threads);
      uint32_t owner = g->owner[own];
      emit (g, owner, read_or_write (g), 'V', third + own);
      uint32_t next = (owner + 1) % g->threads, lock = random_below (&g->seed, g->locks);
      if (random_below (&g->seed, 64) == 0 && g->holder[lock] == NOBODY)
        {
          emit (g, owner, "acq", 'L', lock);
          emit (g, owner, "rel", 'L', lock);
          emit (g, next, "acq", 'L', lock);
          emit (g, next, "rel", 'L', lock);
          g->owner[own] = next;
        }
    }
}

static uint32_t
number (const char *text)
{
  return (uint32_t) strtoul (text, NULL, 10);
}

int
main (int argc, char **argv)
{
  if (argc < 5)
    {
      fputs ("usage: trace_gen EVENTS THREADS LOCKS VARIABLES [SEED]\n", stderr);
      return 2;
    }
  struct generator g = { .events = strtoull (argv[1], NULL, 10),
                         .threads = number (argv[2]),
                         .locks = number (argv[3]),
                         .variables = number (argv[4]),
                         .seed = argc > 5 ? number (argv[5]) : 1 };
  if (g.threads == 0 || g.locks == 0 || g.variables / 3 < g.threads)
    return 2;
  g.workers = malloc (g.threads * sizeof *g.workers);
  g.holder = malloc (g.locks * sizeof *g.holder);
  g.owner = malloc (g.variables * sizeof *g.owner);
  if (!g.workers || !g.holder || !g.owner)
    return 2;
  for (uint32_t i = 0; i < g.locks; i++)
    g.holder[i] = NOBODY;
  for (uint32_t i = 0; i < g.variables; i++)
    g.owner[i] = i % g.threads;
  for (uint32_t i = 0; i < g.variables / 3 && g.written < g.events / 4; i++)
    emit (&g, 0, "w", 'V', i);
  for (uint32_t i = 0; i < g.threads; i++)
    {
      g.workers[i].lock = NOBODY;
      if (i > 0)
        emit (&g, 0, "fork", 'T', i);
    }
  while (g.written < g.events)
    step (&g);
  return 0;
}
