// expect: assert:violation race:violation deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_barrier_t b;
int left, right;
void *
work (void *argument)
{
  left = 1;

  assert (right == 1);
  return argument;
}
int
main (void)
{
  pthread_t a;
  pthread_barrier_init (&b, 0, 2);
  pthread_create (&a, 0, work, 0);
  right = 1;

  assert (left == 1);
  pthread_join (a, 0);
  return 0;
}
