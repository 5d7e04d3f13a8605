// expect: assert:safe race:safe deadlock:safe
#include <threads.h>
#include <assert.h>
mtx_t m;
int x;
int
work (void *argument)
{
  mtx_lock (&m);
  x++;
  mtx_unlock (&m);
  return argument != 0;
}
int
main (void)
{
  thrd_t a, b;
  mtx_init (&m, mtx_plain);
  thrd_create (&a, work, 0);
  thrd_create (&b, work, 0);
  thrd_join (a, 0);
  thrd_join (b, 0);
  assert (x == 2);
  return 0;
}
