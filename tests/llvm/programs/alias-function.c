// expect: assert:violation wrong:safe race:safe
#include <pthread.h>
#include <assert.h>
int x;
static void
f (void)
{
  x = 1;
}
static void g (void) __attribute__ ((alias ("f")));
void *
w (void *p)
{
  g ();
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  assert (x == 0);
  return 0;
}
