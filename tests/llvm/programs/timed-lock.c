// expect: assert:violation race:violation
#include <pthread.h>
#include <time.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *
w (void *p)
{
  struct timespec ts = { 0, 0 };
  pthread_mutex_timedlock (&m, &ts);
  x++;
  pthread_mutex_unlock (&m);
  return p;
}
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, 0, w, 0);
  pthread_create (&u, 0, w, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  assert (x == 2);
  return 0;
}
