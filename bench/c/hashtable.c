/* hashtable.c -- a hash table without locks: a key is put into the first empty bucket of
   its probe sequence, unless it is found before.  MODE 0: THREADS keys into an empty
   table; 1: each is there already; 2: every other one is.  [GuntherLaarman2017, section
   6] */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef MODE
#define MODE 0
#endif
#define BUCKETS (2 * THREADS)
#define EMPTY 0

enum answer
{
  PUT,
  FOUND,
  FULL
};
static int buckets[BUCKETS];
static enum answer answers[THREADS];

static enum answer
find_or_put (int key)
{
  for (int probe = 0; probe < BUCKETS; probe++)
    {
      int place = (key + probe) % BUCKETS;
      int seen = __sync_val_compare_and_swap (&buckets[place], EMPTY, key);
      if (seen == EMPTY)
        return PUT;
      if (seen == key)
        return FOUND;
    }
  return FULL;
}

static void *
client (void *argument)
{
  long number = (long) argument;
  answers[number] = find_or_put ((int) number + 1);
  return 0;
}

static int
is_there_before (int number)
{
  return MODE == 1 || (MODE == 2 && number % 2 == 0);
}

int
main (void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    if (is_there_before (i))
      buckets[(i + 1) % BUCKETS] = i + 1;
  for (long i = 0; i < THREADS; i++)
    pthread_create (&threads[i], 0, client, (void *) i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], 0);
  for (int i = 0; i < THREADS; i++)
    assert (answers[i] == (is_there_before (i) ? FOUND : PUT));
  return 0;
}
