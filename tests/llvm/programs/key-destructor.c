// expect: assert:violation race:safe
#include <pthread.h>
#include <assert.h>
int x;
pthread_key_t k;
static void
d (void *p)
{
  x = 1;
}
void *
w (void *p)
{
  pthread_setspecific (k, &x);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_key_create (&k, d);
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  assert (x == 0);
  return 0;
}
