// expect: assert:violation race:safe deadlock:safe
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int x;
void *
w (void *p)
{
  pthread_mutex_lock (&m);
  pthread_mutex_lock (&m);
  x++;
  pthread_mutex_unlock (&m);
  pthread_mutex_unlock (&m);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  w (0);
  pthread_join (t, 0);
  assert (x != 2);
  return 0;
}
