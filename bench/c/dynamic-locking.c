/* dynamic-locking.c -- all threads use one lock, which is chosen when the program starts,
   for two variables that are to be equal.  [GuntherLaarman2017, section 6] */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

int __VERIFIER_nondet_int (void);
static pthread_mutex_t locks[2]
  = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t *chosen;
static int left, right;

static void *
worker (void *argument)
{
  int value = (int) (long) argument;
  pthread_mutex_lock (chosen);
  for (int i = 0; i < 4; i++)
    {
      left = value;
      right = value;
    }
  pthread_mutex_unlock (chosen);
  return 0;
}

int
main (void)
{
  pthread_t threads[THREADS];
  chosen = __VERIFIER_nondet_int () ? &locks[0] : &locks[1];
  for (long i = 0; i < THREADS; i++)
    pthread_create (&threads[i], 0, worker, (void *) (i + 1));
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], 0);
  assert (left == right);
  return 0;
}
