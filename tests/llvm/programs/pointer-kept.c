// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
int x, y, *chosen = &x;
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
  pthread_create (&a, 0, work, 0);
  y = 2;
  pthread_join (a, 0);
  assert (x == 1 && y == 2);
  return 0;
}
