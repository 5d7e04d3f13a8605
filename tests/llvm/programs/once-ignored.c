// expect: assert:safe race:violation deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_once_t o = PTHREAD_ONCE_INIT;
int x;
void
init (void)
{
  x = 42;
}
void *
a (void *p)
{
  pthread_once (&o, init);
  assert (x == 42);
  return p;
}
void *
b (void *p)
{
  int y = x;
  return (void *) (long) y;
}
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, 0, a, 0);
  pthread_create (&u, 0, b, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
