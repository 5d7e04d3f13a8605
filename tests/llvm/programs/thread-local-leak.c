// expect: assert:violation race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
_Thread_local int mine;
int *leak;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *
w (void *p)
{
  mine = 5;
  pthread_mutex_lock (&m);
  if (leak)
    *leak = 9;
  pthread_mutex_unlock (&m);
  return p;
}
int
main (void)
{
  pthread_t t;
  mine = 1;
  pthread_create (&t, 0, w, 0);
  pthread_mutex_lock (&m);
  leak = &mine;
  pthread_mutex_unlock (&m);
  pthread_join (t, 0);
  assert (mine == 1);
  return 0;
}
