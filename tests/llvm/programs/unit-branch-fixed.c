// expect: assert:none race:safe deadlock:safe pattern:safe
// unit-branch.c, repaired: the lock is kept from the look to the sale.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int seats = 1;

__attribute__ ((annotate ("phaselock.unit"))) void *
sell (void *argument)
{
  pthread_mutex_lock (&lock);
  int n = seats;
  if (n > 0)
    seats--;
  pthread_mutex_unlock (&lock);
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
