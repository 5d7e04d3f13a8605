// expect: assert:violation race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int full, value;
void *
produce (void *argument)
{
  pthread_mutex_lock (&m);
  value = 7;
  full = 1;
  pthread_cond_signal (&filled);
  pthread_mutex_unlock (&m);
  return argument;
}
int
main (void)
{
  pthread_t a;
  pthread_create (&a, 0, produce, 0);
  pthread_mutex_lock (&m);
  if (!full)
    pthread_cond_wait (&filled, &m);
  assert (value == 7); /* it may wake up for no reason */
  pthread_mutex_unlock (&m);
  pthread_join (a, 0);
  return 0;
}
