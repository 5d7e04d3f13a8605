// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
static int
sum (int n)
{
  return n <= 0 ? 0 : n + sum (n - 1);
}
int result;
void *
work (void *argument)
{
  result = sum (4);
  return argument;
}
int
main (void)
{
  pthread_t a;
  pthread_create (&a, 0, work, 0);
  pthread_join (a, 0);
  assert (result == 10);
  return 0;
}
