// expect: assert:safe race:safe
#include <pthread.h>
#include <assert.h>
static __thread int depth;
static int
f (int n)
{
  depth++;
  int r = n ? f (n - 1) : depth;
  depth--;
  return r;
}
void *
w (void *p)
{
  assert (f (2) == 3);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  assert (f (1) == 2);
  pthread_join (t, 0);
  return 0;
}
