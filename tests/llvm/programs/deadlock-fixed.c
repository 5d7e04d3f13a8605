// expect: race:safe deadlock:safe assert:none
#include <pthread.h>
#include <assert.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;
static void
both (pthread_mutex_t *first, pthread_mutex_t *second)
{
  pthread_mutex_lock (first);
  pthread_mutex_lock (second);
  x++;
  pthread_mutex_unlock (second);
  pthread_mutex_unlock (first);
}
void *
one (void *argument)
{
  both (&a, &b);
  return argument;
}
void *
two (void *argument)
{
  both (&a, &b);
  return argument;
}
int
main (void)
{
  pthread_t s, t;
  pthread_create (&s, 0, one, 0);
  pthread_create (&t, 0, two, 0);
  pthread_join (s, 0);
  pthread_join (t, 0);
  return 0;
}
