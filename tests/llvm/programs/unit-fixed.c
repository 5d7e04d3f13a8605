// expect: assert:none race:safe deadlock:safe pattern:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int count;
__attribute__ ((annotate ("phaselock.unit"))) void
add (void)
{
  pthread_mutex_lock (&m);
  count++;
  pthread_mutex_unlock (&m);
}
void *
work (void *argument)
{
  add ();
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

  return 0;
}
