/* lazy-initialisation.c -- the first thread that needs the data makes them, and publishes
   them by compare-and-swap; who loses the race frees its own.  Then everybody works on a
   part of them.  [GuntherLaarman2017, section 2] */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 2
#endif

#define PART 2
static int *data;
static int done[THREADS];

static void *
worker (void *argument)
{
  long number = (long) argument;
  if (!__atomic_load_n (&data, __ATOMIC_SEQ_CST))
    {
      int *mine = malloc (THREADS * PART * sizeof *mine);
      for (int i = 0; i < THREADS * PART; i++)
        mine[i] = 1;
      if (!__sync_bool_compare_and_swap (&data, 0, mine))
        free (mine);
    }
  int *shared = __atomic_load_n (&data, __ATOMIC_SEQ_CST);
  for (int i = 0; i < PART; i++)
    done[number] += shared[number * PART + i];
  return 0;
}

int
main (void)
{
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create (&threads[i], 0, worker, (void *) i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], 0);
  for (int i = 0; i < THREADS; i++)
    assert (done[i] == PART);
  return 0;
}
