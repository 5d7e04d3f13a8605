// expect: assert:violation race:violation deadlock:gap
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *
work (void *argument)
{
  int taken = pthread_mutex_trylock (&m);
  x++;
  if (taken == 0)
    pthread_mutex_unlock (&m);
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
  assert (x == 2);
  return 0;
}
