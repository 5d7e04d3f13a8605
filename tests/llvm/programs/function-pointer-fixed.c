// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int x;
static void
add (void)
{
  x += 1;
}
static void
more (void)
{
  x += 2;
}
void (*jobs[2]) (void) = { add, more };
void *
work (void *argument)
{
  pthread_mutex_lock (&m);
  jobs[(long) argument]();
  pthread_mutex_unlock (&m);
  return 0;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, work, (void *) 0);
  pthread_create (&b, 0, work, (void *) 1);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (x == 3);
  return 0;
}
