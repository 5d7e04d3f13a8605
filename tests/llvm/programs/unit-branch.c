// expect: assert:none race:safe deadlock:safe pattern:violation
// A unit with a branch: what comes after it is in the unit, too.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int seats = 1;

__attribute__ ((annotate ("phaselock.unit"))) void *
sell (void *argument)
{
  pthread_mutex_lock (&lock);
  int n = seats;
  pthread_mutex_unlock (&lock);
  if (n > 0)
    {
      pthread_mutex_lock (&lock);
      seats--;
      pthread_mutex_unlock (&lock);
    }
  return argument;
}

int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, sell, 0);
  pthread_create (&b, 0, sell, 0);
  return 0;
}
