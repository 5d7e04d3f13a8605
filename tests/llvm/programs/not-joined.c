// expect: assert:violation race:violation deadlock:safe
#include <pthread.h>
#include <assert.h>
int x;
void *
work (void *argument)
{
  x = 1;
  return argument;
}
int
main (void)
{
  pthread_t a;
  pthread_create (&a, 0, work, 0);
  pthread_detach (a);
  assert (x == 1);
  return 0;
}
