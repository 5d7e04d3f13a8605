// expect: assert:violation race:violation deadlock:none
// time writes where it is told to; nanosleep reads what it is given.
#include <assert.h>
#include <pthread.h>
#include <time.h>
time_t now;
struct timespec pause = { 0, 1000 };
void *
work (void *argument)
{
  pause.tv_nsec = 2000;
  return argument;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  nanosleep (&pause, 0);
  pthread_join (t, 0);
  time (&now);
  assert (now == 0);
  return 0;
}
