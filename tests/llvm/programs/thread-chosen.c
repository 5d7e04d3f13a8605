// expect: race:violation deadlock:safe
/* Which function the thread runs is decided before it is started. */
#include <pthread.h>
#include <stdlib.h>

int n;

static void *
up (void *unused)
{
  n++;
  return unused;
}

static void *
down (void *unused)
{
  n--;
  return unused;
}

int
main (void)
{
  pthread_t other;
  void *(*run) (void *) = rand () ? up : down;
  pthread_create (&other, NULL, run, NULL);
  n = 7;
  pthread_join (other, NULL);
}
