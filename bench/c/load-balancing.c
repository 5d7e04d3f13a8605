/* load-balancing.c -- each thread counts in a cell of its own, which is handed to it when
   the program runs.  WORK is what each counts to.  [GuntherLaarman2017, section 2] */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef WORK
#define WORK 4
#endif

int __VERIFIER_nondet_int (void);
static int cells[THREADS];
static int *assigned[THREADS];

static void *
worker (void *argument)
{
  int *cell = assigned[(long) argument];
  while (*cell < WORK)
    (*cell)++;
  return 0;
}

int
main (void)
{
  pthread_t threads[THREADS];
  int turned = __VERIFIER_nondet_int () != 0, sum = 0;
  for (int i = 0; i < THREADS; i++)
    assigned[i] = &cells[turned ? THREADS - 1 - i : i];
  for (long i = 0; i < THREADS; i++)
    pthread_create (&threads[i], 0, worker, (void *) i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], 0);
  for (int i = 0; i < THREADS; i++)
    sum += cells[i];
  assert (sum == THREADS * WORK);
  return 0;
}
