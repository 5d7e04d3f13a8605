// expect: assert:violation race:safe
#include <pthread.h>
#include <assert.h>
int x;
__attribute__ ((constructor)) static void
a (void)
{
  x = 5;
}
__attribute__ ((destructor)) static void
d (void)
{
  assert (x == 5);
}
void *
w (void *p)
{
  x = 6;
  return p;
}
int
main (void)
{
  pthread_t t;
  assert (x == 5);
  pthread_create (&t, 0, w, 0);
  pthread_join (t, 0);
  return 0;
}
