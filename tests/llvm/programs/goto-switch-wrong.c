// expect: assert:violation race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int state, done;
void *
work (void *argument)
{
  int local = 0;
again:
  pthread_mutex_lock (&m);
  switch (state)
    {
    case 0: state = 2; break;
    case 2: state = 5; break;
    default: state = 9;
    }
  pthread_mutex_unlock (&m);
  if (local++ < 1)
    goto again;
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
  assert (state == 5);
  return 0;
}
