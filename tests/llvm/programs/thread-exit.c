// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
int x;
static void
leave (void)
{
  pthread_exit ((void *) 3);
}
void *
work (void *argument)
{
  leave ();
  x = 1; /* is not reached */
  return argument;
}
int
main (void)
{
  pthread_t a;
  void *result;
  pthread_create (&a, 0, work, 0);
  pthread_join (a, &result);
  assert (x == 0 && result == (void *) 3);
  return 0;
}
