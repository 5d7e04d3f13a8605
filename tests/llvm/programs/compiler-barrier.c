// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *
w (void *p)
{
  pthread_mutex_lock (&m);
  x++;
  __asm__ volatile("" ::: "memory");
  pthread_mutex_unlock (&m);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  w (0);
  pthread_join (t, 0);
  assert (x == 2);
  return 0;
}
