/* record_load.c -- loads for bench/record.sh: record_load KIND THREADS ROUNDS. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_THREADS 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long shared, rounds;
static atomic_long counter;
static int table[4096];
static int sums[MOST_THREADS][16];

static void
use_lock (int *sum)
{
  for (long i = 0; i < rounds; i++)
    {
      pthread_mutex_lock (&lock);
      shared += *sum + 1;
      pthread_mutex_unlock (&lock);
    }
}

static void
read_table (int *sum)
{
  for (long i = 0; i < rounds; i++)
    sum[i & 15] += table[i & 4095];
}

static void
write_own (int *sum)
{
  for (long i = 0; i < rounds; i++)
    sum[i & 15] = (int) i;
}

static void
count_atomically (int *sum)
{
  for (long i = 0; i < rounds; i++)
    sum[0] += (int) atomic_fetch_add (&counter, 1);
}

__attribute__ ((noinline)) static int
add (int *sum, int value)
{
  return *sum += value;
}

static void
call (int *sum)
{
  for (long i = 0; i < rounds; i++)
    table[i & 4095] ^= add (sum, (int) i);
}

static void
allocate (int *sum)
{
  for (long i = 0; i < rounds; i++)
    {
      int *object = malloc (64);
      if (!object)
        abort ();
      object[i & 15] = (int) i;
      sum[0] += object[i & 15];
      free (object);
    }
}

static const struct
{
  const char *name;
  void (*run) (int *sum);
} kinds[]
  = { { "locks", use_lock },           { "reads", read_table }, { "writes", write_own },
      { "atomics", count_atomically }, { "calls", call },       { "objects", allocate } };

static size_t kind;

static void *
work (void *sum)
{
  kinds[kind].run (sum);
  return NULL;
}

int
main (int count, char **words)
{
  if (count != 4)
    return 2;
  while (kind < sizeof kinds / sizeof *kinds && strcmp (kinds[kind].name, words[1]) != 0)
    kind++;
  int threads = atoi (words[2]);
  rounds = atol (words[3]);
  if (kind == sizeof kinds / sizeof *kinds || threads < 1 || threads > MOST_THREADS)
    return 2;
  pthread_t list[MOST_THREADS];
  for (int i = 0; i < threads; i++)
    if (pthread_create (&list[i], NULL, work, sums[i]) != 0)
      return 3;
  for (int i = 0; i < threads; i++)
    pthread_join (list[i], NULL);
  return shared + sums[0][0] == -1;
}
