// expect: assert:violation race:violation deadlock:gap
#include <pthread.h>
#include <assert.h>
int x;
int __VERIFIER_nondet_int (void);
void *
work (void *argument)
{
  x++;
  return argument;
}
int
main (void)
{
  int n = __VERIFIER_nondet_int ();
  for (int i = 0; i < n; i++)
    {
      pthread_t t;
      pthread_create (&t, 0, work, 0);
      pthread_detach (t);
    }
  assert (x < 2);
  return 0;
}
