// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m;
int x;
static void
inner (void)
{
  pthread_mutex_lock (&m);
  x++;
  pthread_mutex_unlock (&m);
}
void *
work (void *argument)
{
  pthread_mutex_lock (&m);
  inner ();
  inner ();
  pthread_mutex_unlock (&m);
  return argument;
}
int
main (void)
{
  pthread_t a, b;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init (&kind);
  pthread_mutexattr_settype (&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&m, &kind);
  pthread_create (&a, 0, work, 0);
  pthread_create (&b, 0, work, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (x == 4);
  return 0;
}
