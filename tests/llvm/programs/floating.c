// expect: assert:violation race:safe
#include <pthread.h>
#include <assert.h>
double d;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *
w (void *p)
{
  pthread_mutex_lock (&m);
  d += 0.5;
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
  assert (d < 1.0);
  return 0;
}
