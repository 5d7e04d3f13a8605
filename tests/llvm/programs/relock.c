// expect: assert:safe race:safe deadlock:gap
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int x;
void *
work (void *argument)
{
  pthread_mutex_lock (&m);
  pthread_mutex_lock (&m); /* waits for ever */
  x = 1;
  pthread_mutex_unlock (&m);
  pthread_mutex_unlock (&m);
  return argument;
}
int
main (void)
{
  pthread_t a;
  pthread_create (&a, 0, work, 0);
  pthread_join (a, 0);
  assert (x == 1 && x == 2); /* is not reached */
  return 0;
}
