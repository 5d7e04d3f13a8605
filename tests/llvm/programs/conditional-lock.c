// expect: assert:violation race:violation deadlock:gap O2-deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *
work (void *argument)
{
  if (argument)
    pthread_mutex_lock (&m);
  x++;
  if (argument)
    pthread_mutex_unlock (&m);
  return argument;
}
int
main (void)
{
  pthread_t a, b;
  int yes;
  pthread_create (&a, 0, work, &yes);
  pthread_create (&b, 0, work, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (x == 2);
  return 0;
}
