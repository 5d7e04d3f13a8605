// expect: assert:violation race:safe
#include <pthread.h>
#include <assert.h>
int x;
extern int y __attribute__ ((alias ("x")));
void *
w (void *p)
{
  y = 1;
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
