// expect: assert:violation race:safe deadlock:gap
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m;
int x;
void *
w (void *p)
{
  pthread_mutex_lock (&m);
  if (pthread_mutex_lock (&m) == EDEADLK)
    x = 1;
  pthread_mutex_unlock (&m);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_mutexattr_t a;
  pthread_mutexattr_init (&a);
  pthread_mutexattr_settype (&a, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init (&m, &a);
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  assert (x == 0);
  return 0;
}
