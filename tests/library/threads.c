/* threads.c -- several threads decide different models at the same time.
 *
 * Each reads models of its own, shares the automata, and uses each engine, so
 * that some wait for BuDDy while others do not; every verdict must be the one
 * that a single thread finds.  `make check-long' runs this with
 * ThreadSanitizer.
 */
#include <phaselock.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/tap.h"

static const char *const names[]
  = { "account", "account-fixed", "buffer",      "cache-fixed",
      "dcl",     "stack",         "stack-fixed", "stringbuffer" };
static const char *const engines[] = { "antichain", "bdd", "explicit", "auto" };

#define MODELS (sizeof names / sizeof *names)
#define ENGINES (sizeof engines / sizeof *engines)
#define THREADS 6
#define MOST_QUERIES 1000

/* The verdicts of one model, a letter each, or what went wrong. */
struct result
{
  char verdicts[MOST_QUERIES + 1];
};

struct job
{
  const struct phaselock_automata *automata;
  size_t first; /* where in the list of models this thread begins */
  struct result results[MODELS][ENGINES];
};

static void
decide_model (const char *name, const char *engine,
              const struct phaselock_automata *automata, struct result *result)
{
  char path[4096];
  struct phaselock_model *model;
  struct phaselock_check *check = NULL;
  snprintf (path, sizeof path, "%s/models/examples/%s.eml", getenv ("SOURCE"), name);
  strcpy (result->verdicts, "not read");
  if (phaselock_model_read (&model, path) == PHASELOCK_OK
      && phaselock_check_new (&check, model, automata) == PHASELOCK_OK
      && phaselock_set_engine (check, engine) == PHASELOCK_OK
      && phaselock_check_queries (check) <= MOST_QUERIES)
    {
      size_t count = phaselock_check_queries (check);
      memset (result, 0, sizeof *result);
      for (size_t q = 0; q < count; q++)
        {
          enum phaselock_verdict verdict;
          enum phaselock_status status = phaselock_decide (check, q, &verdict);
          result->verdicts[q] = status != PHASELOCK_OK ? '?' : "SVU"[verdict];
        }
    }
  phaselock_check_free (check);
  phaselock_model_free (model);
}

static void *
decide_all (void *argument)
{
  struct job *job = argument;
  for (size_t i = 0; i < MODELS; i++)
    for (size_t j = 0; j < ENGINES; j++)
      {
        /* Not all threads ask the same at the same time. */
        size_t m = (job->first + i) % MODELS, e = (job->first + j) % ENGINES;
        decide_model (names[m], engines[e], job->automata, &job->results[m][e]);
      }
  return NULL;
}

int
main (void)
{
  struct phaselock_automata *automata;
  if (!getenv ("SOURCE") || phaselock_automata_read (&automata, "strict") != PHASELOCK_OK)
    {
      tap_ok (false, "SOURCE is set, and the automata are there");
      return tap_done ();
    }
  struct job *jobs = calloc (THREADS + 1, sizeof *jobs);
  pthread_t threads[THREADS];
  bool started[THREADS];
  for (size_t t = 0; jobs && t < THREADS; t++)
    {
      jobs[t].automata = automata;
      jobs[t].first = t;
      started[t] = pthread_create (&threads[t], NULL, decide_all, &jobs[t]) == 0;
      tap_ok (started[t], "thread %zu starts", t);
    }
  for (size_t t = 0; jobs && t < THREADS; t++)
    if (started[t])
      pthread_join (threads[t], NULL);
  if (jobs)
    {
      struct job *alone = &jobs[THREADS];
      alone->automata = automata;
      decide_all (alone);
      for (size_t m = 0; m < MODELS; m++)
        {
          const char *wanted = alone->results[m][0].verdicts;
          bool fine = strspn (wanted, "SV") == strlen (wanted) && *wanted;
          for (size_t t = 0; t <= THREADS; t++)
            for (size_t e = 0; e < ENGINES; e++)
              fine &= strcmp (jobs[t].results[m][e].verdicts, wanted) == 0;
          tap_ok (fine, "%s: all threads and engines agree", names[m]);
        }
    }
  free (jobs);
  phaselock_automata_free (automata);
  return tap_done ();
}
