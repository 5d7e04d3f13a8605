// expect: assert:safe race:safe deadlock:gap
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int x;
void *
work (void *argument)
{
  pthread_mutex_lock (&m);
  x = 1;
  return argument; /* and keeps the mutex */
}
int
main (void)
{
  pthread_t a;
  pthread_create (&a, 0, work, 0);
  pthread_join (a, 0);
  pthread_mutex_lock (&m);
  assert (x == 5); /* is not reached */
  return 0;
}
