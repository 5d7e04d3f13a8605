// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
void *
work (void *argument)
{
  return (void *) ((long) argument + 1);
}
int
main (void)
{
  pthread_t a;
  void *result;
  pthread_create (&a, 0, work, (void *) 41);
  pthread_join (a, &result);
  assert ((long) result == 42);
  return 0;
}
