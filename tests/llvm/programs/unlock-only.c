// expect: assert:violation race:violation deadlock:gap
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *
w (void *p)
{
  switch ((long) p)
    {
    case 0: pthread_mutex_lock (&m);
    case 1: x++; pthread_mutex_unlock (&m);
    }
  return 0;
}
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, 0, w, (void *) 0);
  pthread_create (&u, 0, w, (void *) 1);
  pthread_join (t, 0);
  pthread_join (u, 0);
  assert (x == 2);
  return 0;
}
