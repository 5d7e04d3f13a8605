// expect: assert:violation race:violation deadlock:safe
#include <pthread.h>
#include <assert.h>
int x, y, *chosen = &x;
int __VERIFIER_nondet_int (void);
void *
work (void *argument)
{
  *chosen = 1;
  return argument;
}
int
main (void)
{
  pthread_t a;
  if (__VERIFIER_nondet_int ())
    chosen = &y;
  pthread_create (&a, 0, work, 0);
  y = 2;
  pthread_join (a, 0);
  assert (y == 2);
  return 0;
}
