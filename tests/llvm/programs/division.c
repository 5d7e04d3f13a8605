// expect: wrong:violation race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
int divisor = 1;
void *
work (void *argument)
{
  divisor--;
  return argument;
}
int
main (void)
{
  pthread_t a;
  pthread_create (&a, 0, work, 0);
  pthread_join (a, 0);
  return 10 / divisor;
}
