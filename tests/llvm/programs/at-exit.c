// expect: assert:violation
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
int x;
static void
h (void)
{
  assert (x == 0);
}
void *
w (void *p)
{
  x = 1;
  return p;
}
int
main (void)
{
  pthread_t t;
  atexit (h);
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  return 0;
}
