// expect: assert:none race:safe deadlock:safe pattern:violation O2-pattern:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int count;
static int
get (void)
{
  pthread_mutex_lock (&m);
  int value = count;
  pthread_mutex_unlock (&m);
  return value;
}
static void
set (int value)
{
  pthread_mutex_lock (&m);
  count = value;
  pthread_mutex_unlock (&m);
}
__attribute__ ((annotate ("phaselock.unit"))) void
add (void)
{
  set (get () + 1);
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
