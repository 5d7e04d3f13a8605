/* pointer: an index chooses one of too many mutexes. */
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t guards[5000];
int n;

static void *
count (void *which)
{
  long i = (long) which;
  pthread_mutex_lock (&guards[i % 5000]);
  n++;
  pthread_mutex_unlock (&guards[i % 5000]);
  return NULL;
}

int
main (void)
{
  pthread_t other;
  pthread_create (&other, NULL, count, (void *) 3L);
  count ((void *) (long) rand ());
  pthread_join (other, NULL);
}
