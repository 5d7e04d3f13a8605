// expect: assert:violation race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
void *
w (void *p)
{
  pthread_mutex_lock (&m);
  ready = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return p;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, w, 0);
  pthread_mutex_lock (&m);
  if (!ready)
    pthread_cond_wait (&c, &m);
  assert (ready);
  pthread_mutex_unlock (&m);
  pthread_join (t, 0);
  return 0;
}
