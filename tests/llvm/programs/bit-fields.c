// expect: assert:violation race:violation deadlock:safe
#include <pthread.h>
#include <assert.h>
struct
{
  int f : 3;
  int g : 5;
} a;
pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
void *
w (void *p)
{
  pthread_mutex_lock (&m1);
  a.f = 1;
  pthread_mutex_unlock (&m1);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_mutex_lock (&m2);
  a.g = 2;
  pthread_mutex_unlock (&m2);
  pthread_join (t, 0);
  assert (a.f == 1 && a.g == 2);
  return 0;
}
