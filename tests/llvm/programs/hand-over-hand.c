// expect: assert:safe race:safe deadlock:gap
#include <pthread.h>
#include <assert.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *
work (void *argument)
{
  pthread_mutex_lock (&a);
  x++;
  pthread_mutex_lock (&b);
  pthread_mutex_unlock (&a);
  y++;
  pthread_mutex_unlock (&b);
  return argument;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, work, 0);
  pthread_create (&b, 0, work, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (x == 2 && y == 2);
  return 0;
}
